using System;
using System.Threading;

namespace SfPerf.Fabric.Cluster.Supervision;

/// <summary>
/// Measures how long a process has been silent. Any thread may note what it heard; one thread looks at regular times,
/// and it alone may be late.
/// </summary>
internal sealed class HeartbeatWatch(TimeProvider time)
{
    private const long None = 0;
    private const long NotWatched = long.MaxValue;
    private long _last;

    /// <summary>Notes a heartbeat.</summary>
    /// <param name="debugged">A debugger may hold the process from now on: its silence says nothing.</param>
    internal void Note(bool debugged) => Volatile.Write(ref _last, debugged ? NotWatched : time.GetTimestamp());

    /// <summary>Begins anew: the process has ended.</summary>
    internal void Forget() => Volatile.Write(ref _last, None);

    /// <summary>
    /// Returns how long the process has been silent; zero before its first heartbeat. The time by which a look is late
    /// does not count: the one who looks did not run, and the process may not have run either.
    /// </summary>
    /// <param name="late">By how much this look is late.</param>
    internal TimeSpan Look(TimeSpan late)
    {
        var last = Volatile.Read(ref _last);
        if (last is None or NotWatched)
            return TimeSpan.Zero;
        var now = time.GetTimestamp();
        if (late > TimeSpan.Zero)
        {
            var counted = Math.Min(now, last + (long)(late.TotalSeconds * time.TimestampFrequency));
            // Something was noted meanwhile.
            if (Interlocked.CompareExchange(ref _last, counted, last) != last)
                return TimeSpan.Zero;
            last = counted;
        }

        return time.GetElapsedTime(last, now);
    }
}
