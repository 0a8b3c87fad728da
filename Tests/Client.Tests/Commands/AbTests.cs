using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.SelfTesting;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

public sealed class AbTests
{
    [Fact]
    public async Task Two_settings_are_compared_in_interleaved_pairs_and_can_be_compared_again()
    {
        using var folder = new TemporaryFolder();
        var ab = await Invocation.RunAsync(["ab", .. SmallRuns.Arguments, "/NumOutstandingWriteOperations:16", "--b",
            "SimulatedWriteInMicroseconds=10000", "--pairs", "10", "--out", folder.Path]);
        Assert.True(ab.Code == 98, ab.Out);
        Assert.Contains("pairs compared: 10 of 10", ab.Out);
        Assert.Contains("A/A band", ab.Out);
        Assert.Contains("REGRESSED", ab.Out);
        Assert.Contains("parameters.SimulatedWriteInMicroseconds: 1000 -> 10000", ab.Out);
        Assert.Equal(["A", "B", "B", "A"], ab.Error.Split('\n').Where(l => l.StartsWith("pair ")).Take(4)
            .Select(l => l.Split(':')[0][^1..]));
        Assert.Contains("sfperf: failed: at least one figure has a verdict that --fail-on names (without it: "
            + "regressed).\n", ab.Error);

        var again = ab.Out.Split('\n').Single(l => l.StartsWith(" the same again: sfperf ")).Split(' ')[^2..];
        var compared = await Invocation.RunAsync(again);
        Assert.Equal(98, compared.Code);
        var markdown = Path.Combine(folder.Path, "ab.md");
        Assert.Equal(98, (await Invocation.RunAsync([.. again, "--markdown", markdown])).Code);
        var lines = await File.ReadAllLinesAsync(markdown);
        Assert.StartsWith($"- base: `{Path.Combine(again[^1], "a")}`, 10 runs", lines[2]);
        Assert.StartsWith($"- new: `{Path.Combine(again[^1], "b")}`, 10 runs", lines[3]);
        Assert.StartsWith(compared.Out, ab.Out);
        var report = ab.Out.Split('\n').Single(l => l.StartsWith(" as a page: sfperf ")).Split(' ')[^2..];
        var html = Path.Combine(folder.Path, "ab.html");
        Assert.Equal(0, (await Invocation.RunAsync([.. report, "-o", html])).Code);
        Assert.Contains("20 runs", await File.ReadAllTextAsync(html));
        Assert.Equal(0, (await Invocation.RunAsync("history", folder.Path)).Code);
    }

    // How grave a finding a busy machine gives differs from run to run: RunSeriesTests counts what follows from it.
    [Fact]
    public async Task A_busy_machine_makes_runs_doubtful_and_a_strict_comparison_rejects_them()
    {
        Assert.SkipWhen(System.OperatingSystem.IsWindows(), "There is no noise that every system tells of.");
        using var folder = new TemporaryFolder();
        using var others = new BusyProcessors();
        // A process of its own: what this one starts is its own, too, and no noise.
        var ab = await Sfperf.RunAsync(folder, ["ab", .. SmallRuns.Arguments, "/NumWriteOperationsTotal:25600",
            "--pairs", "1", "--reruns", "2", "--strict", "--out", "runs"]);
        Assert.True(ab.Code == 6, ab.Error + ab.Out);
        Assert.Matches(
            " 2 runs, [0-2] more measured again for noise, [^;]*(noisy|driver-bound)[^;]*; saved in ", ab.Out);
        Assert.Contains(" doubtful: ", ab.Out);
        Assert.Contains("sfperf: rejected: ", ab.Error);
    }

    [Fact]
    public async Task Without_settings_a_store_is_compared_with_itself()
    {
        using var folder = new TemporaryFolder();
        var ab = await Invocation.RunAsync(["ab", .. SmallRuns.Arguments, "--pairs", "1", "--reruns", "0", "--fail-on",
            "regressed,inconclusive", "--out", folder.Path]);
        Assert.Equal(96, ab.Code);
        // Of six figures, none can reach 0.05 with seven pairs: 6 x 2 / 128.
        Assert.Contains("inconclusive (about 7 more pairs)", ab.Out);
        Assert.DoesNotContain("what differs", ab.Out);
    }

    [Theory]
    [InlineData("--pairs", "0", "--pairs 0: allowed is 1 to 1000.")]
    [InlineData("--reruns", "-1", "--reruns -1: allowed is 0 to 1000.")]
    [InlineData("--seconds", "3601", "--seconds 3601: allowed is 0 to 3600.")]
    [InlineData("--fail-on", "regresed", "--fail-on regresed: allowed is regressed, inconclusive, improved, none.")]
    public async Task What_is_out_of_range_is_refused(string option, string value, string message)
    {
        var ab = await Invocation.RunAsync(["ab", .. SmallRuns.Arguments, option, value]);
        Assert.Equal(2, ab.Code);
        Assert.Contains(message, ab.Error);
    }

    [Fact]
    public async Task The_order_within_pairs_can_be_drawn_from_the_seed_and_is_kept()
    {
        using var folder = new TemporaryFolder();
        string[] ab = ["ab", .. SmallRuns.Arguments, "/Seed:7", "--pairs", "6", "--order", "random", "--reruns", "0"];
        var plan = await Invocation.RunAsync([.. ab, "--dry-run"]);
        Assert.Contains("Measure 6 pairs of such runs in random order (seed 7): ", plan.Out);
        var run = await Invocation.RunAsync([.. ab, "--out", folder.Path, "--fail-on", "none"]);
        Assert.True(run.Code == 0, run.Error);
        var drawn = Enumerable.Range(0, 6).SelectMany(p => PairOrder.Random(7, p)).Select(b => b ? "B" : "A").ToList();
        Assert.Equal(drawn, run.Error.Split('\n').Where(l => l.StartsWith("pair ")).Select(l => l.Split(':')[0][^1..]));
        Assert.NotEqual(Enumerable.Range(0, 6).SelectMany(PairOrder.Of).Select(b => b ? "B" : "A"), drawn);
        var runs = RunFolder.ReadAll(Path.Combine(SmallRuns.Group(folder), "b")).Runs;
        Assert.Equal(6, runs.Count);
        Assert.All(runs, r => Assert.Equal("random, seed 7", r.Run.Labels!["order"]));
    }

    [Fact]
    public async Task How_long_it_takes_is_said_beforehand()
    {
        var plan = await Invocation.RunAsync("ab", SmallRuns.Arguments[0], "/NumReadOperationsTotal:0", "--a",
            "SimulatedWriteInMicroseconds=10000", "--b", "SimulatedWriteInMicroseconds=20000", "--dry-run");
        Assert.Equal((0, ""), (plan.Code, plan.Error));
        // 8192 writes, 64 at a time.
        Assert.Contains("Measure 10 pairs of such runs in turn (A B, B A, ...): about 39 s.", plan.Out);
    }
}
