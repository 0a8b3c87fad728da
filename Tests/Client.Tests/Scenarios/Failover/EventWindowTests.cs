using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Scenarios.Failover;
using SfPerf.LoadGenerator.Recording;
using SfPerf.Metrics.Results;
using Xunit;

namespace SfPerf.Client.Tests.Scenarios.Failover;

/// <summary>Windows of two seconds with the event at 500 ms, in a clock of microseconds.</summary>
public sealed class EventWindowTests
{
    [Fact]
    public void An_outage_is_the_longest_time_without_a_success_of_the_kind_that_was_away_longest()
    {
        var window = Window(Away(readsUntil: 621, writesUntil: 705));
        // The last success before the event ended at 491 ms.
        Assert.Equal(130, window.OutageOfMs(OperationKind.Read));
        Assert.Equal(214, window.OutageOfMs(OperationKind.Write));
        Assert.Equal(214, window.OutageMs);
        Assert.Equal(10, window.QuietMs);
        Assert.Equal(400, window.BackMs);
    }

    [Fact]
    public void Without_an_outage_it_is_the_distance_of_operations()
    {
        var window = Window(Away(readsUntil: 0, writesUntil: 0));
        Assert.Equal((10.0, 10.0), (window.OutageMs, window.QuietMs));
    }

    [Fact]
    public void What_does_not_come_back_is_away_until_the_end_of_the_window()
    {
        var window = Window(Away(0, 0).Where(o => o.Ended < 500_000));
        Assert.Equal(2000 - 491, window.OutageMs);
        Assert.Equal(10, window.QuietMs);
    }

    [Fact]
    public void A_gap_that_begins_long_after_the_event_is_not_its_outage()
    {
        var operations = Away(621, 621).Where(o => o.Intended is < 1_600_000 or > 1_900_000);
        Assert.Equal(130, Window(operations).OutageMs);
    }

    [Fact]
    public void Replicas_that_are_back_at_once_leave_clients_a_second_to_find_them()
    {
        var operations = Away(0, 0).Where(o => o.Intended is < 1_300_000 or > 1_500_000);
        Assert.Equal(220, (Window(operations) with { Back = 510_000 }).OutageMs);
    }

    [Fact]
    public void Latency_counts_from_intended_times_before_during_and_after()
    {
        var window = Window(Away(621, 705));
        Assert.Equal((100L, 200L, 100L), (window.Before().Count, window.During().Count, window.After().Count));
        Assert.Equal((1_000_000L, 205_000_000L, 1_000_000L),
            (window.Before().Max, window.During().Max, window.After().Max));
    }

    [Fact]
    public void An_operation_that_was_under_way_at_the_event_is_not_one_before_it()
    {
        var window = Window([Operation(OperationKind.Read, 490, 800)]);
        Assert.Equal((0L, 1L, 0L), (window.Before().Count, window.During().Count, window.After().Count));
    }

    [Fact]
    public void Failures_count_by_kind_from_the_event_on_and_are_no_successes()
    {
        var window = Window([.. Away(621, 621),
            Operation(OperationKind.Write, 300, 310, "Earlier"), Operation(OperationKind.Write, 510, 560, "Timeout"),
            Operation(OperationKind.Read, 520, 570, "Timeout"), Operation(OperationKind.Read, 530, 580, "Lost")]);
        Assert.Equal([("Lost", 1L), ("Timeout", 2L)], window.Errors().Select(e => (e.Key, e.Value)));
        Assert.Equal(130, window.OutageMs);
        Assert.Equal(200, window.During().Count);
    }

    [Fact]
    public void The_strip_counts_successes_in_intervals_of_10_ms_about_the_event()
    {
        var strip = Window(Away(621, 705)).Strip();
        Assert.Equal((-100.0, 10.0), (strip.FromMs, strip.StepMs));
        // Up to 300 ms after an outage of 214 ms.
        Assert.Equal(10 + 52, strip.Successes.Count);
        Assert.Equal(Enumerable.Repeat(2, 10), strip.Successes.Take(10));
        Assert.Equal(Enumerable.Repeat(0, 12), strip.Successes.Skip(10).Take(12));
        // 13 reads that were intended until 620 ms ended at 621, then one each 10 ms; 21 writes ended at 705.
        Assert.Equal([13, 1, 1, 1, 1, 1, 1, 1], strip.Successes.Skip(22).Take(8));
        Assert.Equal([22, 2], strip.Successes.Skip(30).Take(2));
    }

    [Theory]
    [InlineData(1200, 10)]
    [InlineData(4700, 50)]
    [InlineData(40_000, 200)]
    public void Intervals_are_longer_where_the_outage_is(int backMs, double step)
    {
        var window = Window(Away(0, 0).Where(o => o.Ended < 500_000)
            .Concat(Enumerable.Range(0, 200).Select(i => backMs + (i * 10)).SelectMany(at => new[]
            {
                Operation(OperationKind.Read, at - 1, at), Operation(OperationKind.Write, at - 1, at),
            }))) with
        {
            Back = (backMs + 1) * 1000,
            End = (backMs + 2000) * 1000,
        };
        Assert.Equal(step, window.Strip().StepMs);
        Assert.Equal(backMs - 491, window.OutageMs);
        Assert.InRange(window.Strip().Successes.Count, 1, 201);
    }

    [Fact]
    public void The_record_of_an_event_holds_what_the_window_says()
    {
        var record = Window(Away(621, 705)).Record("kill-primary", 2, DateTimeOffset.UnixEpoch, "process 7");
        Assert.Equal(("kill-primary", 2, "process 7"), (record.Kind, record.Round, record.Target));
        Assert.Equal((214.0, 130.0, 214.0, 10.0, 400.0),
            (record.OutageMs, record.ReadOutageMs, record.WriteOutageMs, record.QuietMs, record.BackMs));
        Assert.Equal(205, record.During.Max);
        // 200 operations do not carry a 99th percentile.
        Assert.Null(record.During.P99);
    }

    private static EventWindow Window(IEnumerable<LoggedOperation> operations) =>
        new([.. operations], 0, 500_000, 900_000, 2_000_000, 1_000_000);

    /// <summary>A read and a write intended every 10 ms that take 1 ms; those intended from 500 ms on end no sooner
    /// than given.</summary>
    private static IEnumerable<LoggedOperation> Away(int readsUntil, int writesUntil) =>
        Enumerable.Range(0, 200).Select(i => i * 10).SelectMany(at => new[]
        {
            Operation(OperationKind.Read, at, at < 500 ? at + 1 : Math.Max(at + 1, readsUntil)),
            Operation(OperationKind.Write, at, at < 500 ? at + 1 : Math.Max(at + 1, writesUntil)),
        });

    private static LoggedOperation Operation(OperationKind kind, int intendedMs, int endedMs, string? error = null) =>
        new(kind, intendedMs * 1000L, endedMs * 1000L, error);
}
