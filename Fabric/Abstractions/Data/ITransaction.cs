#nullable disable

using System;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

/// <summary>A unit of changes to the collections of one replica that is committed as a whole or not at all.</summary>
/// <remarks>
/// <para>A transaction takes one call at a time, on any thread. A second call, and a call on a transaction that has
/// ended, is an <see cref="InvalidOperationException"/> and changes nothing. The role of the replica when the
/// transaction is created fixes how it reads: with locks on the primary, at a snapshot on an active secondary. A
/// transaction that began on a secondary never writes.</para>
/// <para>The writes are one record of the log, however many there are, and a transaction that only reads writes none.
/// Nothing reaches the log before <see cref="CommitAsync"/>. An open transaction therefore holds up no checkpoint and
/// is never aborted for its age; Service Fabric aborts old ones. It keeps its locks and, once it has a snapshot, old
/// values in memory.</para>
/// </remarks>
public interface ITransaction : IDisposable
{
    /// <summary>
    /// Commits the writes. When the task ends, they are durable on a write quorum that includes this replica, and are
    /// applied here.
    /// </summary>
    /// <remarks>
    /// <para>Durable means on the disk, or in the memory of a volatile service. The shared locks are released when the
    /// commit begins, the others when the record is applied. A transaction without writes ends at once and needs no
    /// quorum.</para>
    /// <para>There is no time limit. Without a write quorum, or with too many operations that wait for theirs, the
    /// commit is tried again after 64 ms, 128 ms and so on up to 4 s, until the record enters the log, the replica
    /// loses its role or the replica closes. Once the record is in the log, the task waits for the quorum.</para>
    /// </remarks>
    /// <returns>A task that ends when the writes are committed and applied.</returns>
    /// <exception cref="System.Fabric.FabricNotPrimaryException">This replica is no longer the primary, or another
    /// primary has written since the transaction first read or wrote. Nothing was committed. Resolve the partition
    /// again and repeat the work.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica closed before the record entered the
    /// log. Nothing was committed.</exception>
    /// <exception cref="System.Fabric.TransactionFaultedException">Without an inner exception: the writes together take
    /// more bytes than <c>MaxReplicationMessageSize</c> allows, and nothing was committed. With an inner
    /// <see cref="System.Fabric.FabricReplicationOperationTooLargeException"/>: they take more than the replicator of
    /// this process allows, and nothing was committed. With any other inner exception: the record had entered the log
    /// when the replica lost its role or closed, and the outcome is unknown; the next primary may have committed
    /// it.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended, or another call on it has not ended
    /// yet.</exception>
    Task CommitAsync();

    /// <summary>
    /// Gets the LSN of the snapshot at which the transaction counts and enumerates. The first such read, or this call,
    /// fixes it.
    /// </summary>
    /// <remarks>
    /// The snapshot holds every record up to this LSN and none after it, in all collections of the replica.
    /// </remarks>
    /// <returns>The LSN of the last record that the snapshot holds.</returns>
    /// <exception cref="System.Fabric.FabricNotReadableException">This primary has yet to apply what earlier primaries
    /// committed, or the state was replaced since the transaction began. Begin another transaction.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended, or another call on it has not ended
    /// yet.</exception>
    Task<long> GetVisibilitySequenceNumberAsync();

    /// <summary>Gets the LSN of the record that holds the writes of the transaction.</summary>
    /// <value>-1 until the record is applied here, and always for a transaction without writes.</value>
    long CommitSequenceNumber { get; }

    /// <summary>Gets the number that the replica which created the transaction gave to it.</summary>
    /// <value>
    /// Positive, and rising within a replica: the time of the creation as a Windows file time in UTC, or one more than
    /// the number before it.
    /// </value>
    long TransactionId { get; }

    /// <summary>
    /// Ends the transaction without its writes. Its locks are free, and nothing is left of it, when the method returns.
    /// </summary>
    /// <remarks>
    /// Disposing of an active transaction does the same. Disposing during a call throws an
    /// <see cref="InvalidOperationException"/>, and the transaction ends when that call does: a commit under way still
    /// ends as committed or not. Service Fabric ends the process then. Disposing of a transaction that has ended does
    /// nothing.
    /// </remarks>
    /// <exception cref="InvalidOperationException">The transaction has ended, or a call on it has not ended
    /// yet.</exception>
    void Abort();
}
