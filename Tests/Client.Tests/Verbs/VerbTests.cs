using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Client.Tests.Commands;
using SfPerf.Client.Verbs;
using Xunit;

namespace SfPerf.Client.Tests.Verbs;

public sealed class VerbTests
{
    private static readonly string[] Small =
    [
        Product.File("Parameters/simulated.json"), "/NumItems:64", "/NumWriteOperationsTotal:256",
        "/NumReadOperationsTotal:64", "--set", "SimulatedWriteInMicroseconds=1000", "--set",
        "SimulatedReadInMicroseconds=1000",
    ];

    [Fact]
    public async Task A_saved_run_is_compared_drawn_and_exported()
    {
        using var folder = new TemporaryFolder();
        var runs = Path.Combine(folder.Path, "runs");
        Assert.Equal(0, (await Invocation.RunAsync(["run", .. Small, "--out", runs, "--quiet"])).Code);
        var run = Directory.GetDirectories(runs).Single();

        var compared = await Invocation.RunAsync("compare", run, run);
        Assert.Equal(0, compared.Code);
        Assert.Contains("runs compared: 1 base, 1 new", compared.Out);

        var html = Path.Combine(folder.Path, "report.html");
        Assert.Equal(0, (await Invocation.RunAsync("report", runs, "-o", html)).Code);
        Assert.Contains("<section id=\"reproduce\"", await File.ReadAllTextAsync(html));

        var exported = await Invocation.RunAsync("export", run, "--to", "ycsb");
        Assert.Contains("[UPDATE], Operations, 256\n", exported.Out);
        var merged = await Invocation.RunAsync("merge", Path.Combine(run, "latency.hlog"));
        Assert.Contains("Tag=write,", merged.Out);
    }

    [Fact]
    public async Task A_broken_threshold_ends_with_code_99_and_is_saved_with_the_run()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync(
            ["run", .. Small, "--out", folder.Path, "--quiet", "--threshold", "write:avg < 1us", "--label", "sdk=x"]);
        Assert.Equal(99, run.Code);
        Assert.Contains("FAIL write:avg < 1us", run.Out);
        var json = await File.ReadAllTextAsync(Directory.GetFiles(folder.Path, "run.json", SearchOption.AllDirectories)
            .Single());
        Assert.Contains("\"passed\": false", json);
        Assert.Contains("\"sdk\": \"x\"", json);
    }

    [Fact]
    public async Task A_broken_threshold_of_the_file_ends_with_code_99_too()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync(["run", .. Small, "--out", folder.Path, "--quiet",
            "--set", "Thresholds=errors < 1%,read:rate > 1000000"]);
        Assert.Equal(99, run.Code);
        Assert.Contains("ok   errors < 1%", run.Out);
        Assert.Contains("FAIL read:rate > 1000000", run.Out);
    }

    [Fact]
    public async Task A_sweep_without_axes_measures_those_of_the_file()
    {
        using var folder = new TemporaryFolder();
        var sweep = await Invocation.RunAsync(["sweep", .. Small, "--set", "Axes.NumOutstandingWriteOperations=1..2x2",
            "--repeats", "1", "--out", folder.Path]);
        Assert.True(sweep.Code == 0, sweep.Error);
        Assert.StartsWith("run 1 of 2: NumOutstandingWriteOperations=1: write ", sweep.Error);
        Assert.Equal(2, Directory.GetDirectories(folder.Path).Length);
        var none = await Invocation.RunAsync(["sweep", .. Small, "--out", folder.Path]);
        Assert.Equal(2, none.Code);
        Assert.Contains("Nothing to vary", none.Error);
    }

    [Fact]
    public async Task A_capacity_without_a_promise_says_how_to_give_one()
    {
        var run = await Invocation.RunAsync(["capacity", .. Small]);
        Assert.Equal(2, run.Code);
        Assert.Contains("has no Slo; give --slo \"write:p(99) < 20ms\".", run.Error);
        var bad = await Invocation.RunAsync(["capacity", .. Small, "--slo", "p(99) < 20ms"]);
        Assert.Equal(2, bad.Code);
        Assert.Contains("Slo = p(99) < 20ms: names no phase", bad.Error);
    }

    [Fact]
    public async Task A_capacity_that_no_rate_has_ends_with_code_99_and_leaves_other_bounds_aside()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync(["capacity", .. Small, "--set", "Slo=write:avg < 1us", "--set",
            "Thresholds=read:rate > 1", "--from", "1", "--seconds", "1", "--out", folder.Path]);
        Assert.True(run.Code == 99, run.Error);
        Assert.Equal("write:avg < 1us: broken at every rate that was tried\n", run.Out);
    }

    [Fact]
    public async Task A_file_that_is_no_run_is_named()
    {
        using var folder = new TemporaryFolder();
        var path = Path.Combine(folder.Path, "x.json");
        await File.WriteAllTextAsync(path, "{");
        var report = await Invocation.RunAsync("report", path);
        Assert.Equal(2, report.Code);
        Assert.Contains("cut short or not JSON", report.Error);
        Assert.Equal(3, (await Invocation.RunAsync("compare", path, path)).Code);
    }

    [Fact]
    public async Task Two_settings_are_compared_in_interleaved_pairs()
    {
        using var folder = new TemporaryFolder();
        var ab = await Invocation.RunAsync(["ab", .. Small, "/NumOutstandingWriteOperations:16", "--b",
            "SimulatedWriteInMicroseconds=10000", "--pairs", "10", "--out", folder.Path]);
        Assert.True(ab.Code == 98, ab.Out);
        Assert.Contains("pairs compared: 10 of 10", ab.Out);
        Assert.Contains("REGRESSED", ab.Out);
        Assert.Contains("parameters.SimulatedWriteInMicroseconds: 1000 -> 10000", ab.Out);
        Assert.Equal(["A", "B", "B", "A"], ab.Error.Split('\n').Take(4).Select(l => l.Split(':')[0][^1..]));
    }

    [Fact]
    public async Task A_sweep_measures_every_value_and_names_the_knee()
    {
        using var folder = new TemporaryFolder();
        var sweep = await Invocation.RunAsync(["sweep", .. Small, "--axis", "NumOutstandingWriteOperations=1..4x2",
            "--repeats", "1", "--out", folder.Path]);
        Assert.Equal(0, sweep.Code);
        Assert.Contains("90 % of the highest rate with 4 outstanding", sweep.Out);
        Assert.Equal(3, Directory.GetDirectories(folder.Path).Length);
    }

    [Theory]
    [InlineData("N=1,2,4", "1 2 4")]
    [InlineData("N=1..8x2", "1 2 4 8")]
    [InlineData("N=10..500x5", "10 50 250")]
    public void An_axis_is_a_list_or_a_row(string text, string values)
    {
        Assert.Equal(values, string.Join(' ', SweepAxis.Parse(text).Values));
    }

    [Theory]
    [InlineData("N")]
    [InlineData("=1")]
    [InlineData("N=8..1x2")]
    [InlineData("N=1..8x1")]
    [InlineData("N=1..8")]
    public async Task What_is_no_axis_is_refused(string text)
    {
        var sweep = await Invocation.RunAsync("sweep", Small[0], "--axis", text);
        Assert.Equal(2, sweep.Code);
        Assert.Contains($"--axis {text}:", sweep.Error);
    }

    [Fact]
    public async Task Env_names_the_machine()
    {
        var env = await Invocation.RunAsync("env");
        Assert.Equal(0, env.Code);
        Assert.Contains("cores ", env.Out);
    }

    [Fact]
    public async Task An_open_loop_over_zipfian_keys_shows_response_service_and_lateness()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync(["run", .. Small, "--out", folder.Path, "--quiet", "--set",
            "KeyDistribution=Zipfian", "--set", "WriteRatePerSecond=500", "--set", "Arrivals=Poisson"]);
        Assert.Equal((0, ""), (run.Code, string.Join('\n', run.Error.Split('\n').Where(l => l.StartsWith("sfperf:")))));
        Assert.Contains("load ", run.Out);
        Assert.Contains("write: open loop, 500.0/s intended", run.Out);
        Assert.Contains("read: closed loop, 16 outstanding", run.Out);
    }
}
