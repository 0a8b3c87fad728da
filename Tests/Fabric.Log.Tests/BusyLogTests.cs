using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Platform;
using Xunit;
using static SfPerf.Fabric.Log.Tests.LogScenario;

namespace SfPerf.Fabric.Log.Tests;

/// <summary>Whose thread writes a group: a receiver's own, or the log's while several streams are busy.</summary>
public sealed class BusyLogTests
{
    private static readonly LogOptions Options = Small with { GroupSpacing = TimeSpan.FromMilliseconds(10) };

    [Fact]
    public async Task A_receiver_writes_the_groups_of_a_lone_stream_itself()
    {
        var (storage, writers) = (new FaultyStorage(), new ConcurrentQueue<string?>());
        await using var log = SharedLog.Open(storage, Options);
        var stream = log.CreateStream(1, 0);
        await WriterWaitsAsync(log);
        storage.Flushing = () => writers.Enqueue(Thread.CurrentThread.Name);
        Receive(stream, 1, 5);
        log.FlushNow();
        Assert.Equal(5, stream.FlushedLsn);
        Assert.Equal([Thread.CurrentThread.Name], writers);
    }

    [Fact]
    public async Task The_log_thread_writes_the_groups_of_several_busy_streams()
    {
        var (storage, writers) = (new FaultyStorage(), new ConcurrentQueue<string?>());
        await using var log = SharedLog.Open(storage, Options);
        var (first, second) = (log.CreateStream(1, 0), log.CreateStream(1, 0));
        var third = new FlushSignal(3);
        log.SetOwner(first, third);
        await WriterWaitsAsync(log);
        Receive(first, 1, 2);
        Receive(second, 1, 2);
        log.FlushNow();
        storage.Flushing = () => writers.Enqueue(Thread.CurrentThread.Name);
        Receive(first, 3, 3);
        log.FlushNow();
        await third.Reached.Task.WaitAsync(Limit);
        Assert.Equal(["log"], writers);
    }

    [Fact]
    public async Task Power_loss_takes_nothing_that_a_busy_log_had_reported()
    {
        const int Records = 400;
        var storage = new FaultyStorage();
        var images = new List<(long First, long Second, FaultyStorage Disk)>();
        await using (var log = SharedLog.Open(storage, Small))
        {
            var (first, second) = (log.CreateStream(1, 0), log.CreateStream(1, 0));
            var (firstEnd, secondEnd) = (new FlushSignal(Records), new FlushSignal(Records));
            log.SetOwner(first, firstEnd);
            log.SetOwner(second, secondEnd);
            // Between a group's write and its flush: only what was flushed before is safe.
            storage.Flushing = () =>
            {
                if (images.Count < 60)
                    images.Add((firstEnd.Last, secondEnd.Last, storage.AfterPowerLoss(_ => false)));
            };
            await Task.WhenAll(
                Task.Run(() => Append(first, Records)), Task.Run(() => Append(second, Records))).WaitAsync(Limit);
            await Task.WhenAll(firstEnd.Reached.Task, secondEnd.Reached.Task).WaitAsync(Limit);
        }
        foreach (var (first, second, disk) in images)
        {
            await using var log = SharedLog.Open(disk, Small);
            Assert.InRange(ReadBack(log.FindStream(1)).LastOrDefault(), first, Records);
            Assert.InRange(ReadBack(log.FindStream(2)).LastOrDefault(), second, Records);
        }
        Assert.NotEmpty(images);
    }

    [Fact]
    public async Task What_owners_left_for_the_end_of_a_group_is_done_although_another_one_throws()
    {
        var told = new List<bool>();
        var signal = new FlushSignal(1);
        var log = SharedLog.Open(new FaultyStorage(), Small with { OwnersTold = () => told.Add(signal.Last == 1) });
        log.SetOwner(log.CreateStream(1, 0), signal);
        log.SetOwner(log.CreateStream(1, 0), new ThrowsWhenFlushed());
        await WriterWaitsAsync(log);
        Receive(log.FindStream(1)!, 1, 1);
        Receive(log.FindStream(2)!, 1, 1);
        log.FlushNow();
        await log.DisposeAsync().AsTask().WaitAsync(Limit);
        Assert.Equal([false, true], told);
    }

    // The log's thread takes what it finds when it begins: a group is the receiver's only once that thread waits.
    private static async Task WriterWaitsAsync(SharedLog log)
    {
        using var limit = new CancellationTokenSource(Limit);
        while (!log.WriterWaits)
        {
            limit.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }

    private static void Receive(LogStream stream, long firstLsn, long lastLsn)
    {
        for (var lsn = firstLsn; lsn <= lastLsn; lsn++)
        {
            var payload = Payload(lsn, LengthOf(lsn));
            stream.Append(
                new LogRecord(LogRecordType.Data, Epoch, lsn, lsn - 1, Crc32C.Compute(payload), default), payload,
                flushFollows: true).Release();
        }
    }

    private sealed class ThrowsWhenFlushed : ILogStreamOwner
    {
        public void SendQueued()
        {
        }

        public void OnFlushed(LogStream stream, long lastLsn, int generation) =>
            throw new InvalidOperationException("An owner's mistake.");

        public void OnFaulted(LogFaultedException reason)
        {
        }
    }

    private sealed class FlushSignal(long lsn) : ILogStreamOwner
    {
        internal long Last { get; private set; }

        internal TaskCompletionSource Reached { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void SendQueued()
        {
        }

        public void OnFlushed(LogStream stream, long lastLsn, int generation)
        {
            Last = lastLsn;
            if (lastLsn >= lsn)
                Reached.TrySetResult();
        }

        public void OnFaulted(LogFaultedException reason) => Reached.TrySetException(reason);
    }
}
