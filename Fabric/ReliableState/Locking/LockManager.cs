using System;
using System.Collections.Generic;
using System.Fabric;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>Waits for locks that were not free: queue, timeout, cancellation, close.</summary>
internal sealed class LockManager(TimeProvider time) : IDisposable
{
    private readonly TimerWheel _wheel = new(time);
    private readonly Lock _gate = new();
    private readonly HashSet<LockWaiter> _waiting = []; // guarded by _gate
    private bool _closed;                               // guarded by _gate

    internal TimeProvider Time { get; } = time;

    /// <summary>Ends every wait; later requests that would block fail at once.</summary>
    public void Dispose()
    {
        LockWaiter[] waiting;
        lock (_gate)
        {
            _closed = true;
            waiting = [.. _waiting];
        }
        foreach (var waiter in waiting)
            waiter.GiveUp(LockOutcome.Closed);
        _wheel.Dispose();
    }

    /// <summary>
    /// Gets a lock, waiting for it if need be. A timeout of zero fails at once, an infinite one never.
    /// </summary>
    /// <returns>Granted, upgraded, already held, or gone; granted means that the owner must release it later.</returns>
    /// <exception cref="TimeoutException">The lock did not come free; the owner keeps what it held before.</exception>
    internal async ValueTask<LockAnswer> AcquireAsync(
        LockResource resource, object owner, LockKind kind, TimeSpan timeout, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        LockWaiter waiter;
        LockWaiter? granted = null;
        lock (resource)
        {
            var answer = resource.Request(owner, kind);
            if (answer != LockAnswer.Blocked)
                return answer;
            waiter = new LockWaiter(owner, kind, resource);
            if (timeout != TimeSpan.Zero)
                granted = resource.Enqueue(waiter);
        }
        LockWaiter.Wake(granted);
        var isUpgrade = waiter.IsUpgrade;
        var outcome = timeout == TimeSpan.Zero
            ? LockOutcome.TimedOut
            : await WaitAsync(waiter, timeout, token).ConfigureAwait(false);
        return outcome switch
        {
            LockOutcome.Granted => isUpgrade ? LockAnswer.Upgraded : LockAnswer.Granted,
            LockOutcome.Canceled => throw new OperationCanceledException(token),
            LockOutcome.Closed => throw new FabricObjectClosedException("The replica was closed."),
            _ => throw new TimeoutException(string.Create(CultureInfo.InvariantCulture,
                $"{owner} waited {timeout.TotalMilliseconds:0} ms for the {kind} lock on {resource.Describe()}.")),
        };
    }

    private async Task<LockOutcome> WaitAsync(LockWaiter waiter, TimeSpan timeout, CancellationToken token)
    {
        var start = Time.GetTimestamp();
        bool closed;
        lock (_gate)
        {
            closed = _closed;
            _waiting.Add(waiter);
        }
        if (closed)
            waiter.GiveUp(LockOutcome.Closed);
        if (timeout != Timeout.InfiniteTimeSpan)
            _wheel.Add(waiter, timeout);
        try
        {
            using var registration = token.UnsafeRegister(
                static state => ((LockWaiter)state!).GiveUp(LockOutcome.Canceled), waiter);
            return await waiter.Outcome.ConfigureAwait(false);
        }
        finally
        {
            LockMeter.NoteWaited(Time.GetElapsedTime(start));
            _wheel.Remove(waiter);
            lock (_gate)
                _waiting.Remove(waiter);
        }
    }
}
