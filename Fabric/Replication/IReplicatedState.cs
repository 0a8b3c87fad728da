using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Replication;

/// <summary>The state that a replica keeps. The replicator calls it; the reliable collections implement it.</summary>
/// <remarks>
/// <see cref="Apply"/>, <see cref="CaptureCheckpoint"/> and <see cref="Reset"/> are called by one logical thread at a
/// time, never concurrently with each other.
/// </remarks>
public interface IReplicatedState
{
    /// <summary>
    /// Applies one committed record. Records arrive once each, in LSN order, only after a quorum holds them.
    /// </summary>
    /// <param name="lsn">The record's log sequence number.</param>
    /// <param name="record">The bytes given to <see cref="IReplicatedLog.Replicate"/>; valid during the call
    /// only.</param>
    /// <param name="operation">The caller's own operation on the primary that replicated it, otherwise null.</param>
    void Apply(long lsn, ReadOnlyMemory<byte> record, ReplicationOperation? operation);

    /// <summary>
    /// Gets whether <see cref="Apply"/> calls code of the service, as handlers of notifications are. Then it runs on a
    /// thread of the pool, where it may block without holding up other partitions. May be read by any thread.
    /// </summary>
    bool RunsServiceCode => false;

    /// <summary>
    /// Freezes the state as of the last applied record. Quick: the writing happens later, on another thread.
    /// </summary>
    ICheckpointSource CaptureCheckpoint();

    /// <summary>
    /// Freezes what has not changed since an earlier LSN: as a checkpoint of that LSN, it becomes whole by the records
    /// after it up to the last applied one. Null if the state cannot be written so.
    /// </summary>
    ICheckpointSource? CaptureUnchanged(long sinceLsn) => null;

    /// <summary>Gets the LSN up to which records make what was restored whole; 0 if it is.</summary>
    long WholeLsn => 0;

    /// <summary>Replaces the whole state by a checkpoint (recovery, or copy to a new replica).</summary>
    Task RestoreAsync(Stream checkpoint, CancellationToken cancellationToken);

    /// <summary>
    /// Says, on a new primary before anybody reads or writes, that acknowledged writes may be lost. True means that the
    /// state was replaced by a backup.
    /// </summary>
    Task<bool> OnDataLossAsync(CancellationToken cancellationToken) => Task.FromResult(false);

    /// <summary>Drops the whole state: a full copy follows, or the replica starts empty.</summary>
    void Reset();
}

/// <summary>A frozen state that can be written to a stream while the live one goes on.</summary>
public interface ICheckpointSource : IDisposable
{
    /// <summary>Gets which part of the state was written.</summary>
    double Part => 1;

    /// <summary>Writes the state. The format is the state's own; the replicator frames and checksums it.</summary>
    Task WriteAsync(Stream stream, CancellationToken cancellationToken);
}
