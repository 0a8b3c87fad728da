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
        Assert.Equal(2, (await Invocation.RunAsync("compare", path, path)).Code);
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
        Assert.Contains("read: closed loop: 16 outstanding", run.Out);
    }

    [Fact]
    public async Task A_share_may_be_given_with_its_sign()
    {
        var run = await Invocation.RunAsync("compare", "a", "b", "--delta", "500%");
        Assert.Equal((2, "sfperf: --delta 500: allowed is more than 0 and less than 100.\n"), (run.Code, run.Error));
    }

    [Theory]
    [InlineData("RUN is missing: Runs, or folders of runs.", "history")]
    [InlineData("BASE is missing: A run, or a folder of runs; the folder of an ab alone: its side a is the base.",
        "compare")]
    [InlineData("--to is missing: --to FORMAT. One of hlog, hgrm, csv, bdn, go, gbench, ycsb, "
        + "customBiggerIsBetter, customSmallerIsBetter, csvSeconds.", "export", "runs")]
    [InlineData("--pairs has no value: --pairs N. Pairs, 1 to 1000.", "ab", "--pairs")]
    [InlineData("--pairs ten: not a whole number.", "ab", "--pairs", "ten")]
    [InlineData("--seconds 1.5: not a whole number.", "ab", "--seconds", "1.5")]
    [InlineData("--comparisons x: not a whole number.", "selftest", "--comparisons", "x")]
    [InlineData("--delta x: not a number.", "compare", "a", "b", "--delta", "x")]
    [InlineData("--delta x%: not a number.", "compare", "a", "b", "--delta", "x%")]
    [InlineData("--partition x: not an id, such as 00000000-0000-0000-0000-000000000000.", "cluster", "move", "Store",
        "--partition", "x")]
    [InlineData("--format jsn: allowed is json, legacy, table. Did you mean json?", "run", "--format", "jsn")]
    [InlineData("NAME chanel: allowed is actor-reminders, failover, ipc, run, table-insert, wcf-channel, "
        + "wcf-concurrency.", "schema", "chanel")]
    [InlineData("'y' is one argument too many; sfperf run takes FILE.", "run", "x", "y")]
    [InlineData("'y' is one argument too many; sfperf env takes none.", "env", "y")]
    public async Task What_is_wrong_with_a_command_line_is_said_in_our_own_words(
        string reason, params string[] arguments)
    {
        var run = await Invocation.RunAsync(arguments);
        Assert.Equal(2, run.Code);
        Assert.Equal($"sfperf: {reason}", run.Error.Split('\n')[0]);
        Assert.StartsWith("Run sfperf ", run.Error.Split('\n')[1]);
    }

    [Theory]
    [InlineData("compare", "nothere", "nothere")]
    [InlineData("compare", ".", "nothere")]
    [InlineData("compare", ".", ".", "nothere")]
    [InlineData("report", "nothere")]
    [InlineData("history", "nothere")]
    [InlineData("export", "nothere", "--to", "csv")]
    [InlineData("merge", "nothere")]
    [InlineData("chaos", "--check", "nothere")]
    public async Task What_is_not_there_is_named_and_ends_with_code_2(params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync(
            [.. arguments.Select(a => a is "." or "nothere" ? Path.GetFullPath(Path.Combine(folder.Path, a)) : a)]);
        Assert.Equal(2, run.Code);
        Assert.Contains("nothere: there is no such file", run.Error);
        Assert.Equal("", run.Out);
    }

    [Fact]
    public async Task The_parameter_files_of_the_product_are_found_from_any_folder()
    {
        using var folder = new TemporaryFolder();
        var valid = await Sfperf.RunAsync(folder, "validate", "Parameters/simulated.json");
        Assert.True(valid.Code == 0, valid.Error);
        // Only those: what else lies beside or above the program is nobody's parameter file.
        Assert.Equal(2, (await Sfperf.RunAsync(folder, "validate", "global.json")).Code);
        var own = Path.Combine(folder.Path, "Parameters");
        Directory.CreateDirectory(own);
        await File.WriteAllTextAsync(Path.Combine(own, "simulated.json"), "{ }");
        Assert.Equal(2, (await Sfperf.RunAsync(folder, "validate", "Parameters/simulated.json")).Code);
    }

    [Fact]
    public async Task A_file_in_UTF_16_is_named_as_such()
    {
        using var folder = new TemporaryFolder();
        var file = Path.Combine(folder.Path, "run.json");
        await File.WriteAllTextAsync(file, "{}", System.Text.Encoding.Unicode);
        foreach (var verb in new[] { "history", "report", "compare" })
        {
            var run = await Invocation.RunAsync(verb, file, file);
            Assert.Equal((2, $"sfperf: {file}: the file is UTF-16; save it as UTF-8\n"), (run.Code, run.Error));
        }
        Assert.Contains("the file is UTF-16; save it as UTF-8.", (await Invocation.RunAsync("run", file)).Error);
        var parameters = Path.Combine(folder.Path, "mine.json");
        File.Copy(file, parameters);
        Assert.StartsWith($"{parameters}: the file is UTF-16 or no text; save it as UTF-8.\n",
            (await Invocation.RunAsync("run", parameters)).Error);
    }
}
