using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Reports.Tests.Comparison;

public sealed class CompareTests
{
    [Fact]
    public void A_real_slow_down_is_found_and_fails()
    {
        using var folder = new TemporaryFolder();
        var (code, text) = Compare(folder, Save(folder, "a", 8, 1.0), Save(folder, "b", 8, 0.8));
        Assert.Equal(ComparisonOutcome.Refused, code);
        Assert.Contains("write ops/s", text, StringComparison.Ordinal);
        Assert.Contains("REGRESSED", text, StringComparison.Ordinal);
        Assert.Contains("runs compared: 8 base, 8 new", text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_same_runs_are_the_same_and_pass_with_the_same_bytes_each_time()
    {
        using var folder = new TemporaryFolder();
        var (a, b) = (Save(folder, "a", 8, 1.0), Save(folder, "b", 8, 1.0));
        var (code, text) = Compare(folder, a, b);
        Assert.Equal(ComparisonOutcome.Accepted, code);
        Assert.DoesNotContain("REGRESSED", text, StringComparison.Ordinal);
        Assert.Contains(" same", text, StringComparison.Ordinal);
        Assert.Equal((code, text), Compare(folder, a, b));
    }

    [Fact]
    public void One_run_a_side_gives_no_verdict_and_says_what_is_missing()
    {
        using var folder = new TemporaryFolder();
        var (code, text) = Compare(folder, Save(folder, "a", 1, 1.0), Save(folder, "b", 1, 0.5));
        Assert.Equal(ComparisonOutcome.Accepted, code);
        // Of eight figures, none can reach 0.05 with five runs a side: 8 x 2 / 252.
        Assert.Contains("inconclusive (about 5 more runs a side)", text, StringComparison.Ordinal);
        Assert.Contains("(too few runs)", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Comparing_nothing_is_an_error()
    {
        using var folder = new TemporaryFolder();
        var empty = Directory.CreateDirectory(Path.Combine(folder.Path, "none")).FullName;
        Assert.Equal(ComparisonOutcome.NothingCompared, Compare(folder, Save(folder, "a", 4, 1.0), empty).Code);
        var broken = folder.File("broken.json", "{\"schemaVersion\":9}");
        var (code, text) = Compare(folder, Save(folder, "c", 4, 1.0), broken);
        Assert.Equal(ComparisonOutcome.NothingCompared, code);
        Assert.Contains("skipped", text, StringComparison.Ordinal);
        Assert.Contains("newer", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Pairs_are_compared_as_pairs()
    {
        // The machine doubles its speed half way through: unpaired values overlap, pairs do not.
        var runs = Enumerable.Range(0, 10).Select(i => (Speed: i < 5 ? 1.0 : 2.0, Pair: i)).ToArray();
        var before = runs.Select(r => Run(r.Speed * (1 + (r.Pair / 1000.0)), r.Pair)).ToArray();
        var after = runs.Select(r => Run(r.Speed * 0.9, r.Pair)).ToArray();
        var comparison = RunComparison.Of(before, after);
        var rate = comparison.Metrics.Single(m => m is { Phase: "write", Metric.Name: "ops/s" });
        Assert.True(rate.Paired);
        Assert.Equal(Verdict.Regressed, rate.Verdict);
        var unpaired = RunComparison.Of([.. before.Select(r => r with { Labels = null })], after);
        Assert.Equal(Verdict.Inconclusive,
            unpaired.Metrics.Single(m => m is { Phase: "write", Metric.Name: "ops/s" }).Verdict);
    }

    [Fact]
    public void What_else_changed_is_named()
    {
        var before = Run(1, null);
        var after = before with
        {
            Environment = before.Environment with { Runtime = ".NET 11.0.0" },
            Cluster = before.Cluster! with { Durability = "ProcessCrash" },
        };
        Assert.Equal(
            [new("cluster.durability", "Fsync", "ProcessCrash"),
                new("environment.runtime", ".NET 10.0.1", ".NET 11.0.0")],
            RunComparison.Of([before], [after]).Differences);
    }

    [Fact]
    public void What_an_operation_costs_is_told_where_it_changed()
    {
        // Of 12,000 writes: twice the bytes on two nodes together, the same allocations, and a tenth of noise.
        var before = new[] { Costing(600, 500, 100), Costing(660, 500, 110) };
        var after = new[] { Costing(1200, 500, 100), Costing(1320, 500, 90) };
        var cost = Assert.Single(RunComparison.Of(before, after).Costs);
        Assert.Equal(("write", "StatefulStore", "bytes written to disk", 2.0),
            (cost.Phase, cost.Program, cost.Cost, Math.Round(cost.Ratio, 9)));
        Assert.Equal(2 * 630, cost.Before, 6);
    }

    [Fact]
    public void Loads_and_warm_ups_are_not_compared_and_parts_of_runs_are_named()
    {
        var run = Run(1, null);
        var loaded = run with
        {
            Status = "cancelled",
            Phases =
            [
                run.Phases[0] with { Name = "load" }, run.Phases[0] with { Name = "write-warm-up" },
                run.Phases[0] with { Name = "mixed-warm-up-read", Kind = "read" }, run.Phases[0],
            ],
        };
        var comparison = RunComparison.Of([loaded], [loaded]);
        Assert.Equal(["write"], comparison.Metrics.Select(m => m.Phase).Distinct());
        Assert.Equal("local1_a1b2c3: cancelled, its figures cover the part that ran", comparison.Partial[0]);
    }

    [Fact]
    public void Doubtful_runs_are_rejected_when_the_user_is_strict()
    {
        using var output = new StringWriter();
        var noisy = Run(1, null) with { Noise = new NoiseRecord { Verdict = "noisy" } };
        var comparison = RunComparison.Of([noisy], [noisy]);
        var request = new CompareRequest { Before = [], After = [] };
        Assert.Equal(ComparisonOutcome.Accepted, ComparisonText.Write(comparison, 1, 1, request, output));
        Assert.Equal(ComparisonOutcome.Doubtful,
            ComparisonText.Write(comparison, 1, 1, request with { Strict = true }, output));
    }

    private static RunRecord Costing(double written, double allocated, double cpu)
    {
        var run = Run(1, null);
        var seconds = run.Phases[0].Operations / 2.0;
        CounterSeriesRecord Series(string process, string counter, double each) =>
            new(process, counter, "write", [each * seconds, each * seconds]);
        return run with
        {
            Counters =
            [
                Series("StatefulStore _Node_0", "written-bytes", written),
                Series("StatefulStore _Node_1", "written-bytes", written),
                Series("StatefulStore _Node_0", "allocated-bytes", allocated),
                Series("LoadDriver _Node_0", "cpu", cpu * 1e-6),
                Series(CounterSeriesRecord.Others, "cpu", written),
            ],
        };
    }

    private static (ComparisonOutcome Code, string Text) Compare(TemporaryFolder folder, string before, string after)
    {
        using var output = new StringWriter { NewLine = "\n" };
        var code = ComparisonText.Run(new CompareRequest { Before = [before], After = [after] }, output);
        return (code, output.ToString().Replace(folder.Path, "", StringComparison.Ordinal));
    }

    private static string Save(TemporaryFolder folder, string name, int count, double speed)
    {
        var root = Path.Combine(folder.Path, name);
        for (var i = 0; i < count; i++)
            RunFolder.Write(root, Run(speed * (1 + (i / 1000.0)), null) with { Id = $"{name}{i}" }, []);
        return root;
    }

    private static RunRecord Run(double speed, int? pair)
    {
        var run = Samples.Run();
        return run with
        {
            Labels = pair is { } p ? new Dictionary<string, string> { ["pair"] = $"{p}" } : null,
            Phases =
            [
                .. run.Phases.Select(phase => phase with
                {
                    Steady = null,
                    OpsPerSecond = 1000 * speed,
                    LatencyMs = new LatencyRecord
                    {
                        Mean = 4 / speed, P50 = 3.9 / speed, P90 = 5 / speed, P99 = 9 / speed, Max = 20,
                    },
                }),
            ],
        };
    }
}
