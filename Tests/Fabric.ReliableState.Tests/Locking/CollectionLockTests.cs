using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ReliableState.Locking;
using Xunit;
using static SfPerf.Fabric.ReliableState.Tests.Doubles.TestReplica;

namespace SfPerf.Fabric.ReliableState.Tests.Locking;

public sealed class CollectionLockTests
{
    private readonly CollectionLock _lock = new(() => "'all'");

    [Fact]
    public async Task One_that_wants_it_alone_waits_for_the_sharers_and_holds_up_those_who_come_after()
    {
        using var locks = new LockManager(TimeProvider.System);
        Assert.True(_lock.TryShare());
        Assert.True(_lock.TryShare());
        var alone = locks.AcquireAsync(_lock, "alone", LockKind.Exclusive, Limit, default).AsTask();
        Assert.False(_lock.TryShare());
        var late = locks.AcquireAsync(_lock, "late", LockKind.Shared, Limit, default).AsTask();
        Assert.Contains("held by 2 transactions", _lock.Describe(), StringComparison.Ordinal);

        _lock.Exit(LockKind.Shared);
        Assert.False(alone.IsCompleted);
        _lock.Exit(LockKind.Shared);
        Assert.Equal(LockAnswer.Granted, await alone.WaitAsync(Limit));
        Assert.False(_lock.TryShare());
        Assert.False(late.IsCompleted);
        Assert.Contains("held by a clear", _lock.Describe(), StringComparison.Ordinal);

        _lock.Exit(LockKind.Exclusive);
        Assert.Equal(LockAnswer.Granted, await late.WaitAsync(Limit));
        Assert.True(_lock.TryShare());
        Assert.Contains("held by 2 transactions", _lock.Describe(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_sharer_that_leaves_before_the_one_it_blocked_is_queued_lets_it_in()
    {
        Assert.True(_lock.TryShare());
        var waiter = new LockWaiter("alone", LockKind.Exclusive, _lock);
        LockWaiter? granted;
        lock (_lock)
        {
            Assert.Equal(LockAnswer.Blocked, _lock.Request("alone", LockKind.Exclusive));
            _lock.Exit(LockKind.Shared); // Takes no monitor: another thread may do it here.
            granted = _lock.Enqueue(waiter);
        }

        Assert.Same(waiter, granted);
        Assert.False(_lock.TryShare());
        _lock.Exit(LockKind.Exclusive);
        Assert.True(_lock.TryShare());
    }

    [Fact]
    public async Task One_that_gives_up_opens_it_again()
    {
        using var locks = new LockManager(TimeProvider.System);
        Assert.True(_lock.TryShare());
        await Assert.ThrowsAsync<TimeoutException>(
            () => locks.AcquireAsync(_lock, "alone", LockKind.Exclusive, TimeSpan.Zero, default).AsTask());
        Assert.True(_lock.TryShare());
        using var cancel = new CancellationTokenSource();
        var alone = locks.AcquireAsync(_lock, "alone", LockKind.Exclusive, Limit, cancel.Token).AsTask();
        Assert.False(_lock.TryShare());
        await cancel.CancelAsync();
        await Assert.ThrowsAsync<OperationCanceledException>(() => alone.WaitAsync(Limit));
        Assert.True(_lock.TryShare());
    }

    [Fact]
    public async Task Many_threads_never_share_it_with_one_that_has_it_alone_and_none_is_forgotten()
    {
        using var locks = new LockManager(TimeProvider.System);
        var (sharers, alone, wrong) = (0, 0, 0);
        var tasks = Enumerable.Range(0, 6).Select(thread => Task.Run(async () =>
        {
            var random = new Random(thread);
            for (var i = 0; i < 20_000; i++)
            {
                if (thread > 0)
                {
                    if (!_lock.TryShare())
                        await locks.AcquireAsync(_lock, thread, LockKind.Shared, Limit, default);
                    Interlocked.Increment(ref sharers);
                    Interlocked.Add(ref wrong, Volatile.Read(ref alone));
                    Interlocked.Decrement(ref sharers);
                    _lock.Exit(LockKind.Shared);
                    continue;
                }
                try
                {
                    var timeout = random.Next(3) == 0 ? TimeSpan.Zero : Limit;
                    await locks.AcquireAsync(_lock, thread, LockKind.Exclusive, timeout, default);
                }
                catch (TimeoutException)
                {
                    continue;
                }
                Interlocked.Increment(ref alone);
                Interlocked.Add(ref wrong, Volatile.Read(ref sharers));
                Interlocked.Decrement(ref alone);
                _lock.Exit(LockKind.Exclusive);
            }
        })).ToArray();

        await Task.WhenAll(tasks).WaitAsync(TimeSpan.FromMinutes(2));

        Assert.Equal(0, wrong);
        Assert.Contains("held by 0 transactions", _lock.Describe(), StringComparison.Ordinal);
    }
}
