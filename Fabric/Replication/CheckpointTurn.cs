using System.Threading;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// The right to write a checkpoint because it is due: one at a time in a process. Partitions that share a load reach
/// their thresholds together, and the flushes of all of them would hold up those of the log. Any thread.
/// </summary>
internal sealed class CheckpointTurn
{
    private int _taken;

    internal bool TryBegin() => Interlocked.CompareExchange(ref _taken, 1, 0) == 0;

    internal void End() => Volatile.Write(ref _taken, 0);
}
