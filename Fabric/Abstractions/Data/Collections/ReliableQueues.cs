#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data.Collections;

/// <summary>
/// A replicated queue with strict order: items leave in the order in which their transactions committed.
/// </summary>
/// <typeparam name="T">The type of the items. Null is an item like any other.</typeparam>
/// <remarks>
/// <para>One transaction at a time adds items and one at a time takes items; the next one waits for its turn or its
/// timeout. A transaction sees the items that it has added itself. Items are durable, and visible to others, when
/// <see cref="ITransaction.CommitAsync"/> has ended. Any thread may call the members, at the same time with different
/// transactions. Every error of a method is in the task that the method returns.</para>
/// <para><see cref="IReliableCollection{T}.ClearAsync"/> works here; Service Fabric does not implement it for
/// queues.</para>
/// </remarks>
public interface IReliableQueue<T> : IReliableCollection<T>
{
    /// <summary>Adds an item at the tail, and waits for the lock for 4 seconds at most.</summary>
    /// <inheritdoc cref="EnqueueAsync(ITransaction, T, TimeSpan, CancellationToken)"/>
    Task EnqueueAsync(ITransaction tx, T item);

    /// <summary>
    /// Adds an item at the tail. The exclusive lock of the tail is held until the transaction ends: no other
    /// transaction can add meanwhile.
    /// </summary>
    /// <remarks>
    /// The lock is also kept from this call while another transaction that saw the queue empty has not ended.
    /// </remarks>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="item">The item; may be null. It is serialized during the call.</param>
    /// <param name="timeout">How long to wait for each lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>A task that ends when the addition is part of the transaction. Nothing is durable yet.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="timeout"/> is negative, or <paramref name="tx"/> belongs to
    /// another state manager.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended, another call on it has not ended yet, it
    /// began before this replica became the primary, or the transaction that created the collection has not
    /// committed.</exception>
    /// <exception cref="TimeoutException">The lock did not come free in time. The transaction stays active and keeps
    /// its other locks. Two transactions that wait for each other end this way only: dispose of the transaction and
    /// repeat all of its work in a new one.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was canceled before the lock
    /// was granted. Nothing is read or written, and the transaction stays active.</exception>
    /// <exception cref="System.Fabric.FabricNotPrimaryException">This replica is not the primary. Nothing is written.
    /// Resolve the partition again and repeat the work there.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">The replica may not serve this read now, or another
    /// primary has written since the transaction first read or wrote. Repeat the work in a new transaction, after the
    /// partition was resolved again.</exception>
    /// <exception cref="System.Fabric.TransactionFaultedException">The operation takes more bytes than
    /// <c>MaxReplicationMessageSize</c> allows. The transaction is aborted.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or the collection was
    /// removed.</exception>
    Task EnqueueAsync(ITransaction tx, T item, TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>Takes the item at the head, and waits for each lock for 4 seconds at most.</summary>
    /// <inheritdoc cref="TryDequeueAsync(ITransaction, TimeSpan, CancellationToken)"/>
    Task<ConditionalValue<T>> TryDequeueAsync(ITransaction tx);

    /// <summary>
    /// Takes the item at the head. The exclusive lock of the head is held until the transaction ends: no other
    /// transaction can take or peek meanwhile.
    /// </summary>
    /// <remarks>
    /// If the queue is empty, the shared lock of the tail is held as well, so that the queue stays empty until the
    /// transaction ends. The item comes back if the transaction is aborted, and is not taken if this method fails.
    /// </remarks>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="timeout">How long to wait for each lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>The item, or <see cref="ConditionalValue{TValue}.HasValue"/> false if the queue is empty. The call does
    /// not wait for an item.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="timeout"/> is negative, or <paramref name="tx"/> belongs to
    /// another state manager.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended, another call on it has not ended yet, it
    /// began before this replica became the primary, or the transaction that created the collection has not
    /// committed.</exception>
    /// <exception cref="TimeoutException">The lock did not come free in time. The transaction stays active and keeps
    /// its other locks. Two transactions that wait for each other end this way only: dispose of the transaction and
    /// repeat all of its work in a new one.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was canceled before the lock
    /// was granted. Nothing is read or written, and the transaction stays active.</exception>
    /// <exception cref="System.Fabric.FabricNotPrimaryException">This replica is not the primary. Nothing is written.
    /// Resolve the partition again and repeat the work there.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">The replica may not serve this read now, or another
    /// primary has written since the transaction first read or wrote. Repeat the work in a new transaction, after the
    /// partition was resolved again.</exception>
    /// <exception cref="System.Fabric.TransactionFaultedException">The operation takes more bytes than
    /// <c>MaxReplicationMessageSize</c> allows. The transaction is aborted.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or the collection was
    /// removed.</exception>
    Task<ConditionalValue<T>> TryDequeueAsync(ITransaction tx, TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>
    /// Gets the item at the head under the shared lock, and waits for each lock for 4 seconds at most.
    /// </summary>
    /// <inheritdoc cref="TryPeekAsync(ITransaction, LockMode, TimeSpan, CancellationToken)"/>
    Task<ConditionalValue<T>> TryPeekAsync(ITransaction tx);

    /// <summary>Gets the item at the head, and waits for each lock for 4 seconds at most.</summary>
    /// <inheritdoc cref="TryPeekAsync(ITransaction, LockMode, TimeSpan, CancellationToken)"/>
    Task<ConditionalValue<T>> TryPeekAsync(ITransaction tx, LockMode lockMode);

    /// <summary>Gets the item at the head and leaves it there.</summary>
    /// <remarks>
    /// In a transaction that began on the primary, the head is locked: no other transaction can take the item while the
    /// lock is held. If the queue is empty, the shared lock of the tail is held as well. A transaction that began on a
    /// secondary takes no lock and reads its snapshot.
    /// </remarks>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="lockMode">The lock of the head that is taken on the primary. <see cref="LockMode.Update"/> needs a
    /// transaction that began on the primary.</param>
    /// <param name="timeout">How long to wait for each lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>The item, or <see cref="ConditionalValue{TValue}.HasValue"/> false if the queue is empty. The item is
    /// the stored object: do not change it.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="timeout"/> is negative, or <paramref name="tx"/> belongs to
    /// another state manager.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended, another call on it has not ended yet, or
    /// the transaction that created the collection has not committed.</exception>
    /// <exception cref="TimeoutException">The lock did not come free in time. The transaction stays active and keeps
    /// its other locks. Two transactions that wait for each other end this way only: dispose of the transaction and
    /// repeat all of its work in a new one.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was canceled before the lock
    /// was granted. Nothing is read or written, and the transaction stays active.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">The replica may not serve this read now, or another
    /// primary has written since the transaction first read or wrote. Repeat the work in a new transaction, after the
    /// partition was resolved again.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or the collection was
    /// removed.</exception>
    Task<ConditionalValue<T>> TryPeekAsync(
        ITransaction tx, LockMode lockMode, TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>Gets the item at the head under the shared lock.</summary>
    /// <inheritdoc cref="TryPeekAsync(ITransaction, LockMode, TimeSpan, CancellationToken)"/>
    Task<ConditionalValue<T>> TryPeekAsync(ITransaction tx, TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>
    /// Enumerates the items from head to tail at the snapshot of a transaction, with the changes that it has made so
    /// far.
    /// </summary>
    /// <remarks>
    /// Neither end of the queue is locked. The first count or enumeration of a transaction fixes its snapshot, which is
    /// one point in time over all collections of the replica. The result may be enumerated more than once, until the
    /// transaction ends.
    /// </remarks>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <returns>The items.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="tx"/> belongs to another state manager.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended, another call on it has not ended yet, or
    /// the transaction that created the collection has not committed.</exception>
    /// <exception cref="TimeoutException">A call that clears the queue did not end within 4 seconds.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">The replica may not serve this read now, or another
    /// primary has written since the transaction first read or wrote. Repeat the work in a new transaction, after the
    /// partition was resolved again.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or the collection was
    /// removed.</exception>
    Task<IAsyncEnumerable<T>> CreateEnumerableAsync(ITransaction tx);
}

/// <summary>A replicated queue without isolation, for many transactions that add and take at once.</summary>
/// <typeparam name="T">The type of the items. Null is an item like any other.</typeparam>
/// <remarks>
/// An item comes in when its transaction commits, and not before, not even for that transaction. An item that is taken
/// is gone for all others at once. It comes back to the front if the transaction that took it is aborted, so the order
/// is first in, first out only as far as that allows. The members need the primary, apart from <see cref="Count"/>. Any
/// thread may call them, at the same time with different transactions.
/// </remarks>
public interface IReliableConcurrentQueue<T> : IReliableState
{
    /// <summary>Adds an item, which comes in when the transaction commits.</summary>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="value">The item; may be null. It is serialized during the call.</param>
    /// <param name="cancellationToken">Observed when the call begins.</param>
    /// <param name="timeout">Checked and otherwise without effect: nothing that this queue offers makes the call wait.
    /// Null stands for 30 seconds.</param>
    /// <returns>A task that ends when the addition is part of the transaction. Nothing is durable yet.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="timeout"/> is negative, or <paramref name="tx"/> belongs to
    /// another state manager.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended, another call on it has not ended yet, it
    /// began before this replica became the primary, or the transaction that created the collection has not
    /// committed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was canceled before the call
    /// began.</exception>
    /// <exception cref="System.Fabric.FabricNotPrimaryException">This replica is not the primary. Nothing is written.
    /// Resolve the partition again and repeat the work there.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">The replica may not serve this read now, or another
    /// primary has written since the transaction first read or wrote. Repeat the work in a new transaction, after the
    /// partition was resolved again.</exception>
    /// <exception cref="System.Fabric.TransactionFaultedException">The operation takes more bytes than
    /// <c>MaxReplicationMessageSize</c> allows. The transaction is aborted.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or the collection was
    /// removed.</exception>
    Task EnqueueAsync(
        ITransaction tx, T value, CancellationToken cancellationToken = default, TimeSpan? timeout = null);

    /// <summary>
    /// Takes the item at the front. No other transaction gets it from then on, unless this one is aborted.
    /// </summary>
    /// <remarks>
    /// The call answers at once when there is no item. The pages of Service Fabric's API say that it waits; its
    /// published source answers at once as well.
    /// </remarks>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="cancellationToken">Observed when the call begins.</param>
    /// <param name="timeout">Checked and otherwise without effect: the call waits neither for an item nor for a lock.
    /// Null stands for 30 seconds.</param>
    /// <returns>The item, or <see cref="ConditionalValue{TValue}.HasValue"/> false if there is none.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="timeout"/> is negative, or <paramref name="tx"/> belongs to
    /// another state manager.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended, another call on it has not ended yet, it
    /// began before this replica became the primary, or the transaction that created the collection has not
    /// committed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was canceled before the call
    /// began.</exception>
    /// <exception cref="System.Fabric.FabricNotPrimaryException">This replica is not the primary. Nothing is written.
    /// Resolve the partition again and repeat the work there.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">The replica may not serve this read now, or another
    /// primary has written since the transaction first read or wrote. Repeat the work in a new transaction, after the
    /// partition was resolved again.</exception>
    /// <exception cref="System.Fabric.TransactionFaultedException">The operation takes more bytes than
    /// <c>MaxReplicationMessageSize</c> allows. The transaction is aborted.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or the collection was
    /// removed.</exception>
    Task<ConditionalValue<T>> TryDequeueAsync(
        ITransaction tx, CancellationToken cancellationToken = default, TimeSpan? timeout = null);

    /// <summary>
    /// Gets the number of committed items that no transaction has taken, at this moment and on this replica.
    /// </summary>
    /// <remarks>
    /// The number is at hand and needs no enumeration. It is not part of any transaction, and it is given on every
    /// replica without a check that the replica may be read.
    /// </remarks>
    long Count { get; }
}

/// <summary>
/// The exception of Service Fabric's concurrent queue that is full. The queues here have no limit of their own and do
/// not throw it.
/// </summary>
public class QueueFullException : FabricTransientException
{
    /// <summary>Initializes a new instance of the <see cref="QueueFullException"/> class.</summary>
    public QueueFullException()
        : base()
    {
    }

    /// <summary>Initializes a new instance of the <see cref="QueueFullException"/> class with a message.</summary>
    /// <param name="msg">What happened.</param>
    public QueueFullException(string msg)
        : base(msg)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="QueueFullException"/> class with a message and a cause.
    /// </summary>
    /// <param name="msg">What happened.</param>
    /// <param name="innerException">The exception that is the cause; null if there is none.</param>
    public QueueFullException(string msg, Exception innerException)
        : base(msg, innerException)
    {
    }
}
