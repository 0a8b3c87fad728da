using System;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Platform;
using Xunit;
using static SfPerf.Fabric.Log.Tests.LogScenario;

namespace SfPerf.Fabric.Log.Tests;

public sealed class TornAndCorruptTests
{
    private const string FirstSegment = "segment-000001.log";

    [Fact]
    public async Task A_tail_torn_at_any_byte_leaves_every_flushed_record()
    {
        var storage = new FaultyStorage();
        long before;
        byte[] mark;
        await using (var log = SharedLog.Open(storage, Small))
        {
            var stream = log.CreateStream(1, 0);
            await AppendFlushed(log, stream, 5);
            (before, mark) = (UsedBytes(storage), storage.MarkImage.ToArray());
            Append(stream, 1);
            await log.FlushAsync().WaitAsync(Limit);
        }
        var after = UsedBytes(storage);
        for (var cut = before; cut < after; cut++)
        {
            var torn = storage.AfterKill();
            torn.Image(FirstSegment).AsSpan((int)cut).Clear();
            // As long as the group was not flushed, the mark does not speak of it.
            mark.CopyTo(torn.MarkImage);
            await using var log = SharedLog.Open(torn, Small);
            Assert.Equal(5, LastLsn(log));
            await AppendFlushed(log, log.FindStream(1)!, 3);
            Assert.Equal(8, LastLsn(log));
        }
    }

    [Fact]
    public async Task A_tail_that_had_been_flushed_and_is_gone_is_corruption()
    {
        var storage = await Written(6);
        var used = UsedBytes(storage);
        for (var cut = LogOptions.SegmentHeaderBytes; cut < used; cut++)
        {
            var shorter = storage.AfterKill();
            shorter.Image(FirstSegment).AsSpan(cut).Clear();
            Assert.Throws<LogCorruptedException>(() => SharedLog.Open(shorter, Small));
        }
    }

    // Segments are searched for flushed groups in blocks of 256 KiB: a header lies at a border of two, or across it.
    [Theory]
    [InlineData(-64)]
    [InlineData(-32)]
    [InlineData(-24)]
    [InlineData(-8)]
    [InlineData(0)]
    public async Task A_flushed_group_at_the_border_of_two_blocks_shows_that_what_is_before_it_is_broken(int fromBorder)
    {
        const int Block = 256 << 10;
        var options = Small with { SegmentBytes = 1 << 20, PayloadBytesMax = 1 << 19 };
        var payload = new byte[Block + fromBorder - RecordFormat.GroupHeaderBytes - RecordFormat.RecordHeaderBytes];
        var storage = new FaultyStorage();
        await using (var log = SharedLog.Open(storage, options))
        {
            var stream = log.CreateStream(1, 0);
            stream.Append(
                new LogRecord(LogRecordType.Data, Epoch, 1, 0, Crc32C.Compute(payload), default), payload).Release();
            await log.FlushAsync().WaitAsync(Limit);
            await AppendFlushed(log, stream, 1);
        }
        var broken = storage.AfterKill();
        broken.Image(FirstSegment)[LogOptions.SegmentHeaderBytes + 100] ^= 1;

        var error = Assert.Throws<LogCorruptedException>(() => SharedLog.Open(broken, options));

        Assert.Contains($"the log goes on at {Block + fromBorder}", error.Message);
    }

    [Fact]
    public async Task Garbage_after_the_tail_is_not_taken_for_records()
    {
        var storage = await Written(20);
        var garbage = storage.AfterKill();
        new Random(1).NextBytes(garbage.Image(FirstSegment).AsSpan((int)UsedBytes(storage)));
        await using var log = SharedLog.Open(garbage, Small);
        Assert.Equal(20, LastLsn(log));
    }

    [Fact]
    public async Task Any_flipped_bit_in_a_record_with_valid_ones_after_it_is_corruption()
    {
        var storage = await Written(3);
        var used = (int)UsedBytes(storage);
        for (var offset = LogOptions.SegmentHeaderBytes; offset < used; offset++)
        {
            var flipped = storage.AfterKill();
            flipped.Image(FirstSegment)[offset] ^= (byte)(1 << (offset % 8));
            await AssertRefusedOrComplete(flipped, 3, offset);
        }
    }

    [Fact]
    public async Task Power_loss_in_any_state_of_the_cache_loses_no_flushed_record()
    {
        for (var seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            var storage = new FaultyStorage();
            var flushed = 0L;
            FaultyStorage image;
            // Disposed after the log: the thread that erases segments may wait for it too.
            using var blocked = new System.Threading.ManualResetEventSlim();
            await using (var log = SharedLog.Open(storage, Small))
            {
                var stream = log.CreateStream(1, 0);
                var rounds = random.Next(1, 40);
                for (var i = 0; i < rounds; i++)
                {
                    Append(stream, random.Next(1, 12));
                    await log.FlushAsync().WaitAsync(Limit);
                    flushed = stream.LastLsn;
                    if (random.Next(4) == 0)
                        stream.TruncateHead(flushed - random.Next(30));
                }
                var entered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                storage.Flushing = () =>
                {
                    entered.TrySetResult();
                    blocked.Wait(Limit);
                };
                Append(stream, random.Next(1, 60));
                await entered.Task.WaitAsync(Limit);
                image = storage.AfterPowerLoss(_ => random.Next(2) == 0);
                storage.Flushing = null;
                blocked.Set();
            }
            // Twice: the second opening sees what the first one made of it.
            for (var opening = 0; opening < 2; opening++)
            {
                await using var log = SharedLog.Open(image, Small);
                var last = LastLsn(log);
                Assert.True(last >= flushed, $"Seed {seed}: {flushed} records were flushed, {last} came back.");
                Append(log.FindStream(1)!, 5);
                await log.FlushAsync().WaitAsync(Limit);
                flushed = log.FindStream(1)!.LastLsn;
                Assert.Equal(flushed, LastLsn(log));
            }
        }
    }

    [Fact]
    public async Task Records_of_a_torn_group_do_not_come_back_when_the_log_has_grown_up_to_them()
    {
        var storage = new FaultyStorage();
        byte[] mark;
        using var blocked = new System.Threading.ManualResetEventSlim();
        await using (var log = SharedLog.Open(storage, Small))
        {
            var stream = log.CreateStream(1, 0);
            await AppendFlushed(log, stream, 1);
            var entered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            storage.Flushing = () =>
            {
                entered.TrySetResult();
                blocked.Wait(Limit);
            };
            AppendSame(stream, 1);
            await entered.Task.WaitAsync(Limit);
            mark = storage.MarkImage.ToArray();
            AppendSame(stream, 3);
            storage.Flushing = null;
            blocked.Set();
        }
        // Records 3 to 5 were one group; its first one is torn, the others are whole.
        var torn = storage.AfterKill();
        var third = FindRecord(torn, lsn: 3);
        torn.Image(FirstSegment)[third + RecordFormat.RecordHeaderBytes] ^= 1;
        mark.CopyTo(torn.MarkImage);
        await using (var log = SharedLog.Open(torn, Small))
        {
            Assert.Equal(2, log.FindStream(1)!.LastLsn);
            AppendSame(log.FindStream(1)!, 1);
            await log.FlushAsync().WaitAsync(Limit);
        }
        await using var reopened = SharedLog.Open(torn.AfterKill(), Small);
        Assert.Equal(3, reopened.FindStream(1)!.LastLsn);
    }

    [Fact]
    public async Task A_missing_segment_is_refused_and_its_place_named()
    {
        var storage = await Written(200);
        var middle = storage.Names.ElementAt(2);
        var e = Assert.Throws<LogCorruptedException>(() => SharedLog.Open(storage.Without(middle), Small));
        Assert.Contains("segment-000002.log", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_segment_whose_header_is_destroyed_is_refused()
    {
        var storage = await Written(200);
        foreach (var name in storage.Names)
        {
            var broken = storage.AfterKill();
            broken.Image(name).AsSpan(0, LogOptions.SegmentHeaderBytes).Fill(0xAA);
            Assert.Throws<LogCorruptedException>(() => SharedLog.Open(broken, Small));
        }
    }

    [Fact]
    public async Task One_copy_of_a_segment_header_is_enough()
    {
        var storage = await Written(200);
        foreach (var name in storage.Names)
            storage.Image(name).AsSpan(0, 512).Fill(0xAA);
        await using var log = SharedLog.Open(storage, Small);
        Assert.Equal(200, LastLsn(log));
    }

    private static void AppendSame(LogStream stream, int count)
    {
        for (var i = 0; i < count; i++)
        {
            var payload = new byte[600];
            stream.Append(
                new LogRecord(LogRecordType.Data, Epoch, stream.LastLsn + 1, 0, Crc32C.Compute(payload), default),
                payload).Release();
        }
    }

    private static int FindRecord(FaultyStorage storage, long lsn)
    {
        var image = storage.Image(FirstSegment);
        for (var at = LogOptions.SegmentHeaderBytes; at < image.Length - RecordFormat.RecordHeaderBytes; at += 8)
        {
            if (RecordFormat.TryReadHeader(image.AsSpan(at), at - LogOptions.SegmentHeaderBytes, 1 << 20,
                out var record, out _, out _) && record.Lsn == lsn)
            {
                return at;
            }
        }
        throw new InvalidOperationException($"No record {lsn}.");
    }

    private static async Task<FaultyStorage> Written(int records)
    {
        var storage = new FaultyStorage();
        await using var log = SharedLog.Open(storage, Small);
        await AppendFlushed(log, log.CreateStream(1, 0), records);
        return storage;
    }

    private static long UsedBytes(FaultyStorage storage) =>
        storage.Image(FirstSegment).AsSpan().LastIndexOfAnyExcept((byte)0) + 1;

    private static async Task AssertRefusedOrComplete(FaultyStorage storage, long records, int offset)
    {
        try
        {
            await using var log = SharedLog.Open(storage, Small);
            var last = LastLsn(log);
            Assert.True(last == records, $"A bit flipped at {offset}: {last} of {records} records, without a word.");
        }
        catch (LogCorruptedException)
        {
            // Refused: what the test asks for.
        }
    }
}
