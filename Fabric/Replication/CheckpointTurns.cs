using System.Threading;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// The right to write a checkpoint because it is due: so many at a time in a process. Partitions that share a load
/// reach their thresholds together, and the flushes of all of them would hold up those of the log. Any thread.
/// </summary>
internal sealed class CheckpointTurns
{
    /// <summary>All at once stop the log for longest, one at a time slow it down for longest.</summary>
    internal const int AtOnce = 2;

    private int _free = AtOnce;

    internal bool TryBegin()
    {
        if (Interlocked.Decrement(ref _free) >= 0)
            return true;
        Interlocked.Increment(ref _free);
        return false;
    }

    internal void End() => Interlocked.Increment(ref _free);
}
