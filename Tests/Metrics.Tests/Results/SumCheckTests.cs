using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using Xunit;

namespace SfPerf.Metrics.Tests.Results;

public sealed class SumCheckTests
{
    private static readonly PhaseResult Sound = new()
    {
        Name = "read", Kind = OperationKind.Read, Operations = 3, Failed = 2, Seconds = 2, Outstanding = 1,
        Errors = new Dictionary<string, long> { ["Timeout"] = 1, ["Lost"] = 1 },
        Latency = Histogram(3), Service = Histogram(3), FailedLatency = Histogram(2),
        PerSecond = [Failing("Timeout", "Lost"), new(1, 2, 0, Histogram(2))],
    };

    public static TheoryData<string> Wrongs =>
    [
        "read: 2 latencies, expected 3.", "read: 4 latencies from the actual start, expected 3.",
        "read: 1 successes of all seconds, expected 3.", "read: 1 failures of all seconds, expected 2.",
        "read: 1 failures of all kinds, expected 2.", "read: 3 latencies of failures, expected 2.",
        "read: 1 failures of all kinds in all seconds, expected 2.",
    ];

    [Fact]
    public void Sums_that_agree_are_no_news()
    {
        Assert.Empty(SumCheck.Of(Sound));
        Assert.Empty(SumCheck.Of(PhaseResult.Combine([Sound, Sound])));
        Assert.Empty(SumCheck.Of(PhaseResultCodec.Decode(PhaseResultCodec.Encode(Sound))));
        Assert.Empty(SumCheck.Of(Sound with { Service = null }));
        // A driver of an earlier version does not tell the kinds of a second.
        Assert.Empty(SumCheck.Of(Sound with { PerSecond = [Failing(), new(1, 2, 0, Histogram(2))] }));
    }

    [Theory]
    [MemberData(nameof(Wrongs))]
    public void Each_that_does_not_is_named(string expected) => Assert.Equal([expected], SumCheck.Of(expected switch
    {
        "read: 2 latencies, expected 3." => Sound with { Latency = Histogram(2) },
        "read: 4 latencies from the actual start, expected 3." => Sound with { Service = Histogram(4) },
        "read: 1 successes of all seconds, expected 3." =>
            Sound with { PerSecond = [new(0, 1, 2, Histogram(1))] },
        "read: 1 failures of all seconds, expected 2." =>
            Sound with { PerSecond = [new(0, 3, 1, Histogram(3))] },
        "read: 1 failures of all kinds in all seconds, expected 2." =>
            Sound with { PerSecond = [Failing("Timeout"), new(1, 2, 0, Histogram(2))] },
        "read: 1 failures of all kinds, expected 2." =>
            Sound with { Errors = new Dictionary<string, long> { ["Timeout"] = 1 } },
        _ => Sound with { FailedLatency = Histogram(3) },
    }));

    private static SecondRow Failing(params string[] kinds) => new(0, 1, 2, Histogram(1))
    {
        Errors = kinds.ToDictionary(k => k, _ => 1L),
    };

    private static LatencyHistogram Histogram(int count)
    {
        var histogram = new LatencyHistogram();
        for (var i = 0; i < count; i++)
            histogram.Record(1000);
        return histogram;
    }
}
