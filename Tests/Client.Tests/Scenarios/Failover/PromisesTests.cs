using System;
using System.Collections.Generic;
using SfPerf.Client.Scenarios.Failover;
using SfPerf.Reports.Runs;
using SfPerf.Scenarios;
using Xunit;

namespace SfPerf.Client.Tests.Scenarios.Failover;

public sealed class PromisesTests
{
    private static readonly TimeSpan Stop = TimeSpan.FromSeconds(8);

    [Theory]
    [InlineData("kill-primary", 5, 120.0, 400.0, "Confirmed")]
    [InlineData("kill-primary", 5, 150.0, 400.0, "Contradicted")]
    [InlineData("kill-node", 3, 100.0, 1000.0, "Contradicted")]
    [InlineData("move-primary", 2, 10.0, 20.0, "Inconclusive")]
    [InlineData("stop-primary", 5, 1400.0, 1499.0, "Confirmed")]
    [InlineData("stop-primary", 5, 1400.0, 1500.0, "Contradicted")]
    [InlineData("kill-manager", 1, 20_000.0, 20_000.0, "Confirmed")]
    public void A_kind_is_judged_by_its_median_and_its_longest_outage(
        string kind, int count, double median, double longest, string outcome) =>
        Assert.Equal(outcome, Promises.Of(Kind(kind, count, median, longest), Stop).Outcome.ToString());

    [Fact]
    public void The_sentence_says_the_promise_and_what_was_measured()
    {
        var one = Promises.Of(Kind("kill-primary", 5, 122.44, 301.9), Stop);
        Assert.Equal("a kill of the primary's host stops the store for less than 150 ms (median) and never for 1 s",
            one.Claim);
        Assert.Equal("no success for 122 ms (median) and 302 ms (longest of 5); all replicas back after 1500 ms "
            + "(median)", one.Evidence);
        Assert.Equal("a stopped primary's host stops the store for less than 0.2 s (the stop) + 1 s",
            Promises.Of(Kind("stop-primary", 5, 1, 1), TimeSpan.FromSeconds(0.2)).Claim);
        Assert.Equal("a stopped primary's host stops the store for less than 0.5 s (detection) + 1 s",
            Promises.Of(Kind("stop-primary", 5, 1, 1), Stop).Claim);
        Assert.EndsWith("; fewer than 3 events decide nothing",
            Promises.Of(Kind("kill-secondary", 2, 1, 1), Stop).Evidence, StringComparison.Ordinal);
    }

    [Fact]
    public void One_read_that_contradicts_an_acknowledged_write_contradicts_the_promise()
    {
        var record = new FailoverRecord { Rate = 1000, ResolutionMs = 2, Verified = 100 };
        Assert.Equal((Outcome.Confirmed, "every read was checked, and 100 keys at the end"),
            (Promises.NothingLost(record).Outcome, Promises.NothingLost(record).Evidence));
        Assert.Equal(Outcome.Inconclusive, Promises.NothingLost(record with { Verified = null }).Outcome);
        var lost = record with { Contradictions = new Dictionary<string, long> { ["Lost"] = 1, ["Stale"] = 2 } };
        Assert.Equal((Outcome.Contradicted, "Lost 1, Stale 2"),
            (Promises.NothingLost(lost).Outcome, Promises.NothingLost(lost).Evidence));
    }

    private static FailoverKindRecord Kind(string kind, int count, double median, double longest) => new()
    {
        Kind = kind, Count = count, OutageMedianMs = median, OutageMaxMs = longest, BackMedianMs = 1500,
        BackMaxMs = 2000, Before = new(), During = new(), After = new(),
    };
}
