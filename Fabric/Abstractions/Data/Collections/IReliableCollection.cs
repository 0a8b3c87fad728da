#nullable disable

using System;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data.Collections;

/// <summary>A replicated collection that is changed in transactions.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
public interface IReliableCollection<T> : IReliableState
{
    /// <summary>
    /// Removes all items, outside any transaction. The wait for the open transactions is 4 seconds at most.
    /// </summary>
    /// <remarks>
    /// The call waits until every transaction that has touched the collection has ended, and is a transaction of its
    /// own: when the task ends, the removal is committed by a write quorum and applied here. It cannot be undone. A
    /// caller that holds an open transaction which has used the collection waits for itself until the timeout. Service
    /// Fabric has no such method for queues; here it works for dictionaries and for <see cref="IReliableQueue{T}"/>.
    /// </remarks>
    /// <returns>A task that ends when the collection is empty.</returns>
    /// <exception cref="TimeoutException">Transactions that use the collection did not end in time. Nothing is
    /// removed.</exception>
    /// <exception cref="System.Fabric.FabricNotPrimaryException">This replica is not the primary. Nothing is written.
    /// Resolve the partition again and repeat the work there.</exception>
    /// <exception cref="System.Fabric.TransactionFaultedException">The outcome is unknown, if there is an inner
    /// exception: the replica lost its role or was closed after the record had entered the log.</exception>
    /// <exception cref="InvalidOperationException">The transaction that created the collection has not
    /// committed.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or the collection was
    /// removed.</exception>
    Task ClearAsync();

    /// <summary>Counts the items that a transaction sees: those at its snapshot, with its own writes.</summary>
    /// <remarks>
    /// The first count or enumeration of a transaction fixes its snapshot, which is one point in time over all
    /// collections of the replica. No key is locked, and the time that the call takes grows with the number of items.
    /// On the primary, <see cref="ClearAsync"/> waits until the transaction has ended.
    /// </remarks>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <returns>The number of items.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="tx"/> belongs to another state manager.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended, another call on it has not ended yet, or
    /// the transaction that created the collection has not committed.</exception>
    /// <exception cref="TimeoutException">A call that clears the collection did not end within 4 seconds.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">The replica may not serve this read now, or another
    /// primary has written since the transaction first read or wrote. Repeat the work in a new transaction, after the
    /// partition was resolved again.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or the collection was
    /// removed.</exception>
    Task<long> GetCountAsync(ITransaction tx);
}
