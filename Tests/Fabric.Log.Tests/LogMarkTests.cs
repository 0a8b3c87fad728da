using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Log.Storage;
using Xunit;
using static SfPerf.Fabric.Log.Tests.LogScenario;

namespace SfPerf.Fabric.Log.Tests;

/// <summary>What the log has promised, against what is left of it.</summary>
public sealed class LogMarkTests
{
    private const int Records = 120;

    [Fact]
    public async Task Any_bit_of_any_file_flipped_gives_the_same_records_or_a_refusal()
    {
        var storage = await Written();
        foreach (var name in storage.Names)
        {
            // Every byte of what describes a segment, every 37th of its records, the last group whole.
            var used = storage.Image(name).AsSpan().LastIndexOfAnyExcept((byte)0) + 1;
            for (var offset = 0; offset < used; offset += offset is > 64 and < 2040 ? 97 : offset > 4300 ? 37 : 1)
                await Outcome(storage, s => s.Image(name)[offset] ^= (byte)(1 << (offset % 8)), $"{name} at {offset}");
        }
        for (var offset = 0; offset < LogMark.FileBytes; offset += offset % 2048 < 64 ? 1 : 61)
            await Outcome(storage, s => s.MarkImage[offset] ^= (byte)(1 << (offset % 8)), $"the mark at {offset}");
    }

    [Fact]
    public async Task A_segment_that_is_missing_or_emptied_is_a_refusal_whichever_it_is()
    {
        var storage = await Written();
        Assert.True(storage.Names.Count() > 4);
        foreach (var name in storage.Names)
        {
            Refused(storage.Without(name), name);
            var zeroed = storage.AfterKill();
            zeroed.Image(name).AsSpan().Clear();
            Refused(zeroed, name);
        }
        var empty = storage.AfterKill();
        foreach (var name in storage.Names)
            empty = empty.Without(name);
        Refused(empty, "all");
    }

    [Fact]
    public async Task A_mark_that_is_missing_or_emptied_is_a_refusal()
    {
        var storage = await Written();
        Refused(storage.WithoutMark(), "no mark");
        var zeroed = storage.AfterKill();
        zeroed.MarkImage.Clear();
        Refused(zeroed, "an empty mark");
    }

    [Fact]
    public async Task A_log_of_before_there_were_marks_is_taken_once_and_gets_one()
    {
        var storage = (await Written()).WithoutMark();
        foreach (var name in storage.Names)
        {
            // "SFPSEG01" instead of "SFPSEG02", in both copies; the checksum begins behind it.
            storage.Image(name)[7] = storage.Image(name)[2055] = (byte)'1';
        }
        await using (var log = SharedLog.Open(storage, Small))
        {
            Assert.Equal(Records, LastLsn(log));
            await AppendFlushed(log, log.FindStream(1)!, 1);
        }
        Refused(storage.Without(storage.Names.Last()), "the last segment");
        await using var reopened = SharedLog.Open(storage.AfterKill(), Small);
        Assert.Equal(Records + 1, LastLsn(reopened));
    }

    [Fact]
    public async Task A_log_all_of_whose_records_were_given_up_goes_on_where_it_was()
    {
        var storage = new FaultyStorage();
        Guid id;
        await using (var log = SharedLog.Open(storage, Small))
        {
            id = log.Id;
            var stream = log.CreateStream(1, 0);
            for (var i = 0; i < 60; i++)
            {
                await AppendFlushed(log, stream, 1);
                stream.TruncateHead(stream.LastLsn + 1);
            }
            log.DropStream(stream);
        }
        await using var reopened = SharedLog.Open(storage.AfterKill(), Small);
        Assert.Equal(id, reopened.Id);
        Assert.Null(reopened.FindStream(2));
    }

    [Fact]
    public async Task Segments_are_given_up_durably_before_they_are_erased()
    {
        for (var seed = 0; seed < 40; seed++)
        {
            var random = new Random(seed);
            var storage = new FaultyStorage();
            FaultyStorage image;
            long last;
            await using (var log = SharedLog.Open(storage, Small))
            {
                var stream = log.CreateStream(1, 0);
                for (var i = 0; i < 80; i++)
                {
                    await AppendFlushed(log, stream, 1);
                    stream.TruncateHead(stream.LastLsn - random.Next(5));
                }
                last = stream.LastLsn;
                image = storage.AfterPowerLoss(_ => random.Next(2) == 0);
            }
            await using var reopened = SharedLog.Open(image, Small);
            Assert.True(LastLsn(reopened) == last, $"Seed {seed}: {LastLsn(reopened)} of {last}.");
        }
    }

    [Fact]
    public async Task What_a_failed_flush_left_in_the_page_cache_is_written_again_before_it_counts()
    {
        var storage = new FaultyStorage();
        await using (var log = SharedLog.Open(storage, Small))
        {
            var stream = log.CreateStream(1, 0);
            await AppendFlushed(log, stream, 3);
            storage.Flushing = () => throw new IOException("Input/output error");
            Append(stream, 1);
            await Assert.ThrowsAsync<LogFaultedException>(() => log.FlushAsync().WaitAsync(Limit));
        }
        var still = storage.AfterKill();
        still.Flushing = () => throw new IOException("Input/output error");
        Assert.Throws<IOException>(() => SharedLog.Open(still, Small));

        var works = storage.AfterKill();
        var written = 0;
        works.Writing = length => written += length;
        await using var reopened = SharedLog.Open(works, Small);
        Assert.Equal(4, LastLsn(reopened));
        Assert.InRange(written, RecordFormat.EntryBytes(LengthOf(4)), 3 * RecordFormat.EntryBytes(LengthOf(4)));
    }

    [Fact]
    public async Task A_record_that_cannot_be_read_back_faults_the_log()
    {
        var storage = new FaultyStorage();
        var told = new TaskCompletionSource<LogFaultedException>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var log = SharedLog.Open(storage, Small with { Faulted = told.SetResult });
        var stream = log.CreateStream(1, 0);
        await AppendFlushed(log, stream, 3);
        storage.Image("segment-000001.log")[LogOptions.SegmentHeaderBytes + 100] ^= 1;
        using var reader = stream.OpenReader(1);
        Assert.Throws<LogCorruptedException>(() => reader.TryRead(out _));
        Assert.IsType<LogCorruptedException>((await told.Task.WaitAsync(Limit)).InnerException);
        Assert.Throws<LogFaultedException>(() => Append(stream, 1));
    }

    [Fact]
    public async Task An_owner_that_throws_faults_the_log_and_stops_nobody_for_ever()
    {
        var storage = new FaultyStorage();
        var log = SharedLog.Open(storage, Small);
        var stream = log.CreateStream(1, 0);
        log.SetOwner(stream, new ThrowingOwner());
        Append(stream, 1);
        await Assert.ThrowsAsync<LogFaultedException>(() => log.FlushAsync().WaitAsync(Limit));
        log.WaitForRoom();
        await log.DisposeAsync().AsTask().WaitAsync(Limit);
    }

    [Fact]
    public async Task The_files_of_a_folder_are_a_mark_beside_it_and_what_is_lost_of_them_is_told()
    {
        var root = Directory.CreateTempSubdirectory("sfperf-mark-").FullName;
        try
        {
            var folder = Path.Combine(root, "log");
            await using (var log = SharedLog.Open(new FileLogStorage(folder), Small))
                await AppendFlushed(log, log.CreateStream(1, 0), Records);
            Assert.Equal(LogMark.FileBytes, new FileInfo(folder + FileLogStorage.MarkSuffix).Length);
            await using (var log = SharedLog.Open(new FileLogStorage(folder), Small))
                Assert.Equal(Records, LastLsn(log));
            Directory.Move(folder, folder + ".away");
            Assert.Throws<LogCorruptedException>(() => SharedLog.Open(new FileLogStorage(folder), Small));
            Directory.Delete(folder, recursive: true);
            Directory.Move(folder + ".away", folder);
            using (var mark = new FileStream(folder + FileLogStorage.MarkSuffix, FileMode.Open))
                mark.SetLength(100);
            Assert.Throws<LogCorruptedException>(() => SharedLog.Open(new FileLogStorage(folder), Small));
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private static void Refused(FaultyStorage storage, string what)
    {
        var error = Record.Exception(() => SharedLog.Open(storage, Small));
        Assert.True(error is LogCorruptedException, $"{what}: {error?.Message ?? "accepted"}");
    }

    private static async Task Outcome(FaultyStorage storage, Action<FaultyStorage> harm, string where)
    {
        var harmed = storage.AfterKill();
        harm(harmed);
        try
        {
            await using var log = SharedLog.Open(harmed, Small);
            Assert.True(LastLsn(log) == Records, $"A bit flipped in {where}: {LastLsn(log)} records, without a word.");
        }
        catch (LogCorruptedException)
        {
            // Told: that is what the test asks for.
        }
    }

    private static async Task<FaultyStorage> Written()
    {
        var storage = new FaultyStorage();
        await using var log = SharedLog.Open(storage, Small);
        await AppendFlushed(log, log.CreateStream(1, 0), Records);
        return storage;
    }

    private sealed class ThrowingOwner : ILogStreamOwner
    {
        public void SendQueued() => throw new InvalidOperationException("An owner's mistake.");

        public void OnFlushed(LogStream stream, long lastLsn, int generation)
        {
        }

        public void OnFaulted(LogFaultedException reason)
        {
        }
    }
}
