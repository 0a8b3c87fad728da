using System;
using System.Collections.Generic;
using System.IO;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Reports.Tests.Comparison;

public sealed class RunFaultsTests
{
    [Fact]
    public void Fail_overs_are_moves_of_primaries_and_an_outage_lasts_until_the_same_partition_serves()
    {
        var run = Run(("primary", 5, "no primary of StatefulStore: _Node_1 is out"),
            ("primary", 5.05, "primary of Other on _Node_3"),
            ("primary", 5.125, "primary of StatefulStore moved from _Node_1 to _Node_2"),
            ("replica", 6, "replica of StatefulStore on _Node_1: Ready"),
            ("primary", 9, "no primary of StatefulStore: _Node_2 is out"),
            ("primary", 9.08, "primary of StatefulStore on _Node_2"));
        var faults = RunFaults.Of(run);
        Assert.Equal((1, 125.0, "manager", true),
            (faults.FailOvers, faults.LongestOutageMs!.Value, faults.SeenBy, faults.Any));
    }

    [Fact]
    public void An_outage_that_does_not_end_ends_with_the_run()
    {
        // The run has phases until second 40.
        var faults = RunFaults.Of(Run(("primary", 38, "no primary of StatefulStore: _Node_1 is out")));
        Assert.Equal((0, 2000.0), (faults.FailOvers, faults.LongestOutageMs!.Value));
    }

    [Fact]
    public void What_clients_measured_counts_for_more_than_what_the_manager_saw()
    {
        var run = Run(("primary", 5, "no primary of StatefulStore: _Node_1 is out"),
            ("primary", 5.1, "primary of StatefulStore moved from _Node_1 to _Node_2")) with
        {
            Failover = FailoverSamples.Record(),
        };
        var faults = RunFaults.Of(run);
        Assert.Equal((1, 250.0, "clients"), (faults.FailOvers, faults.LongestOutageMs!.Value, faults.SeenBy));
    }

    [Fact]
    public void A_run_in_which_nothing_happened_has_none()
    {
        var faults = RunFaults.Of(Run(("gc-pause", 3, "collector of StatefulStore _Node_1 for 1 s")));
        Assert.Equal((0, null, false), (faults.FailOvers, faults.LongestOutageMs, faults.Any));
    }

    [Fact]
    public void History_lists_the_runs_with_fail_overs()
    {
        using var output = new StringWriter { NewLine = "\n" };
        var moved = Run(("primary", 5, "no primary of StatefulStore: _Node_1 is out"),
            ("primary", 5.125, "primary of StatefulStore moved from _Node_1 to _Node_2"));
        HistoryText.Write([Samples.Run(), moved with { Id = "d4e5f6", StartedUtc = Samples.Started.AddHours(1) }],
            null, output);
        Assert.Equal("2 runs are too few to find changes in; 8 are the least.\n"
            + "Fail-overs or outages in 1 of 2 runs:\n"
            + " run                  started  fail-overs  longest outage ms  seen by\n"
            + " d4e5f6  2026-11-21 03:15:03Z           1                125  manager\n", output.ToString());
    }

    [Fact]
    public void Comparisons_name_the_events_of_both_sides()
    {
        using var folder = new TemporaryFolder();
        using var output = new StringWriter { NewLine = "\n" };
        var moved = Run(("primary", 5, "no primary of StatefulStore: _Node_1 is out"),
            ("primary", 5.125, "primary of StatefulStore moved from _Node_1 to _Node_2"));
        var (a, b) = (RunFolder.Write(folder.Path, Samples.Run() with { Id = "a" }, []),
            RunFolder.Write(folder.Path, moved with { Id = "b" }, []));
        ComparisonText.Run(new CompareRequest { Before = [a], After = [b] }, output);
        Assert.Contains(" events: base 0 fail-overs, no outage; new 1 fail-overs, longest outage 125 ms (seen by "
            + "manager)\n", output.ToString(), StringComparison.Ordinal);
        output.GetStringBuilder().Clear();
        ComparisonText.Run(new CompareRequest { Before = [a], After = [a] }, output);
        Assert.DoesNotContain("events:", output.ToString(), StringComparison.Ordinal);
    }

    private static RunRecord Run(params (string Kind, double Second, string Text)[] events)
    {
        var run = Samples.Run();
        var all = new List<EventRecord>();
        foreach (var (kind, second, text) in events)
            all.Add(EventRecord.At(Samples.Started.AddSeconds(second), kind, text, run));
        return run with { Events = all };
    }
}
