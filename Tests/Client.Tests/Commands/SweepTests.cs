using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.Client.Measuring.Series;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

public sealed class SweepTests
{
    [Fact]
    public async Task Each_value_of_another_axis_has_a_knee_of_its_own()
    {
        using var folder = new TemporaryFolder();
        // Each value makes four times the rate of the one before, over a second: no pause of the machine matters.
        var sweep = await Invocation.RunAsync(["sweep", .. SmallRuns.Arguments, "--axis",
            "NumOutstandingWriteOperations=1..16x4", "--axis", "OperationDataSizeInBytes=1024,4096", "--repeats", "1",
            "--set", "SimulatedWriteInMicroseconds=4000", "/NumWriteOperationsTotal:1000000", "--seconds", "1",
            "--out", folder.Path]);
        Assert.True(sweep.Code == 0, sweep.Error);
        foreach (var size in new[] { 1024, 4096 })
        {
            Assert.Contains($"\n write, OperationDataSizeInBytes={size}: 90 % of the highest rate with 16 outstanding, "
                + "the last value: it may rise further", sweep.Out);
        }

        Assert.DoesNotContain("read: 90 %", sweep.Out);
        Assert.Contains($"saved in {folder.Path}", sweep.Out);
        Assert.Equal(6, SmallRuns.Made(folder).Length);
        Assert.Contains(" 6 runs, ", sweep.Out);
    }

    [Fact]
    public async Task A_program_reads_the_verdict_of_each_curve_and_its_reason()
    {
        using var folder = new TemporaryFolder();
        var sweep = await Invocation.RunAsync(["sweep", .. SmallRuns.Arguments, "--axis",
            "NumOutstandingWriteOperations=1,16", "--repeats", "1", "--reruns", "0", "--format", "json", "--quiet",
            "--set", "SimulatedWriteInMicroseconds=4000", "/NumWriteOperationsTotal:512", "--out", folder.Path]);
        Assert.True(sweep.Code == 0, sweep.Error);
        var curve = JsonElement.Parse(sweep.Out).GetProperty("curves").EnumerateArray()
            .Single(c => c.GetProperty("phase").GetString() == "write");
        Assert.Equal("no knee", curve.GetProperty("verdict").GetString());
        Assert.Equal("write: 90 % of the highest rate with 16 outstanding, the last value: it may rise further",
            curve.GetProperty("reason").GetString()![..88]);
    }

    [Fact]
    public async Task Without_axes_those_of_the_file_are_measured_in_rounds()
    {
        using var folder = new TemporaryFolder();
        var sweep = await Invocation.RunAsync(["sweep", .. SmallRuns.Arguments, "--set",
            "Axes.NumOutstandingWriteOperations=1..2x2", "--repeats", "2", "--reruns", "0", "--out", folder.Path]);
        Assert.True(sweep.Code == 0, sweep.Error);
        Assert.Equal(
            ["run 1 of 4: NumOutstandingWriteOperations=1", "run 2 of 4: NumOutstandingWriteOperations=2",
                "run 3 of 4: NumOutstandingWriteOperations=2", "run 4 of 4: NumOutstandingWriteOperations=1"],
            sweep.Error.Split('\n').Where(l => l.StartsWith("run ")).Select(l => l.Split(": write ")[0]));
        Assert.Contains("\nwarm-up 2: write ", sweep.Error);
        var none = await Invocation.RunAsync(["sweep", .. SmallRuns.Arguments, "--out", folder.Path]);
        Assert.Equal(2, none.Code);
        Assert.Contains("Nothing to vary", none.Error);
    }

    [Fact]
    public async Task How_long_it_takes_is_said_beforehand_and_no_phase_lasts_longer_than_told()
    {
        using var folder = new TemporaryFolder();
        string[] arguments =
        [
            "sweep", Product.File("Parameters/simulated.json"), "--set", "SimulatedWriteInMicroseconds=30000", "--set",
            "SimulatedReadInMicroseconds=15000", "--axis", "NumOutstandingWriteOperations=8,32", "--out", folder.Path,
        ];
        // A load of 2048 keys with 64 outstanding takes 0.96 s, a phase of 3 s its 3 s: 41.8 s in six runs, 13.9 s in
        // two that warm up.
        var plan = await Invocation.RunAsync([.. arguments, "--dry-run"]);
        Assert.Equal((0, ""), (plan.Code, plan.Error));
        Assert.Contains("Warm up, then measure 2 points 3 times in turn, 6 runs: about 56 s.", plan.Out);
        Assert.Contains(" --set", plan.Out.Split('\n').Single(l => l.StartsWith("PhaseSecondsMax ")));
        var sweep = await Invocation.RunAsync([.. arguments, "--seconds", "1", "--repeats", "1", "--set",
            "NumItems=64", "--set", "NumReadOperationsTotal=0"]);
        Assert.Equal(0, sweep.Code);
        Assert.StartsWith("Warm up, then measure 2 points 1 times in turn, 2 runs: about 5 s.\n", sweep.Error);
        Assert.Contains(" left\n", sweep.Error);
        var runs = SmallRuns.Made(folder).Select(RunFolder.Read);
        // All of its writes would take 7 s and more.
        Assert.All(runs, r => Assert.InRange(r.Phases.Single(p => p.Name == "write").Seconds, 0.9, 6.9));
    }

    [Fact]
    public void Until_the_knee_a_curve_ends_after_two_values_that_bring_nothing()
    {
        SweepPoint[] points = [.. new[] { "1024", "4096" }.SelectMany(size => new[] { 1, 2, 4, 8, 16, 32 }
            .Select(load => new SweepPoint([new("OperationDataSizeInBytes", size),
                new("NumOutstandingWriteOperations", $"{load}")], null!)))];
        var rounds = new SweepRounds(points, untilKnee: true);
        // The rate of the first curve ends at 4 outstanding, that of the second rises for ever.
        var left = points.Where(rounds.Takes).SelectMany((p, i) =>
            rounds.Report(p, Run(Load(p), i < 6 ? System.Math.Min(4, Load(p)) : Load(p)))).ToList();
        Assert.Equal(["OperationDataSizeInBytes=1024 NumOutstandingWriteOperations=32"], left.Select(p => p.Name));
        Assert.Equal(11, points.Count(rounds.Takes));
    }

    [Theory]
    [InlineData("OperationDataSizeInBytes=1024,2048")]
    [InlineData("NumOutstandingWriteOperations=1,2", "NumOutstandingReadOperations=1,2")]
    public async Task Until_the_knee_takes_one_axis_of_load(params string[] axes)
    {
        var sweep = await Invocation.RunAsync(
            ["sweep", .. SmallRuns.Arguments, "--until", "knee", .. axes.SelectMany(a => new[] { "--axis", a })]);
        Assert.Equal((2, "sfperf: --until knee needs one axis of outstanding operations, such as "
            + "NumOutstandingWriteOperations=1..512x2.\n"), (sweep.Code, sweep.Error));
    }

    [Fact]
    public async Task What_is_varied_holds_over_what_is_given_otherwise()
    {
        var sweep = await Invocation.RunAsync(
            ["sweep", .. SmallRuns.Arguments, "--axis", "NumItems=32", "--dry-run"]);
        Assert.Equal("NumItems 32 --set", string.Join(' ', sweep.Out.Split('\n')
            .Single(l => l.StartsWith("NumItems ")).Split(' ', System.StringSplitOptions.RemoveEmptyEntries)));
    }

    [Fact]
    public async Task An_axis_given_twice_is_refused()
    {
        var sweep = await Invocation.RunAsync(
            ["sweep", .. SmallRuns.Arguments, "--axis", "NumItems=64", "--axis", "NumItems=128"]);
        Assert.Equal((2, "sfperf: --axis NumItems is given twice; allowed: once, with all its values.\n"),
            (sweep.Code, sweep.Error));
    }

    [Theory]
    [InlineData("N=1,2,4", "1 2 4")]
    [InlineData("N=1..8x2", "1 2 4 8")]
    [InlineData("N=10..500x5", "10 50 250")]
    public void An_axis_is_a_list_or_a_row(string text, string values) =>
        Assert.Equal(values, string.Join(' ', SweepAxis.Parse(text).Values));

    [Theory]
    [InlineData("N")]
    [InlineData("=1")]
    [InlineData("N=8..1x2")]
    [InlineData("N=1..8x1")]
    [InlineData("N=1..8")]
    public async Task What_is_no_axis_is_refused(string text)
    {
        var sweep = await Invocation.RunAsync("sweep", SmallRuns.Arguments[0], "--axis", text);
        Assert.Equal(2, sweep.Code);
        Assert.Contains($"--axis {text}:", sweep.Error);
    }

    private static int Load(SweepPoint point) => int.Parse(point.Settings[1].Value);

    private static RunRecord Run(int outstanding, double rate) => new()
    {
        Name = "x", StartedUtc = default, Parameters = new Dictionary<string, System.Text.Json.JsonElement>(),
        Environment = new EnvironmentRecord(),
        Phases =
        [
            new PhaseRecord
            {
                Name = "write", Kind = "write", Operations = 1, Failed = 0, Seconds = 1, OpsPerSecond = rate,
                Outstanding = outstanding, LatencyMs = new LatencyRecord(),
            },
        ],
    };
}
