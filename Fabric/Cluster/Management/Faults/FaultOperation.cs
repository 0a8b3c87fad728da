using System;
using System.Text.Json.Serialization;

namespace SfPerf.Fabric.Cluster.Management.Faults;

/// <summary>Specifies what a test asked for. The numbers are those of Service Fabric's filters.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<FaultType>))]
internal enum FaultType
{
    PartitionDataLoss = 1,
    PartitionQuorumLoss = 2,
    PartitionRestart = 4,
    NodeTransition = 8,
}

/// <summary>Specifies how far a test command is. The numbers are those of Service Fabric's filters.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<FaultState>))]
internal enum FaultState
{
    Running = 1,

    /// <summary>It was cancelled, and what it did is being ended.</summary>
    RollingBack = 2,
    Completed = 8,

    /// <summary>Its partition was deleted.</summary>
    Faulted = 16,
    Cancelled = 32,

    /// <summary>It was given up before what it did had ended.</summary>
    ForceCancelled = 64,
}

/// <summary>A fault that a test asked for, as it is kept in the manager's state.</summary>
internal sealed record FaultOperation
{
    public required Guid Id { get; init; }

    public required FaultType Type { get; init; }

    public FaultState State { get; init; } = FaultState.Running;

    /// <summary>Gets the service; empty for a fault of a node.</summary>
    public string Service { get; init; } = "";

    public Guid Partition { get; init; }

    /// <summary>Gets the node; empty for a fault of a partition.</summary>
    public string Node { get; init; } = "";

    /// <summary>Gets the instance of the node that was named.</summary>
    public string NodeInstance { get; init; } = "";

    /// <summary>Gets whether a node is stopped; otherwise it is started.</summary>
    public bool Stops { get; init; }

    /// <summary>Gets whether a data loss drops every replica.</summary>
    public bool Full { get; init; }

    /// <summary>Gets the data loss number of the partition before the fault.</summary>
    public long DataLossNumber { get; init; }

    /// <summary>Gets when a quorum loss or the stop of a node ends by itself.</summary>
    public DateTimeOffset Until { get; init; }

    internal bool HasEnded => State is not (FaultState.Running or FaultState.RollingBack);

    /// <summary>Returns the operation as it is now: decided by what is seen of its target, and by nothing else.
    /// </summary>
    internal FaultOperation Next(FaultSight seen) => this with
    {
        State = State switch
        {
            FaultState.Running or FaultState.RollingBack when seen.IsGone => FaultState.Faulted,
            FaultState.RollingBack when seen.Serves => FaultState.Cancelled,
            FaultState.Running when IsDone(seen) => FaultState.Completed,
            _ => State,
        },
    };

    private bool IsDone(FaultSight seen) => Type switch
    {
        FaultType.PartitionDataLoss => seen.Serves && seen.DataLossNumber > DataLossNumber,
        FaultType.PartitionQuorumLoss => seen.Serves && seen.Now >= Until,
        FaultType.PartitionRestart => seen is { Serves: true, IsComplete: true },
        // A stop that is over counts although nobody looked while the node was down.
        _ => seen.Serves != Stops || Stops && seen.Now >= Until,
    };
}

/// <summary>Describes what is seen of the target of a fault.</summary>
/// <param name="Now">The time.</param>
/// <param name="IsGone">Whether it was deleted.</param>
/// <param name="Serves">Whether the partition is ready, or the node up.</param>
/// <param name="IsComplete">Whether every replica is in place.</param>
/// <param name="DataLossNumber">That of the partition's epoch.</param>
internal readonly record struct FaultSight(
    DateTimeOffset Now, bool IsGone, bool Serves, bool IsComplete, long DataLossNumber);
