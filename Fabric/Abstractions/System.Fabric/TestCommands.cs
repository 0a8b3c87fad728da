#nullable disable

using System.Fabric.Result;

namespace System.Fabric;

/// <summary>How much of a partition is lost.</summary>
[Serializable]
public enum DataLossMode
{
    Invalid = 0,

    /// <summary>A write quorum of the replicas is dropped, the primary among them; the others keep what they have.
    /// </summary>
    PartialDataLoss = 1,

    /// <summary>Every replica is dropped: the partition begins anew.</summary>
    FullDataLoss = 2,
}

public enum TestCommandProgressState
{
    Invalid = 0,
    Running = 1,
    RollingBack = 2,
    Completed = 3,
    Faulted = 4,
    Cancelled = 5,
    ForceCancelled = 6,
}

public abstract class TestCommandProgress
{
    internal TestCommandProgress()
    {
    }

    public TestCommandProgressState State { get; internal init; }

    public override string ToString() => $"{State}";
}

/// <summary>How far a data loss is. It is complete when the partition serves again.</summary>
public sealed class PartitionDataLossProgress : TestCommandProgress
{
    internal PartitionDataLossProgress()
    {
    }

    /// <summary>Gets which partition it was; null while the state is Running.</summary>
    public PartitionDataLossResult Result { get; internal init; }
}

/// <summary>A partition that was chosen.</summary>
public class SelectedPartition
{
    public static readonly SelectedPartition None = new(null, Guid.Empty);

    internal SelectedPartition(Uri serviceName, Guid partitionId) =>
        (ServiceName, PartitionId) = (serviceName, partitionId);

    public Uri ServiceName { get; }

    public Guid PartitionId { get; }

    public override string ToString() => $"Service Name: {ServiceName}, Partition Id: {PartitionId}";
}
