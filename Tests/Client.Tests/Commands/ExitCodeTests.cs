using System;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Commands;
using SfPerf.Commands;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

/// <summary>A test for each exit code: scripts depend on the numbers, and people on the reason, which is always on the
/// error stream, however quiet they want it.</summary>
public sealed class ExitCodeTests
{
    [Fact]
    public Task Code_0_is_a_run_that_was_measured_and_saved() => EndsAsync(0, "");

    [Fact]
    public async Task Code_1_is_our_own_fault()
    {
        using var error = new StringWriter { NewLine = "\n" };
        var code = await CommandLine.InvokeAsync(
            ["env"], new Terminal(new BrokenWriter(), error, Live: false), CancellationToken.None);
        Assert.Equal(1, code);
        Assert.StartsWith("sfperf: internal error, please report it: System.InvalidOperationException: broken",
            error.ToString());
    }

    [Fact]
    public Task Code_2_is_bad_parameters() => EndsAsync(2, "/NumItems: NumItems = 0: out of range; allowed: an integer "
        + "from 1 to 10000000.\nsfperf: 1 problem in the parameters; nothing was started.\n", "/NumItems:0");

    [Theory]
    [InlineData("--faults: there is no kind kil. Did you mean kill?", "--faults", "stop,kil")]
    [InlineData("--seconds: allowed is 5 to 86400.", "--seconds", "4")]
    [InlineData("--nodes: allowed is 1, 3 or 5.", "--nodes", "4")]
    [InlineData("--clients: allowed is 3 to 256.", "--partitions", "3", "--clients", "2")]
    [InlineData("--seed: allowed is 0 to 2147483647.", "--seed", "-1")]
    public async Task Code_2_is_also_chaos_that_cannot_be_what_was_asked(string reason, params string[] arguments)
    {
        var run = await Invocation.RunAsync(["chaos", .. arguments]);
        Assert.Equal((2, $"sfperf: {reason}\n"), (run.Code, run.Error));
    }

    [Fact]
    public Task Code_3_is_a_run_without_a_success_and_says_what_failed() => EndsAsync(3,
        "sfperf: nothing was measured: not one operation succeeded (Timeout 64).\n", "--set",
        "SimulatedWriteInMicroseconds=300000", "--set", "OperationTimeoutInMilliseconds=1",
        "/NumWriteOperationsTotal:64", "/NumReadOperationsTotal:0");

    [Fact]
    public async Task Code_4_is_a_cluster_that_cannot_be_reached()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync("run", Product.File("Parameters/local1.json"), "--quiet", "--out",
            folder.Path, "--set", "ClusterAddress=127.0.0.1", "--set", "ClientConnectionEndpoint=1");
        Assert.Equal(4, run.Code);
        Assert.StartsWith("sfperf: The cluster at http://127.0.0.1:1 does not answer: ", run.Error);
    }

    [Theory]
    [InlineData("run")]
    [InlineData("sweep", "--axis", "NumOutstandingWriteOperations=1,2", "--repeats", "1")]
    [InlineData("ab", "--pairs", "4")]
    [InlineData("capacity", "--slo", "write:avg < 1s", "--from", "10", "--seconds", "60")]
    public async Task Code_5_is_a_cancelled_measurement_and_what_was_measured_is_saved(params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        using var output = new StringWriter { NewLine = "\n" };
        // As soon as there is a sign of life.
        using var error = new CancelAt(
            arguments[0] switch { "run" => "ops/s", "ab" => "Measure", _ => "Warm up" });
        var code = await CommandLine.InvokeAsync(
            [.. arguments, .. SmallRuns.Arguments, "/NumWriteOperationsTotal:9999999", "--out", folder.Path],
            new Terminal(output, error, Live: false), error.Token);
        Assert.True(code == 5, $"{code}: {error}");
        Assert.Contains("sfperf: cancelled", error.ToString());
    }

    [Fact]
    public async Task After_code_5_the_runs_that_were_whole_are_in_the_table_and_the_last_one_is_marked()
    {
        using var folder = new TemporaryFolder();
        using var output = new StringWriter { NewLine = "\n" };
        using var error = new CancelAt("run 1 of 2: ");
        var code = await CommandLine.InvokeAsync(["sweep", .. SmallRuns.Arguments, "--axis",
            "NumWriteOperationsTotal=64,9999999", "--repeats", "1", "--seconds", "2", "--reruns", "0", "--out",
            folder.Path], new Terminal(output, error, Live: false), error.Token);
        Assert.True(code == 5, $"{code}: {error}");
        Assert.Contains("\n NumWriteOperationsTotal=64  write ", output.ToString());
        Assert.Contains(" 1 runs, 0 more measured again for noise", output.ToString());
        Assert.Contains("complete", SmallRuns.Made(folder).Select(f => RunFolder.Read(f).Status));
    }

    [Fact]
    public async Task Code_6_is_a_run_that_the_driver_limited_and_a_strict_user_rejects()
    {
        // An operation that takes no time is later than a tenth of its response, whenever it starts.
        var run = await RunAsync("--strict", "--set", "SimulatedWriteInMicroseconds=0", "--set",
            "WriteRatePerSecond=2000", "/NumWriteOperationsTotal:2000", "/NumReadOperationsTotal:0");
        Assert.True(run.Code == 6, run.Out);
        Assert.Contains("sfperf: rejected, driver-bound: ", run.Error);
        Assert.Contains("pacing was late by ", run.Error);
    }

    [Fact]
    public async Task Code_96_is_a_comparison_that_scatters_too_much_to_decide()
    {
        using var folder = new TemporaryFolder();
        var ab = await Invocation.RunAsync(["ab", .. SmallRuns.Arguments, "--pairs", "1", "--reruns", "0", "--fail-on",
            "regressed,inconclusive", "--out", folder.Path]);
        Assert.Equal(96, ab.Code);
        Assert.EndsWith("sfperf: undecided: the runs are too few or scatter too much, and --fail-on names "
            + "inconclusive.\n", ab.Error);
    }

    [Fact]
    public async Task Code_98_is_a_verdict_that_the_user_does_not_accept()
    {
        using var folder = new TemporaryFolder();
        var ab = await Invocation.RunAsync(["ab", .. SmallRuns.Arguments, "/NumOutstandingWriteOperations:16", "--b",
            "SimulatedWriteInMicroseconds=20000", "--pairs", "10", "--reruns", "0", "--out", folder.Path]);
        Assert.Equal(98, ab.Code);
        Assert.EndsWith("sfperf: failed: at least one figure has a verdict that --fail-on names (without it: "
            + "regressed).\n", ab.Error);
    }

    [Fact]
    public Task Code_99_is_a_percentile_that_so_few_operations_do_not_tell() => EndsAsync(99,
        "sfperf: threshold not shown to hold: write:p(99) < 1s (write has 256 operations; p(99) needs 1,000).\n",
        "--threshold", "write:p(99) < 1s");

    [Fact]
    public Task Code_2_is_a_setting_of_a_side_that_is_none() => AbEndsAsync(
        "--b: NumItem = 5: unknown parameter. Did you mean NumItems?\n", "--b", "NumItem=5");

    private static async Task AbEndsAsync(string error, params string[] arguments)
    {
        var ab = await Invocation.RunAsync(["ab", .. SmallRuns.Arguments, .. arguments]);
        Assert.Equal(2, ab.Code);
        Assert.StartsWith(error, ab.Error);
    }

    [Fact]
    public Task Code_99_is_a_broken_threshold() => EndsAsync(
        99, "sfperf: threshold broken: write:count > 256 (256).\n", "--threshold", "write:count > 256");

    [Theory]
    [InlineData("10%", 99)]
    [InlineData("0.1%", 99)]
    [InlineData("90%", 0)]
    public async Task Code_99_is_more_failures_than_allowed_too(string rate, int code)
    {
        // About half of the writes are of 100 KiB, take three seconds and time out; the others have almost two seconds
        // to spare on a busy machine.
        var run = await RunAsync("--max-error-rate", rate, "--set", "OperationDataSizeDistribution=List", "--set",
            "OperationDataSizes=1024,102400", "--set", "SimulatedWriteInMicroseconds=30000", "--set",
            "OperationTimeoutInMilliseconds=2000", "/NumWriteOperationsTotal:64", "/NumReadOperationsTotal:0");
        Assert.True(code == run.Code, run.Error);
        Assert.Equal(code > 0, run.Error.StartsWith($"sfperf: threshold broken: errors <= {rate} (0."));
    }

    [Fact]
    public Task Code_2_is_a_rate_of_failures_that_is_none() => EndsAsync(2, "sfperf: --max-error-rate: 'errors <= few' "
        + "is no threshold; write for example write:p(99) < 20ms, rate > 5000, errors < 0.1%. Aggregations: avg, min, "
        + "max, med, p(N), count, rate, errors; units ns, us, ms, s, %.\n", "--max-error-rate", "few");

    [Fact]
    public async Task Arguments_may_lie_in_a_file()
    {
        using var folder = new TemporaryFolder();
        var file = Path.Combine(folder.Path, "run.rsp");
        await File.WriteAllTextAsync(file, "# as on the command line\n--set Seed=3\n"
            + "--threshold \"write:count > 256\"\n");
        var run = await RunAsync('@' + file);
        Assert.Equal((99, "sfperf: threshold broken: write:count > 256 (256).\n"), (run.Code, run.Error));
    }

    private static async Task EndsAsync(int code, string error, params string[] arguments)
    {
        var run = await RunAsync(arguments);
        Assert.Equal((code, error), (run.Code, run.Error));
    }

    // The format without a table, and no progress: nothing but the reason is left.
    private static async Task<Invocation> RunAsync(params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync(
            ["run", .. SmallRuns.Arguments, "--quiet", "--format", "legacy", "--out", folder.Path, .. arguments]);
        Assert.Equal(run.Error.Length > 0, run.Code != 0);
        return run;
    }

    private sealed class BrokenWriter : StringWriter
    {
        public override void Write(string? value) =>
            throw new InvalidOperationException("broken");
    }
}
