using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

public sealed class VerbTests
{
    [Fact]
    public async Task A_saved_run_is_compared_drawn_and_exported()
    {
        using var folder = new TemporaryFolder();
        var runs = Path.Combine(folder.Path, "runs");
        Assert.Equal(0, (await Invocation.RunAsync(["run", .. SmallRuns.Arguments, "--out", runs, "--quiet"])).Code);
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
            ["run", .. SmallRuns.Arguments, "--out", folder.Path, "--quiet", "--threshold", "write:avg < 1us",
                "--label", "sdk=x"]);
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
        var run = await Invocation.RunAsync(["run", .. SmallRuns.Arguments, "--out", folder.Path, "--quiet",
            "--set", "Thresholds=errors < 1%,read:rate > 1000000"]);
        Assert.Equal(99, run.Code);
        Assert.Contains("ok   errors < 1%", run.Out);
        Assert.Contains("FAIL read:rate > 1000000", run.Out);
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
        var run = await Invocation.RunAsync(["run", .. SmallRuns.Arguments, "--out", folder.Path, "--quiet", "--set",
            "KeyDistribution=Zipfian", "--set", "WriteRatePerSecond=500", "--set", "Arrivals=Poisson"]);
        Assert.Equal((0, ""), (run.Code, string.Join('\n', run.Error.Split('\n').Where(l => l.StartsWith("sfperf:")))));
        Assert.Contains("load ", run.Out);
        Assert.Contains("write: open loop, 500.0/s intended", run.Out);
        Assert.Contains("read: closed loop, 16 outstanding", run.Out);
    }
}
