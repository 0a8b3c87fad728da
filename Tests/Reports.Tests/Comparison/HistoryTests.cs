using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Reports.Tests.Comparison;

public sealed class HistoryTests
{
    [Fact]
    public void A_change_is_named_with_what_else_changed_there()
    {
        var runs = Enumerable.Range(0, 30)
            .Select(i => Run(i, i < 15 ? 1000 : 850, i < 15 ? ".NET 10.0.1" : ".NET 10.0.2"));
        var text = Write([.. runs], "environment.runtime");
        Assert.Contains("write ops/s: worse by 15 % (1,000 -> 850.0) from 2026-11-21 17:15:03Z, run 015\n"
            + "  environment.runtime: .NET 10.0.1 -> .NET 10.0.2\n", text, StringComparison.Ordinal);
        Assert.Contains(" .NET 10.0.2", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(30, 850, "regressed", "worse by 15 % (1,000 -> 850.0) from 2026-11-21 17:15:03Z, run 015")]
    [InlineData(30, 1200, "improved", "better by 20 % (1,000 -> 1,200) from 2026-11-21 17:15:03Z, run 015")]
    [InlineData(30, 1000, "same", "no change in 30 runs")]
    [InlineData(3, 1000, "inconclusive", "3 runs are too few to find changes in; 8 are the least")]
    public void Each_figure_has_a_verdict_with_its_reason_for_programs(
        int runs, int after, string verdict, string reason)
    {
        var text = HistoryJson.Write([.. Enumerable.Range(0, runs).Select(i => Run(i, i < 15 ? 1000 : after, "x"))]);
        using var document = JsonDocument.Parse(text);
        var figure = document.RootElement.GetProperty("groups")[0].GetProperty("figures")[0];
        Assert.Equal(("ops/s", verdict, reason), (figure.GetProperty("figure").GetString(),
            figure.GetProperty("verdict").GetString(), figure.GetProperty("reason").GetString()));
    }

    [Fact]
    public void Where_nothing_changed_it_says_so()
    {
        Assert.Equal("No change in 20 runs.\n",
            Write([.. Enumerable.Range(0, 20).Select(i => Run(i, 1000, "x"))], null));
        Assert.Equal("3 runs are too few to find changes in; 8 are the least.\n",
            Write([.. Enumerable.Range(0, 3).Select(i => Run(i, 1000, "x"))], null));
    }

    [Theory]
    [InlineData("runtime")]
    [InlineData("environment.runtime")]
    public void Runs_are_grouped_by_version(string by)
    {
        var text = Write([Run(0, 1000, ".NET 10.0.1"), Run(1, 900, ".NET 10.0.2"), Run(2, 900, ".NET 10.0.2")], by);
        Assert.Contains(" .NET 10.0.1", text, StringComparison.Ordinal);
        Assert.Contains(" .NET 10.0.2", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Runs_of_other_names_and_targets_have_histories_of_their_own_and_parts_none()
    {
        var quick = Run(0, 5000, "x") with { Name = "quick" };
        var peer = Run(1, 900, "x") with
        {
            Parameters = RunRecord.ParametersOf([new("TargetServiceType", "Redis")]),
        };
        var other = Run(1, 900, "x") with
        {
            Parameters = RunRecord.ParametersOf(
                [new("TargetServiceType", "SfDictionary"), new("TargetService", "fabric:/Shop/Cart")]),
        };
        var part = Run(3, 10, "x") with { Status = "cancelled" };
        Assert.Equal("Left out: 1 runs that ended early, 003.\n"
            + "quick, SfDictionary:\n1 runs are too few to find changes in; 8 are the least.\n"
            + "local1, Redis:\n1 runs are too few to find changes in; 8 are the least.\n"
            + "local1, SfDictionary:\n1 runs are too few to find changes in; 8 are the least.\n",
            Write([quick, peer, Run(2, 1000, "x"), part], null));
        // Runs of versions before this parameter do not have it.
        Assert.Equal("local1, SfDictionary of fabric:/Shop/Cart:\n1 runs are too few to find changes in; 8 are the "
            + "least.\nlocal1, SfDictionary:\n1 runs are too few to find changes in; 8 are the least.\n",
            Write([other, Run(2, 1000, "x")], null));
    }

    [Fact]
    public void Runs_of_other_parameters_have_histories_of_their_own_unless_grouped_by_them()
    {
        RunRecord[] runs = [.. Enumerable.Range(0, 6).Select(i => Run(i, 1000 + i, "x") with
        {
            Parameters = RunRecord.ParametersOf(
                // The seed says nothing of the work, and an older version did not know the last one.
                [new("NumItems", i % 2 == 0 ? 8 : 16), new("Seed", i), .. i > 2 ? new[] { Later } : []]),
        })];
        Assert.Equal("local1, NumItems=8:\n3 runs are too few to find changes in; 8 are the least.\n"
            + "local1, NumItems=16:\n3 runs are too few to find changes in; 8 are the least.\n", Write(runs, null));
        Assert.Contains("6 runs are too few", Write(runs, "parameters.NumItems"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_fact_no_run_carries_is_named() =>
        Assert.StartsWith("No run carries runtme; there are sdk, ", Write([Run(0, 1000, "x")], "runtme"),
            StringComparison.Ordinal);

    private static KeyValuePair<string, object?> Later => new("CameLater", 1);

    private static RunRecord Run(int hour, double rate, string runtime)
    {
        var run = Samples.Run();
        return run with
        {
            Id = $"{hour:000}",
            StartedUtc = Samples.Started.AddHours(hour),
            Environment = run.Environment with { Runtime = runtime },
            Phases = [run.Phases[0] with { Steady = null, OpsPerSecond = rate + (hour % 3) - 1 }],
        };
    }

    private static string Write(IReadOnlyList<RunRecord> runs, string? by)
    {
        using var output = new StringWriter { NewLine = "\n" };
        Assert.True(HistoryText.Write(runs, by, output));
        return output.ToString();
    }
}
