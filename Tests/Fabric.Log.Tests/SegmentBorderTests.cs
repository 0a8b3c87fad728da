using System;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Log.Records;
using Xunit;
using static SfPerf.Fabric.Log.Tests.LogScenario;

namespace SfPerf.Fabric.Log.Tests;

/// <summary>
/// Borders of segments, where a cut of the tail, a head that moves up to it, a flush that fails and a crash meet. Found
/// by the simulation of a partition.
/// </summary>
public sealed class SegmentBorderTests
{
    private static readonly LogEpoch Next = new(1, 8);

    [Fact]
    public void What_follows_a_cut_is_kept_when_the_log_begins_with_a_record_that_was_cut()
    {
        var storage = new FaultyStorage();
        var log = SharedLog.OpenDriven(storage, Small);
        var stream = log.CreateStream(1, 0);
        var first = FillToBorder(log, stream, storage);
        stream.TruncateTail(first - 1);
        Append(stream, 1, Next);
        Flush(log);
        stream.TruncateHead(first);
        log.TidyNow();

        var again = SharedLog.OpenDriven(storage.AfterKill(), Small).FindStream(stream.Id)!;
        Assert.Equal(first, again.FirstLsn);
        // Each reader that ends frees what nobody needs.
        Assert.Equal([first], ReadBack(again));
        Assert.Equal(first, again.FirstLsn);
        Assert.Equal([first], ReadBack(again));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_cut_frees_nothing_before_it_is_durable(bool continues)
    {
        var storage = new FaultyStorage();
        var log = SharedLog.OpenDriven(storage, Small);
        var stream = log.CreateStream(1, 0);
        var first = FillToBorder(log, stream, storage);
        stream.TruncateTail(first - 1);
        if (continues)
            Append(stream, 1, Next);
        stream.TruncateHead(first);
        log.TidyNow();

        // The cut is lost: what it would have cut is there again, and no gap is before it.
        var again = SharedLog.OpenDriven(storage.AfterKill(), Small).FindStream(stream.Id)!;
        Assert.True(again.FirstLsn <= first, $"The log begins at {again.FirstLsn}; {first} was not given up.");
        Assert.Equal(first + 1, again.LastLsn);

        Flush(log);
        stream.TruncateHead(first);
        log.TidyNow();
        Assert.Equal(continues ? first : first - 1, stream.LastLsn);
        Assert.Equal(2, log.SegmentCount);
    }

    [Fact]
    public void A_segment_that_was_begun_by_a_failed_flush_is_there_after_a_power_cut()
    {
        var storage = new FaultyStorage { ForgetsFailedFlushes = true };
        var flushes = 0;
        // The group that reaches the second segment is in both, and its second flush is that one's.
        storage.Flushing = () =>
        {
            if (++flushes == 2)
                throw new IOException("Input/output error");
        };
        var log = SharedLog.OpenDriven(storage, Small);
        var stream = log.CreateStream(1, 0);
        do
        {
            Append(stream, 1);
            flushes = 0;
            Assert.True(log.TryBeginGroup());
        }
        while (log.EndGroup());
        var last = stream.LastLsn;

        // The process ends; the page cache holds what the next one finds, and no flush will write.
        var killed = storage.AfterKill();
        killed.ForgetsFailedFlushes = true;
        Assert.Equal(last, SharedLog.OpenDriven(killed, Small).FindStream(stream.Id)!.LastLsn);
        var cut = killed.AfterPowerLoss(_ => false);
        Assert.Equal(last, SharedLog.OpenDriven(cut, Small).FindStream(stream.Id)!.LastLsn);
    }

    [Fact]
    public void A_log_whose_first_group_failed_behind_the_header_is_whole_when_its_first_segment_is_given_up()
    {
        var storage = new FaultyStorage
        {
            Writing = length =>
            {
                if (length != LogOptions.SegmentHeaderBytes)
                    throw new IOException("Input/output error");
            },
        };
        var log = SharedLog.OpenDriven(storage, Small);
        Append(log.CreateStream(1, 0), 1);
        Assert.False(log.TryBeginGroup());

        storage = storage.AfterKill();
        log = SharedLog.OpenDriven(storage, Small);
        var stream = log.CreateStream(1, 0);
        var second = FillToBorder(log, stream, storage) + 1;
        stream.TruncateHead(second + 1);
        log.TidyNow();
        // The first segment is used again.
        for (var i = 0; i < 20; i++)
        {
            Append(stream, 1);
            Flush(log);
        }

        var again = SharedLog.OpenDriven(storage.AfterKill(), Small).FindStream(stream.Id)!;
        Assert.Equal(stream.LastLsn, again.LastLsn);
        Assert.True(again.FirstLsn <= second + 1, $"The log begins at {again.FirstLsn}.");
    }

    [Fact]
    public void A_segment_behind_a_gap_does_not_come_back_when_the_log_has_grown_up_to_it()
    {
        // Of the group that reached the third segment, the header of that one was written before the power failed.
        var cut = WithTornGroup(records: 70, segments: 3);
        cut.Image("segment-000002.log").AsSpan().Clear();
        cut.Image("segment-000003.log").AsSpan(LogOptions.SegmentHeaderBytes).Clear();
        _ = cut.Create("segment-000004.log", Small.SegmentBytes);

        AssertGrowsBeyondTheThirdSegment(cut);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void A_header_whose_erasing_a_failed_flush_forgot_does_not_come_back_when_the_log_has_grown_up_to_it(
        int failing)
    {
        // The device has the header of the second segment, and not what is before it.
        var cut = WithTornGroup(records: 50, segments: 2).AfterPowerLoss(_ => true);
        _ = cut.Create("segment-000000.log", Small.SegmentBytes);
        cut.ForgetsFailedFlushes = true;
        cut.Flushing = () =>
        {
            if (--failing == 0)
                throw new IOException("Input/output error");
        };
        Assert.Throws<IOException>(() => SharedLog.OpenDriven(cut, Small));

        AssertGrowsBeyondTheThirdSegment(cut.AfterKill());
    }

    [Fact]
    public void Records_of_a_torn_group_do_not_come_back_when_a_failed_flush_forgot_that_they_were_cut()
    {
        var storage = new FaultyStorage();
        var log = SharedLog.OpenDriven(storage, Small);
        Append(log.CreateStream(1, 0), 1);
        Flush(log);
        Append(log.FindStream(1)!, 9);
        Assert.True(log.TryBeginGroup());

        // All of the second group is on the device but its header.
        var header = LogOptions.SegmentHeaderBytes
            + RecordFormat.GroupHeaderBytes + RecordFormat.EntryBytes(LengthOf(1));
        var broken = storage.AfterKill();
        broken.Image("segment-000001.log").AsSpan(header, RecordFormat.GroupHeaderBytes).Clear();
        broken = broken.AfterPowerLoss(_ => true);
        broken.ForgetsFailedFlushes = true;
        broken.Flushing = () => throw new IOException("Input/output error");
        Assert.Throws<IOException>(() => SharedLog.OpenDriven(broken, Small));

        storage = broken.AfterKill();
        log = SharedLog.OpenDriven(storage, Small);
        var stream = log.FindStream(1)!;
        for (var lsn = stream.LastLsn + 1; lsn <= 12; lsn++)
        {
            Append(stream, 1, Next);
            Flush(log);
            var again = SharedLog.OpenDriven(storage.AfterPowerLoss(_ => false), Small);
            Assert.Equal(lsn, again.FindStream(1)!.LastLsn);
        }
    }

    // One group that reaches so many segments, and of which the end of the first segment was not written.
    private static FaultyStorage WithTornGroup(int records, int segments)
    {
        var storage = new FaultyStorage();
        var log = SharedLog.OpenDriven(storage, Small);
        Append(log.CreateStream(1, 0), records);
        Assert.True(log.TryBeginGroup());
        var torn = storage.AfterKill();
        Assert.Equal(segments, torn.Names.Count());
        torn.Image("segment-000001.log").AsSpan(LogOptions.SegmentHeaderBytes * 2).Clear();
        return torn;
    }

    private static void AssertGrowsBeyondTheThirdSegment(FaultyStorage storage)
    {
        var log = SharedLog.OpenDriven(storage, Small);
        var stream = log.FindStream(1)!;
        Assert.InRange(stream.LastLsn, 1, 40);
        while (stream.LastLsn < 120)
        {
            Append(stream, 1);
            Flush(log);
            var again = SharedLog.OpenDriven(storage.AfterPowerLoss(_ => false), Small);
            Assert.Equal(stream.LastLsn, again.FindStream(1)!.LastLsn);
        }
    }

    // Returns the last record that begins in the first segment; one more is behind it.
    private static long FillToBorder(SharedLog log, LogStream stream, FaultyStorage storage)
    {
        while (storage.Names.Count() < 2)
        {
            Append(stream, 1);
            Flush(log);
        }
        var last = stream.LastLsn;
        Append(stream, 1);
        Flush(log);
        return last;
    }

    private static void Flush(SharedLog log)
    {
        Assert.True(log.TryBeginGroup());
        Assert.True(log.EndGroup());
    }
}
