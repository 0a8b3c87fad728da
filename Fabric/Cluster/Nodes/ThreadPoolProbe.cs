using System;
using System.Threading;

namespace SfPerf.Fabric.Cluster.Nodes;

/// <summary>
/// Tells whether the thread pool of this process still runs what is queued. One thread asks; a busy pool that runs an
/// item late is forgiven until the limit.
/// </summary>
internal sealed class ThreadPoolProbe(TimeProvider time)
{
    /// <summary>The longest time that an item may wait for its turn.</summary>
    internal static readonly TimeSpan Limit = TimeSpan.FromSeconds(5);

    private long _queued;
    private volatile bool _waits;

    /// <summary>Queues an item unless one waits; false when one has waited for longer than the limit.</summary>
    internal bool IsRunning()
    {
        if (_waits)
            return time.GetElapsedTime(_queued) <= Limit;
        (_queued, _waits) = (time.GetTimestamp(), true);
        _ = ThreadPool.UnsafeQueueUserWorkItem(static probe => probe._waits = false, this, preferLocal: false);
        return true;
    }
}
