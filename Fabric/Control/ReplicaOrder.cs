using System;

namespace SfPerf.Fabric.Control;

/// <summary>A command on its way to a replica or instance.</summary>
internal sealed record ReplicaOrder
{
    public required Guid PartitionId { get; init; }

    public required long ReplicaId { get; init; }

    /// <summary>Gets the number that the answer repeats; 0 wants none.</summary>
    public required long Request { get; init; }

    public required ReplicaCommand Command { get; init; }

    /// <summary>Gets what a replica is created from; only with Open.</summary>
    public ReplicaOpening? Opening { get; init; }
}

/// <summary>Describes what a replica or instance is created from.</summary>
internal sealed record ReplicaOpening
{
    public required string ServiceName { get; init; }

    public required string ServiceTypeName { get; init; }

    public required bool Stateful { get; init; }

    public required PartitionKey Key { get; init; }

    public int MinReplicaSetSize { get; init; }

    /// <summary>Gets what the replica or instance finds in its context.</summary>
    public byte[] InitializationData { get; init; } = [];
}

/// <summary>Specifies which part of a service's keys a partition holds.</summary>
internal sealed record PartitionKey
{
    /// <summary>Gets one of Singleton, Int64Range, Named.</summary>
    public required string Kind { get; init; }

    public long LowKey { get; init; }

    public long HighKey { get; init; }

    public string Name { get; init; } = "";
}

/// <summary>The end of a command.</summary>
internal sealed record ReplicaAnswer
{
    public required Guid PartitionId { get; init; }

    public required long ReplicaId { get; init; }

    public required long Request { get; init; }

    /// <summary>Gets why it failed, or null.</summary>
    public string? Error { get; init; }

    /// <summary>Gets whether the replica's state is not on this disk.</summary>
    public bool StateLost { get; init; }

    /// <summary>Gets whether the disk holds remains of the lost state: it was not wiped, it was damaged.</summary>
    public bool StateDamaged { get; init; }

    /// <summary>Gets what is missing or corrupt, if the state is lost: a sentence for the operator.</summary>
    public string LostReason { get; init; } = "";

    /// <summary>Gets what was brought back of a damaged state, if it was: a sentence for the operator.</summary>
    public string Salvaged { get; init; } = "";

    public string Address { get; init; } = "";

    public string ReplicatorAddress { get; init; } = "";

    public LogProgress? Progress { get; init; }
}
