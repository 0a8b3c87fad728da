using System.Threading;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// Determines how many checkpoints of a process are written at once. Partitions that share a load reach their thresholds
/// together, and the flushes of all of them would hold up those of the log. Any thread.
/// </summary>
internal sealed class CheckpointTurns
{
    /// <summary>One that is large and written slowly must not hold up all others.</summary>
    internal const int AtOnce = 2;

    private int _free = AtOnce;

    /// <summary>Takes a turn if one is free.</summary>
    internal bool TryBegin()
    {
        if (Interlocked.Decrement(ref _free) >= 0)
            return true;
        Interlocked.Increment(ref _free);
        return false;
    }

    internal void End() => Interlocked.Increment(ref _free);
}
