using System.Threading;

namespace SfPerf.ServiceModel.Client;

/// <summary>
/// Represents one timer for all calls of a channel: armed for the earliest deadline, so that a call costs none.
/// </summary>
internal sealed class CallTimer(TimeProvider time, Func<long, long> expire) : IDisposable
{
    // A timer counts no further than 49 days.
    private static readonly TimeSpan Longest = TimeSpan.FromDays(20);

    private readonly Lock _gate = new();
    private ITimer? _timer;
    private long _armedFor;
    private bool _disposed;

    /// <summary>Makes sure that the timer fires when <paramref name="deadline"/>, a timestamp, passes.</summary>
    internal void Arm(long deadline)
    {
        var armed = Volatile.Read(ref _armedFor);
        if (deadline == 0 || (armed != 0 && armed <= deadline))
            return;
        lock (_gate)
        {
            if (_disposed || (_armedFor != 0 && _armedFor <= deadline))
                return;
            Volatile.Write(ref _armedFor, deadline);
            var due = time.GetElapsedTime(time.GetTimestamp(), deadline);
            due = due < TimeSpan.Zero ? TimeSpan.Zero : due + TimeSpan.FromMilliseconds(1);
            // A timer that fires early is armed again.
            due = due < Longest ? due : Longest;
            if (_timer is null)
                _timer = time.CreateTimer(static t => ((CallTimer)t!).Fire(), this, due, Timeout.InfiniteTimeSpan);
            else
                _timer.Change(due, Timeout.InfiniteTimeSpan);
        }
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _disposed = true;
            _timer?.Dispose();
        }
    }

    private void Fire()
    {
        lock (_gate)
            Volatile.Write(ref _armedFor, 0);
        Arm(expire(time.GetTimestamp()));
    }
}
