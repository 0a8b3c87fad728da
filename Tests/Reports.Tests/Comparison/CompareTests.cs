using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
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
    }

    [Theory]
    [InlineData("{\"schemaVersion\":9}", "newer")]
    [InlineData("{", "cut short")]
    [InlineData(null, "there is no such file")]
    public void A_run_that_is_named_and_cannot_be_read_ends_the_comparison(string? json, string reason)
    {
        using var folder = new TemporaryFolder();
        var broken = json is null ? Path.Combine(folder.Path, "nothere") : folder.File("broken.json", json);
        var good = Save(folder, "c", 4, 1.0);
        var request = new CompareRequest { Before = [good], After = [broken, good] };
        var e = Assert.Throws<RunFormatException>(() => ComparisonText.Run(request, TextWriter.Null));
        Assert.Equal(broken, e.Path);
        Assert.Contains(reason, e.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Runs_that_did_different_work_are_refused_first_of_all_unless_that_is_allowed()
    {
        using var folder = new TemporaryFolder();
        var before = Save(folder, "a", 8, 1.0);
        var after = Path.Combine(folder.Path, "b");
        for (var i = 0; i < 8; i++)
        {
            RunFolder.Write(after, Run(1, null) with
            {
                Id = $"b{i}",
                Parameters = RunRecord.ParametersOf(
                    [new("TargetServiceType", "Redis"), new("OperationDataSizeInBytes", 4096)]),
            }, []);
        }

        const string Said = "The runs did different work: parameters.OperationDataSizeInBytes: 1024 -> 4096; "
            + "parameters.TargetServiceType: SfDictionary -> Redis\n";
        Assert.Equal((ComparisonOutcome.DifferentWork, Said), Compare(folder, before, after));
        using var output = new StringWriter { NewLine = "\n" };
        Assert.Equal(ComparisonOutcome.Accepted, ComparisonText.Run(
            new CompareRequest { Before = [before], After = [after], AllowsDifferentWork = true }, output));
        Assert.StartsWith($"{Said} metric", output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void The_folder_of_an_ab_alone_is_compared_side_by_side_whatever_its_sides_did()
    {
        using var folder = new TemporaryFolder();
        foreach (var (side, size, speed) in new[] { ("a", 1024, 1.0), ("b", 4096, 0.5) })
        {
            for (var pair = 0; pair < 10; pair++)
            {
                var run = Run(speed * (1 + (pair / 1000.0)), pair);
                RunFolder.Write(Path.Combine(folder.Path, "ab", side), run with
                {
                    Id = $"{side}{pair}",
                    Labels = new Dictionary<string, string> { ["pair"] = $"{pair}", ["side"] = side },
                    Parameters = RunRecord.ParametersOf([new("OperationDataSizeInBytes", size)]),
                }, []);
            }
        }
        // Runs that were measured again do not count.
        RunFolder.Write(Path.Combine(folder.Path, "ab", "noisy"), Run(7, 0) with { Id = "again" }, []);
        using var output = new StringWriter { NewLine = "\n" };
        var request = new CompareRequest { Before = [Path.Combine(folder.Path, "ab")], After = [] };
        Assert.Equal(ComparisonOutcome.Refused, ComparisonText.Run(request, output));
        Assert.StartsWith("The runs did different work: parameters.OperationDataSizeInBytes: 1024 -> 4096\n",
            output.ToString(), StringComparison.Ordinal);
        Assert.Contains(" pairs compared: 10 of 10\n", output.ToString(), StringComparison.Ordinal);
        var one = Assert.Throws<FormatException>(() => ComparisonText.Run(
            request with { Before = [Save(folder, "a", 2, 1)] }, TextWriter.Null));
        Assert.Contains("NEW is missing", one.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_summary_in_Markdown_says_what_was_compared_and_where_above_a_table_of_its_own()
    {
        using var folder = new TemporaryFolder();
        using var output = new StringWriter { NewLine = "\n" };
        var request = new CompareRequest
        {
            Before = [Save(folder, "a", 8, 1.0)], After = [Save(folder, "b", 8, 0.8)], Metrics = ["ops/s"],
            Command = "sfperf compare a b",
        };
        ComparisonText.WriteMarkdown(ComparedRuns.Load(request), request, output);
        const string Where = "8 runs, commit 0123456; AMD EPYC, 2 cores, Debian GNU/Linux 12, .NET 10.0.1";
        Assert.Equal($"""
            ### SfPerf: regressed

            - base: `/a`, {Where}
            - new: `/b`, {Where}
            - command: `sfperf compare a b`

            | metric | base | new | ratio (95 % CI) | p (Holm) | A/A band | verdict |
            |---|---:|---:|---:|---:|---:|---|
            | write ops/s | 1,004 | 802.8 | 0.800 (0.798..0.802) | 0.0003 | - | REGRESSED |
            | read ops/s | 1,004 | 802.8 | 0.800 (0.798..0.802) | 0.0003 | - | REGRESSED |

            - runs compared: 8 base, 8 new

            """, output.ToString().Replace(folder.Path, "", StringComparison.Ordinal));
    }

    [Fact]
    public void A_program_reads_verdict_interval_and_reason()
    {
        using var folder = new TemporaryFolder();
        var request = new CompareRequest
        {
            Before = [Save(folder, "a", 8, 1.0)], After = [Save(folder, "b", 8, 0.5)],
        };
        var runs = ComparedRuns.Load(request);
        using var json = JsonDocument.Parse(ComparisonJson.Write(runs.Compare(request), runs, request));
        var root = json.RootElement;
        Assert.Equal(("refused", "regressed"),
            (root.GetProperty("outcome").GetString(), root.GetProperty("verdict").GetString()));
        Assert.Equal("Worse: write ops/s 0.50 times as much, 0.50 to 0.50; 7 more figures regressed.",
            root.GetProperty("reason").GetString());
        var rate = root.GetProperty("figures")[0];
        Assert.Equal(("write", "ops/s", "regressed", 8), (rate.GetProperty("phase").GetString(),
            rate.GetProperty("figure").GetString(), rate.GetProperty("verdict").GetString(),
            rate.GetProperty("baseRuns").GetInt32()));
        Assert.InRange(rate.GetProperty("ratio").GetDouble(), rate.GetProperty("ratioLow").GetDouble(),
            rate.GetProperty("ratioHigh").GetDouble());
        Assert.Equal(8, root.GetProperty("base").GetProperty("runs").GetArrayLength());
    }

    [Theory]
    [InlineData(Verdict.Inconclusive, ComparisonOutcome.Undecided)]
    [InlineData(Verdict.Regressed, ComparisonOutcome.Accepted)]
    public void What_is_not_decided_is_an_outcome_of_its_own(Verdict refused, ComparisonOutcome outcome)
    {
        var comparison = RunComparison.Of([Run(1, null)], [Run(0.5, null)]);
        Assert.Equal(outcome,
            new CompareRequest { Before = [], After = [], FailOn = [refused] }.Judge(comparison));
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
    public void What_another_program_does_on_the_other_side_is_compared_as_a_sum()
    {
        var before = new[] { Costing(600, 500, 100), Costing(660, 500, 110) };
        RunRecord[] after = [.. before.Select(r => r with
        {
            Counters = [.. r.Counters!.Select(c => c.Counter != "written-bytes" ? c
                : c with { PerSecond = [.. c.PerSecond.Select(v => v * 0.001)] }),
                .. r.Counters!.Where(c => c.Counter == "written-bytes").Select(c => c with
                {
                    Process = c.Process.Replace("Stateful", "Actor", StringComparison.Ordinal),
                    PerSecond = [.. c.PerSecond.Select(v => v * 2)],
                })],
        })];
        before = [.. before.Select(r => r with
        {
            Counters = [.. r.Counters!, new("ActorStore _Node_0", "written-bytes", "write", [0.0, 0.0])],
        })];

        var cost = Assert.Single(RunComparison.Of(before, after).Costs);
        Assert.Equal(("write", "all programs", "bytes written to disk", 2.001),
            (cost.Phase, cost.Program, cost.Cost, Math.Round(cost.Ratio, 9)));
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
