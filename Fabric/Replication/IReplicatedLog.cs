using System;
using System.Fabric;

namespace SfPerf.Fabric.Replication;

/// <summary>Defines what the collections see of the replicator: the one way to make a change durable.</summary>
public interface IReplicatedLog
{
    /// <summary>Gets whether reads may be served now. On a primary this includes the read lease.</summary>
    PartitionAccessStatus ReadStatus { get; }

    /// <summary>Gets whether writes may be accepted now.</summary>
    PartitionAccessStatus WriteStatus { get; }

    /// <summary>
    /// Gets whether a primary has applied all that earlier primaries committed. Always true on other replicas. Takes no
    /// lock and reads no clock.
    /// </summary>
    bool HasCaughtUp { get; }

    /// <summary>Gets the present role.</summary>
    ReplicaRole Role { get; }

    /// <summary>Gets the LSN of the last applied record.</summary>
    long AppliedLsn { get; }

    /// <summary>
    /// Appends one record (a whole transaction) to the log and sends it to the secondaries. Returns at once; any thread
    /// may call it. The operation is completed later, after quorum and apply, or failed.
    /// </summary>
    /// <param name="record">Copied before this method returns.</param>
    /// <param name="operation">Gets its LSN before this method returns. May be reused after its completion.</param>
    /// <exception cref="FabricNotPrimaryException">This replica is not the primary, or another one wrote since the
    /// operation began (<see cref="ReplicationOperation.IsCurrent"/>). Nothing was appended.</exception>
    /// <exception cref="FabricTransientException">No write quorum, or the queue is full. Nothing was
    /// appended.</exception>
    void Replicate(ReadOnlySpan<byte> record, ReplicationOperation operation);
}
