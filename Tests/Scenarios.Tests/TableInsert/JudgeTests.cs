using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Scenarios.TableInsert;
using Xunit;

namespace SfPerf.Scenarios.Tests.TableInsert;

/// <summary>Verdicts on windows whose averages are given.</summary>
public sealed class JudgeTests
{
    private const string WithoutExpect = "without Expect100Continue, Nagle makes an insert at least 5 x as long";
    private const string WithExpect = "with Expect100Continue, Nagle makes an insert at least 5 x as long (published: "
        + "5.49)";
    private const string OneDelay = "that is 35 to 50 ms, one delayed acknowledgement of Linux";
    private const string NoGain = "with Nagle, an insert takes as long without Expect100Continue as with it, within "
        + "10 % (published: 1.03)";

    // By Nagle and Expect100Continue.
    private static readonly Dictionary<(bool, bool), double> OnLinux = new()
    {
        [(true, true)] = 0.45, [(false, true)] = 0.50, [(true, false)] = 44, [(false, false)] = 0.43,
    };

    private static readonly Dictionary<(bool, bool), double> AsPublished = new()
    {
        [(true, true)] = 209.73, [(false, true)] = 38.23, [(true, false)] = 217.03, [(false, false)] = 38,
    };

    [Fact]
    public void On_Linux_the_stall_is_confirmed_and_the_published_cell_contradicted_with_its_reason()
    {
        var judged = Judge("Split", OnLinux, segments: 2);
        Assert.Equal(["Confirmed", "Confirmed", "Contradicted", "Contradicted", "Confirmed", "Confirmed"],
            judged.Select(e => e.Outcome.ToString()));
        Assert.Contains("0.900 [0.8", judged.Of(WithExpect).Evidence, StringComparison.Ordinal);
        Assert.EndsWith("Nagle's algorithm waits for, so the body leaves at once", judged.Of(WithExpect).Evidence,
            StringComparison.Ordinal);
        Assert.EndsWith("gives up delaying, and the body waits", judged.Of(NoGain).Evidence, StringComparison.Ordinal);
        Assert.StartsWith("43.6 ms [", judged.Of(OneDelay).Evidence, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_the_published_figures_hold_they_are_confirmed_and_the_delay_of_Linux_contradicted()
    {
        var judged = Judge("Split", AsPublished, segments: 2);
        foreach (var claim in new[] { WithoutExpect, WithExpect, NoGain })
            Assert.Equal(Outcome.Confirmed, judged.Of(claim).Outcome);
        Assert.Equal(Outcome.Contradicted, judged.Of(OneDelay).Outcome);
    }

    [Fact]
    public void Rounds_that_scatter_decide_nothing()
    {
        var settings = new InsertSettings(Given.Parameters(("Endpoints", "InProcess"), ("RequestFraming", "Split"),
            ("EntitiesPerRequest", "1"), ("Expect100Continue", "false")));
        ArmResult[][] rounds = [.. new[] { 1.0, 40.0, 2.0 }.Select(stall => settings.Cells.Select(c =>
            Given.Window("InProcess", c, c.Nagle ? stall : 0.4, 2)).ToArray())];
        var judged = new InsertJudge(new InsertTable(rounds, settings), settings).Judge().ToArray();
        Assert.Equal(Outcome.Inconclusive, judged.Of(WithoutExpect).Outcome);
        Assert.Equal(Outcome.Inconclusive, judged.Of(OneDelay).Outcome);
    }

    [Theory]
    [InlineData(2, "Confirmed")]
    [InlineData(1.5, "Contradicted")]
    public void Segments_are_decided_by_their_count(double segments, string outcome) => Assert.Equal(outcome,
        Judge("Split", OnLinux, segments).Of("headers and body apart leaves in 2 segments").Outcome.ToString());

    [Fact]
    public void A_body_that_the_kernel_may_cut_is_not_judged_by_its_segments()
    {
        var settings = new InsertSettings(Given.Parameters(
            ("Endpoints", "InProcess"), ("RequestFraming", "Split"), ("EntitiesPerRequest", "1,100")));
        ArmResult[] round = [.. settings.Cells.Select(c => c.Entities == 1
            ? Given.Window("InProcess", c, 0.4, 2) : Given.Window("InProcess", c, 2, 3, bytes: 60_000))];
        var judged = new InsertJudge(new InsertTable([round], settings), settings).Judge()
            .Of("headers and body apart leaves in 2 segments");
        Assert.Equal((Outcome.Confirmed, "2..2 in 4 cells"), (judged.Outcome, judged.Evidence));
    }

    [Fact]
    public void What_is_coalesced_into_one_segment_is_to_know_no_Nagle_and_what_is_not_to_stall()
    {
        const string alike = "without Expect100Continue, Nagle makes no difference within 30 %";
        const string stalls = "leaves in 2 segments all the same, and Nagle makes it at least 5 x as long";
        Assert.Equal(Outcome.Confirmed, Judge("Coalesced", Even(0.4), segments: 1).Of(alike).Outcome);
        Assert.Equal(Outcome.Contradicted, Judge("Coalesced", OnLinux, segments: 1).Of(alike).Outcome);
        Assert.Equal(Outcome.Confirmed, Judge("Coalesced", OnLinux, segments: 2).Of(stalls).Outcome);
        Assert.Equal(Outcome.Contradicted, Judge("Coalesced", Even(0.4), segments: 2).Of(stalls).Outcome);
    }

    [Fact]
    public void The_report_gets_each_cell_beside_its_published_figure()
    {
        var (table, _) = Table("Split", OnLinux, 2);
        var chart = Assert.Single(InsertPictures.Charts(table));
        Assert.Equal(("Average of an insert, Split x1", "ms"), (chart.Title, chart.Unit));
        Assert.Equal([209.73, 38.23, 217.03, null], chart.Bars.Select(b => b.Published is { } p
            ? Math.Round(p, 2) : (double?)null));
        Assert.All(chart.Bars, b => Assert.True(b.Low < b.Value && b.Value < b.High));
        var grid = Assert.Single(InsertPictures.Grids(table));
        Assert.Equal(["Expect100Continue on", "Expect100Continue off"], grid.Columns);
        Assert.Equal(["UseNagleAlgorithm on", "UseNagleAlgorithm off"], grid.Rows.Select(r => r.Name));
        Assert.Matches(@"^44\.0 \[.*\], published 217\.03$", grid.Rows[0].Cells[1]);
        Assert.DoesNotContain("published", grid.Rows[1].Cells[1], StringComparison.Ordinal);
    }

    [Fact]
    public void A_cell_that_only_some_rounds_have_is_compared_in_those()
    {
        var settings = new InsertSettings(Given.Parameters(("Endpoints", "InProcess,Azurite"),
            ("RequestFraming", "Split"), ("EntitiesPerRequest", "1"), ("Expect100Continue", "false")));
        ArmResult[] Round(params string[] endpoints) => [.. from e in endpoints from c in settings.Cells
                                                            select Given.Window(e, c, c.Nagle ? 44 : 0.4, 2)];
        var table = new InsertTable([Round("InProcess", "Azurite"), Round("InProcess")], settings);
        using var output = new StringWriter();
        table.Write(output);
        Assert.Equal(6, output.ToString().Split('\n').Count(l => l.Contains(" 00:00:00 ", StringComparison.Ordinal)));
        Assert.Equal(4, table.Cells.Count());
        Assert.Equal([2, 1], table.Cells.GroupBy(c => c.Endpoint)
            .Select(e => table.Pairs(e.Key, e.First().Cell, e.Last().Cell).First.Length));
    }

    private static Dictionary<(bool, bool), double> Even(double milliseconds) =>
        OnLinux.Keys.ToDictionary(k => k, _ => milliseconds);

    private static Expectation[] Judge(string framing, Dictionary<(bool, bool), double> averages, double segments)
    {
        var (table, settings) = Table(framing, averages, segments);
        return [.. new InsertJudge(table, settings).Judge()];
    }

    // Four rounds that differ by up to 1 %, so that intervals are narrow but not empty.
    private static (InsertTable Table, InsertSettings Settings) Table(
        string framing, Dictionary<(bool, bool), double> averages, double segments)
    {
        var settings = new InsertSettings(Given.Parameters(
            ("Endpoints", "InProcess"), ("RequestFraming", framing), ("EntitiesPerRequest", "1")));
        double[] drifts = [0.995, 1.0, 1.005, 1.001];
        ArmResult[][] rounds = [.. drifts.Select((_, r) => settings.Cells.Select((c, i) => Given.Window("InProcess", c,
            averages[(c.Nagle, c.Expect)] * drifts[(r + i) % drifts.Length], segments)).ToArray())];
        return (new InsertTable(rounds, settings), settings);
    }
}
