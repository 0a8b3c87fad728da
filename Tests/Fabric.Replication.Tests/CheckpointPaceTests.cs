using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Replication.Tests;

public sealed class CheckpointPaceTests
{
    private readonly ManualTimeProvider _time = new();
    private readonly CheckpointPace _pace;
    private long _logged;
    private bool _urgent;

    public CheckpointPaceTests() =>
        _pace = new CheckpointPace(_time, () => Volatile.Read(ref _logged), () => Volatile.Read(ref _urgent));

    [Fact]
    public void A_small_checkpoint_is_written_at_once() =>
        Assert.True(_pace.WaitAsync(CheckpointPace.FreeBytes, default).AsTask().IsCompletedSuccessfully);

    [Fact]
    public async Task A_large_one_waits_for_the_clock()
    {
        var wait = _pace.WaitAsync(CheckpointPace.FreeBytes + CheckpointPace.BytesPerSecond, default).AsTask();
        await AdvanceAsync(TimeSpan.FromMilliseconds(950));
        Assert.False(wait.IsCompleted);
        await AdvanceUntilAsync(wait);
    }

    [Fact]
    public async Task A_large_one_follows_the_log()
    {
        Volatile.Write(ref _logged, 1 << 20);
        var allowed = CheckpointPace.FreeBytes + (CheckpointPace.BytesPerLogByte << 20);
        Assert.True(_pace.WaitAsync(allowed, default).AsTask().IsCompletedSuccessfully);
        var wait = _pace.WaitAsync(allowed + (64 << 20), default).AsTask();
        await AdvanceAsync(TimeSpan.FromMilliseconds(20));
        Assert.False(wait.IsCompleted);

        Volatile.Write(ref _logged, 17 << 20);
        await AdvanceUntilAsync(wait);
    }

    [Fact]
    public async Task Nobody_who_waits_for_it_waits_for_the_clock()
    {
        var wait = _pace.WaitAsync(long.MaxValue, default).AsTask();
        Volatile.Write(ref _urgent, true);
        await AdvanceUntilAsync(wait);
    }

    [Fact]
    public async Task A_closing_replica_ends_the_wait()
    {
        using var closing = new CancellationTokenSource();
        var wait = _pace.WaitAsync(long.MaxValue, closing.Token).AsTask();
        await closing.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => wait.WaitAsync(TestPartition.Limit));
    }

    // The clock stands still unless the checkpoint waits for it, so that the log alone would never let it end.
    [Fact]
    public async Task A_checkpoint_follows_the_log_until_somebody_waits_for_it()
    {
        const int Records = 48;
        await using var partition = await TestPartition.StartAsync(
            1, o => o with { Time = _time, CheckpointThresholdBytes = Records << 20 });
        var text = new string('x', 1 << 20);
        await partition.WriteWhenReady(text);
        for (var i = 0; i < Records; i++)
            await TestPartition.Start(partition.Primary, text).Completed.WaitAsync(TestPartition.Limit);
        await WaitsAsync();
        // Other partitions do not wait for it.
        for (var i = 0; i < ReplicationHost.CheckpointsAtOnce; i++)
            Assert.True(partition.Primary.Host.CheckpointTurns.Wait(0));

        var wanted = partition.Primary.Replicator.CheckpointAsync(default);
        for (var i = 0; i < 3 && !wanted.IsCompleted; i++)
        {
            await WaitsAsync(wanted);
            _time.Advance(TimeSpan.FromMilliseconds(5));
        }

        await wanted.WaitAsync(TestPartition.Limit);
    }

    private async Task WaitsAsync(Task? ended = null)
    {
        using var limit = new CancellationTokenSource(TestPartition.Limit);
        while (_time.PendingTimers == 0 && ended is not { IsCompleted: true })
        {
            limit.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }

    private async Task AdvanceUntilAsync(Task wait)
    {
        for (var start = Environment.TickCount64; !wait.IsCompleted; await Task.Yield())
        {
            Assert.True(Environment.TickCount64 - start < TestPartition.Limit.TotalMilliseconds);
            _time.Advance(TimeSpan.FromMilliseconds(1));
        }
        await wait;
    }

    // The wait looks again after an interval: each step lets it.
    private async Task AdvanceAsync(TimeSpan time)
    {
        for (var step = TimeSpan.Zero; step < time; step += TimeSpan.FromMilliseconds(5))
        {
            _time.Advance(TimeSpan.FromMilliseconds(5));
            await Task.Yield();
        }
    }
}
