using System.Fabric;
using SfPerf.Fabric.Replication;

namespace SfPerf.Fabric.ReliableState.Tests.Doubles;

/// <summary>A partition over <see cref="LogDouble"/>.</summary>
internal sealed class PartitionDouble : IReplicationPartition
{
    internal LogDouble? Log { get; private set; }

    /// <summary>Gets what the state manager said of its settings.</summary>
    internal ReplicatorLimits? Limits { get; private set; }

    public ServicePartitionInformation PartitionInfo => null!;

    public PartitionAccessStatus ReadStatus => Log!.ReadStatus;

    public PartitionAccessStatus WriteStatus => Log!.WriteStatus;

    public IReplicatedLog CreateReplicator(IReplicatedState state, ReplicatorLimits limits)
    {
        Limits = limits;
        return Log = new LogDouble(state);
    }

    public void ReportFault(FaultType faultType)
    {
    }
}
