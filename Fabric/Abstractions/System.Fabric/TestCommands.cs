#nullable disable

using System.Fabric.Result;

namespace System.Fabric;

/// <summary>Specifies how much of a partition is lost.</summary>
[Serializable]
public enum DataLossMode
{
    /// <summary>No mode; it is refused.</summary>
    Invalid = 0,

    /// <summary>A write quorum of the replicas is dropped, the primary among them; the others keep what they have.
    /// </summary>
    PartialDataLoss = 1,

    /// <summary>Every replica is dropped: the partition begins anew.</summary>
    FullDataLoss = 2,
}

/// <summary>Says how far a test command is.</summary>
public enum TestCommandProgressState
{
    /// <summary>No state.</summary>
    Invalid = 0,
    /// <summary>The command has begun, and the partition does not serve yet.</summary>
    Running = 1,
    /// <summary>The command was cancelled, and its effects have not ended yet.</summary>
    RollingBack = 2,
    /// <summary>The partition serves again.</summary>
    Completed = 3,
    /// <summary>The command cannot end: its service was deleted.</summary>
    Faulted = 4,
    /// <summary>The command was cancelled, and the partition serves again.</summary>
    Cancelled = 5,
    /// <summary>The command was cancelled without waiting for its effects to end.</summary>
    ForceCancelled = 6,
}

/// <summary>Describes how far a test command is.</summary>
public abstract class TestCommandProgress
{
    internal TestCommandProgress()
    {
    }

    /// <summary>Gets the state at the time of the answer.</summary>
    public TestCommandProgressState State { get; internal init; }

    /// <summary>Gets the name of the state.</summary>
    /// <returns>Such as <c>Running</c>.</returns>
    public override string ToString() => $"{State}";
}

/// <summary>Describes how far a data loss is. It is complete when the partition serves again.</summary>
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
    /// <summary>No partition.</summary>
    public static readonly SelectedPartition None = new(null, Guid.Empty);

    internal SelectedPartition(Uri serviceName, Guid partitionId) =>
        (ServiceName, PartitionId) = (serviceName, partitionId);

    /// <summary>Gets the name of the service; null for <see cref="None"/>.</summary>
    public Uri ServiceName { get; }

    /// <summary>Gets the id of the partition.</summary>
    public Guid PartitionId { get; }

    /// <summary>Gets a text for people with the service and the partition.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => $"Service Name: {ServiceName}, Partition Id: {PartitionId}";
}
