using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Log.Storage;
using SfPerf.Platform;
using Xunit;
using static SfPerf.Fabric.Log.Tests.LogScenario;

namespace SfPerf.Fabric.Log.Tests;

public sealed class SharedLogTests
{
    [Fact]
    public void Checksum_is_the_Castagnoli_one() => Assert.Equal(0xE3069283u, Crc32C.Compute("123456789"u8));

    [Fact]
    public async Task Records_come_back_after_a_restart_over_many_segments_and_streams()
    {
        var storage = new FaultyStorage();
        await using (var log = SharedLog.Open(storage, Small))
        {
            var first = log.CreateStream(1, 0);
            var second = log.CreateStream(501, 0);
            for (var i = 0; i < 100; i++)
            {
                Append(first, 2);
                Append(second, 1);
            }
            await log.FlushAsync().WaitAsync(Limit);
            Assert.Equal(200, ReadBack(first).Count);
        }
        await using var reopened = SharedLog.Open(storage.AfterKill(), Small);
        Assert.Equal(200, ReadBack(reopened.FindStream(1)).Count);
        Assert.Equal(Enumerable.Range(501, 100).Select(i => (long)i), ReadBack(reopened.FindStream(2)));
        Assert.Equal(199, reopened.FindStream(1)!.RecoveredCommittedLsn);
        Assert.Equal([new LogEpochStart(Epoch, 1)], reopened.FindStream(1)!.Epochs);
        Assert.True(reopened.CreateStream(1, 0).Id > 2);
    }

    [Fact]
    public async Task A_record_longer_than_three_segments_comes_back()
    {
        var storage = new FaultyStorage();
        var payload = Payload(1, 60_000);
        await using (var log = SharedLog.Open(storage, Small))
        {
            var stream = log.CreateStream(1, 0);
            stream.Append(
                new LogRecord(LogRecordType.Data, Epoch, 1, 0, Crc32C.Compute(payload), default), payload).Release();
            await log.FlushAsync().WaitAsync(Limit);
        }
        await using var reopened = SharedLog.Open(storage.AfterKill(), Small);
        using var reader = reopened.FindStream(1)!.OpenReader(1);
        Assert.True(reader.TryRead(out var record));
        Assert.Equal(payload, record.Payload.ToArray());
    }

    [Fact]
    public async Task A_group_is_what_arrived_while_the_last_one_was_flushed()
    {
        using var release = new SemaphoreSlim(0);
        using var entered = new SemaphoreSlim(0);
        var storage = new FaultyStorage();
        await using var log = SharedLog.Open(storage, Small);
        var stream = log.CreateStream(1, 0);
        var owner = new RecordingOwner();
        log.SetOwner(stream, owner);
        storage.Flushing = () =>
        {
            entered.Release();
            release.Wait(Limit);
        };
        Append(stream, 1);
        Assert.True(await entered.WaitAsync(Limit));
        Append(stream, 10);
        Assert.Empty(owner.Flushed);
        release.Release();
        Assert.True(await entered.WaitAsync(Limit));
        Assert.Equal([1], owner.Flushed);
        storage.Flushing = null;
        release.Release();
        await log.FlushAsync().WaitAsync(Limit);
        Assert.Equal([1, 11], owner.Flushed);
    }

    [Fact]
    public async Task A_cut_tail_stays_cut_and_the_LSNs_are_given_again()
    {
        var storage = new FaultyStorage();
        await using (var log = SharedLog.Open(storage, Small))
        {
            var stream = log.CreateStream(1, 0);
            Append(stream, 10);
            stream.TruncateTail(6);
            Append(stream, 2, new LogEpoch(1, 8));
            await log.FlushAsync().WaitAsync(Limit);
            Assert.Equal(8, ReadBack(stream).Count);
        }
        await using var reopened = SharedLog.Open(storage.AfterKill(), Small);
        var recovered = reopened.FindStream(1)!;
        Assert.Equal(8, ReadBack(recovered).Count);
        Assert.Equal([new LogEpochStart(Epoch, 1), new LogEpochStart(new LogEpoch(1, 8), 7)], recovered.Epochs);
    }

    [Fact]
    public async Task Segments_are_used_again_once_no_stream_needs_them()
    {
        var storage = new FaultyStorage();
        await using var log = SharedLog.Open(storage, Small);
        var stream = log.CreateStream(1, 0);
        var idle = log.CreateStream(1, 0);
        for (var lap = 0; lap < 50; lap++)
        {
            Append(stream, 100);
            await log.FlushAsync().WaitAsync(Limit);
            stream.TruncateHead(stream.LastLsn - 10);
        }
        Assert.InRange(log.SegmentCount, 3, 12);
        Assert.Equal(11, ReadBack(stream).Count);
        Append(idle, 1);
        await using var reopened = SharedLog.Open(storage.AfterKill(), Small);
        Assert.Equal(5000, LastLsn(reopened));
    }

    [Fact]
    public async Task A_reader_keeps_the_segments_it_still_needs()
    {
        var storage = new FaultyStorage();
        await using var log = SharedLog.Open(storage, Small);
        var stream = log.CreateStream(1, 0);
        Append(stream, 200);
        await log.FlushAsync().WaitAsync(Limit);
        using (var reader = stream.OpenReader(1))
        {
            stream.TruncateHead(201);
            Append(stream, 200);
            await log.FlushAsync().WaitAsync(Limit);
            for (var lsn = 1L; lsn <= 400; lsn++)
            {
                Assert.True(reader.TryRead(out var record));
                Assert.Equal(lsn, record.Lsn);
            }
            Assert.False(reader.TryRead(out _));
        }
        Assert.Equal(201, stream.FirstLsn);
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.OpenReader(1));
    }

    [Fact]
    public async Task A_failed_flush_acknowledges_nothing_and_ends_the_log()
    {
        var storage = new FaultyStorage();
        await using var log = SharedLog.Open(storage, Small);
        var stream = log.CreateStream(1, 0);
        var owner = new RecordingOwner();
        log.SetOwner(stream, owner);
        await AppendFlushed(log, stream, 3);
        storage.Flushing = () => throw new IOException("Input/output error");
        Append(stream, 1);
        await Assert.ThrowsAsync<LogFaultedException>(() => log.FlushAsync().WaitAsync(Limit));
        storage.Flushing = null;
        Assert.Equal([1, 2, 3], owner.Flushed);
        Assert.Equal(3, stream.FlushedLsn);
        // The log may refuse before its owners are told.
        Assert.Contains("Input/output error", (await owner.Faulted.Task.WaitAsync(Limit)).Message,
            StringComparison.Ordinal);
        Assert.Throws<LogFaultedException>(() => Append(stream, 1));
        await Assert.ThrowsAsync<LogFaultedException>(() => log.FlushAsync().WaitAsync(Limit));
    }

    [Fact]
    public async Task A_closed_log_refuses_instead_of_waiting_for_ever()
    {
        var log = SharedLog.Open(new FaultyStorage(), Small);
        var stream = log.CreateStream(1, 0);
        await log.DisposeAsync();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => log.FlushAsync().WaitAsync(Limit));
        Assert.Throws<ObjectDisposedException>(() => Append(stream, 1));
    }

    [Fact]
    public async Task No_space_for_a_segment_faults_the_log_and_keeps_what_was_acknowledged()
    {
        var storage = new FaultyStorage();
        await using (var log = SharedLog.Open(storage, Small))
        {
            var stream = log.CreateStream(1, 0);
            await AppendFlushed(log, stream, 10);
            storage.Creating = () => throw new IOException("No space left on device");
            await Assert.ThrowsAsync<LogFaultedException>(() => AppendFlushed(log, stream, 100));
        }
        storage.Creating = null;
        await using var reopened = SharedLog.Open(storage.AfterKill(), Small);
        Assert.InRange(LastLsn(reopened), 10, 109);
    }

    [Fact]
    public async Task A_second_process_is_refused_the_folder()
    {
        var folder = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        try
        {
            await using (SharedLog.Open(new FileLogStorage(folder), Small))
                Assert.Throws<LogLockedException>(() => new FileLogStorage(folder));
            new FileLogStorage(folder).Dispose();
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public async Task Files_on_disk_recover_as_the_double_does()
    {
        var folder = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        try
        {
            for (var lap = 1; lap <= 3; lap++)
            {
                await using var log = SharedLog.Open(new FileLogStorage(folder), Small);
                var stream = log.FindStream(1) ?? log.CreateStream(1, 0);
                Assert.Equal((lap - 1) * 300, ReadBack(stream).LastOrDefault());
                stream.TruncateHead(stream.LastLsn - 20);
                Append(stream, 300);
                await log.FlushAsync().WaitAsync(Limit);
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private sealed class RecordingOwner : ILogStreamOwner
    {
        internal List<long> Flushed { get; } = [];

        internal TaskCompletionSource<LogFaultedException> Faulted { get; } =
            new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void SendQueued()
        {
        }

        public void OnFlushed(LogStream stream, long lastLsn, int generation) => Flushed.Add(lastLsn);

        public void OnFaulted(LogFaultedException reason) => Faulted.SetResult(reason);
    }
}
