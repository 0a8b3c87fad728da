using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Metrics.Tests.Histograms;
using Xunit;

namespace SfPerf.Metrics.Tests.Results;

public sealed class PhaseResultTests
{
    [Fact]
    public void A_result_comes_back_from_bytes_as_it_was()
    {
        var result = Result(3) with
        {
            OfferedRate = 12.5,
            Service = LatencyHistogramTests.Of(4),
            Stopped =
            "cancelled"
        };
        var read = PhaseResultCodec.Decode(PhaseResultCodec.Encode(result));
        Assert.Equal(PhaseResultCodec.Encode(result), PhaseResultCodec.Encode(read));
        Assert.Equal(("write", 3L, 2L, "cancelled", 12.5), (read.Name, read.Operations, read.Failed, read.Stopped,
            read.OfferedRate));
        Assert.Equal(1, read.PerSecond[1].Latency.Count);
        Assert.Equal([("Timeout", 2L)], read.PerSecond[1].Errors.Select(e => (e.Key, e.Value)));
    }

    [Fact]
    public void A_result_of_an_earlier_driver_is_read_without_the_kinds_of_its_seconds()
    {
        var bytes = PhaseResultCodec.Encode(Result(3) with { PerSecond = [] });
        bytes[0] = 1;
        // One row as version 1 wrote it: second, operations, failures, no histograms.
        byte[] row =
            [.. BitConverter.GetBytes(0), .. BitConverter.GetBytes(3L), .. BitConverter.GetBytes(2L), .. new byte[8]];
        bytes[^4] = 1;
        var read = PhaseResultCodec.Decode([.. bytes, .. row]);
        Assert.Equal((3, 2), (read.PerSecond.Single().Operations, read.PerSecond.Single().Failed));
        Assert.Empty(read.PerSecond.Single().Errors);
        Assert.Equal(2, read.Errors["Timeout"]);
    }

    [Fact]
    public void Any_cut_is_refused()
    {
        var whole = PhaseResultCodec.Encode(Result(3));
        for (var length = 0; length < whole.Length; length++)
        {
            var cut = whole[..length];
            Assert.ThrowsAny<FormatException>(() => PhaseResultCodec.Decode(cut));
        }
    }

    [Fact]
    public void Results_of_drivers_add_up()
    {
        var sum = PhaseResult.Combine([Result(3), Result(5) with { Seconds = 4, FirstOperation = 99 }]);
        Assert.Equal(8, sum.Operations);
        Assert.Equal(4, sum.Failed);
        Assert.Equal(4, sum.Errors["Timeout"]);
        Assert.Equal(4, sum.Seconds);
        Assert.Equal(4, sum.Outstanding);
        Assert.Equal(99, sum.FirstOperation);
        Assert.Equal(8, sum.Latency.Count);
        Assert.Equal([6L, 2L], [sum.PerSecond[0].Operations, sum.PerSecond[1].Operations]);
        Assert.Empty(sum.PerSecond[0].Errors);
        Assert.Equal([("Timeout", 4L)], sum.PerSecond[1].Errors.Select(e => (e.Key, e.Value)));
    }

    [Fact]
    public void Kinds_of_failures_that_drivers_saw_in_the_same_second_add_up()
    {
        var other = Result(3);
        other = other with
        {
            Errors = new Dictionary<string, long> { ["NotPrimary"] = 2 },
            PerSecond =
            [
                other.PerSecond[0],
                other.PerSecond[1] with { Errors = new Dictionary<string, long> { ["NotPrimary"] = 2 } },
            ],
        };
        var sum = PhaseResult.Combine([Result(3), other]);
        Assert.Equal([("NotPrimary", 2L), ("Timeout", 2L)],
            sum.PerSecond[1].Errors.Select(e => (e.Key, e.Value)));
    }

    [Fact]
    public void Results_of_different_phases_do_not_add_up()
    {
        Assert.Throws<ArgumentException>(() => PhaseResult.Combine([Result(1), Result(1) with { Name = "read" }]));
    }

    [Fact]
    public void Littles_law_holds_in_a_sound_closed_loop()
    {
        // 2 outstanding for 2 s: 4 s of work; the histogram holds 3 s of successes and 1 s of failures.
        var result = Result(3) with
        {
            Latency = LatencyHistogramTests.Of(1_000_000_000, 1_000_000_000, 1_000_000_000),
            FailedLatency = LatencyHistogramTests.Of(1_000_000_000),
        };
        Assert.Equal(0, result.LittleResidual, 9);
    }

    private static PhaseResult Result(long operations)
    {
        var latency = new LatencyHistogram();
        for (var i = 0; i < operations; i++)
            latency.Record(1_000_000 + i);
        return new PhaseResult
        {
            Name = "write",
            Kind = OperationKind.Write,
            Operations = operations,
            Failed = 2,
            Errors = new Dictionary<string, long> { ["Timeout"] = 2 },
            Seconds = 2,
            Outstanding = 2,
            FirstOperation = 7,
            Latency = latency,
            PerSecond =
            [
                new SecondRow(0, operations == 3 ? 2 : 4, 0, LatencyHistogramTests.Of(1, 2)),
                new SecondRow(1, 1, 2, LatencyHistogramTests.Of(3))
                {
                    Errors = new Dictionary<string, long> { ["Timeout"] = 2 },
                },
            ],
        };
    }
}
