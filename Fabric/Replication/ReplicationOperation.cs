using System;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// Represents one record on its way to a quorum; a transaction derives from it, so that a commit allocates nothing
/// more.
/// </summary>
public abstract class ReplicationOperation
{
    /// <summary>Gets the log sequence number, once <see cref="IReplicatedLog.Replicate"/> has returned.</summary>
    public long Lsn { get; internal set; }

    /// <summary>
    /// Gets whether the record still follows from the state. <see cref="IReplicatedLog.Replicate"/> asks under its
    /// lock, when all that earlier primaries committed is applied: what is true then stays true until the record is
    /// applied. Takes no lock.
    /// </summary>
    protected internal virtual bool IsCurrent => true;

    /// <summary>
    /// Ends the operation, exactly once. On success it follows <see cref="IReplicatedState.Apply"/>; it is called by
    /// the apply thread in batches, so it must not block and must not run the caller's continuation inline.
    /// </summary>
    /// <param name="failure">Null on success. Otherwise why the outcome is unknown: the record had entered the
    /// log.</param>
    protected internal abstract void Complete(Exception? failure);

    /// <summary>As <see cref="Complete"/> without a failure, of one of a few that a thread applies which serves other
    /// partitions too. It holds no lock, and what the caller does next may begin here if that does not block.</summary>
    protected internal virtual void CompleteInPlace() => Complete(null);
}
