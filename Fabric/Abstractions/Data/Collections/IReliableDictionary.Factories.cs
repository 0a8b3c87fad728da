#nullable disable

using System;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data.Collections;

/// <content>Writes whose value may depend on what is there.</content>
public partial interface IReliableDictionary<TKey, TValue>
{
    /// <summary>Adds a key or updates its value, and waits for the lock for 4 seconds at most.</summary>
    /// <remarks>Otherwise as the overload that takes the two functions, a timeout and a token.</remarks>
    Task<TValue> AddOrUpdateAsync(
        ITransaction tx, TKey key, Func<TKey, TValue> addValueFactory, Func<TKey, TValue, TValue> updateValueFactory);

    /// <summary>
    /// Adds a key with a value of a function, or replaces its value by that of another function. The exclusive lock of
    /// the key is held until the transaction ends.
    /// </summary>
    /// <remarks>
    /// One of the functions is called, once, while the lock is held. It must not use the transaction. If it throws, the
    /// call fails with its exception, and the transaction stays active and keeps the lock.
    /// </remarks>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="key">The key; not null.</param>
    /// <param name="addValueFactory">Makes the value of an absent key.</param>
    /// <param name="updateValueFactory">Makes the new value from the key and its present value. The present value is
    /// the stored object: do not change it.</param>
    /// <param name="timeout">How long to wait for the lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>The value that the key has then in this transaction.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/>, <paramref name="key"/> or a function is
    /// null.</exception>
    /// <exception cref="ArgumentException"><paramref name="timeout"/> is negative, or <paramref name="tx"/> belongs to
    /// another state manager, or the key is added and does not equal itself after a round trip through its
    /// serializer.</exception>
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
    Task<TValue> AddOrUpdateAsync(
        ITransaction tx,
        TKey key,
        Func<TKey, TValue> addValueFactory,
        Func<TKey, TValue, TValue> updateValueFactory,
        TimeSpan timeout,
        CancellationToken cancellationToken);

    /// <summary>
    /// Adds a key with a value or updates the value that it has, and waits for the lock for 4 seconds at most.
    /// </summary>
    /// <inheritdoc
    /// cref="AddOrUpdateAsync(ITransaction,TKey,TValue,Func{TKey,TValue,TValue},TimeSpan,CancellationToken)"/>
    Task<TValue> AddOrUpdateAsync(
        ITransaction tx, TKey key, TValue addValue, Func<TKey, TValue, TValue> updateValueFactory);

    /// <summary>
    /// Adds a key with a value, or replaces the value that it has by that of a function. The exclusive lock of the key
    /// is held until the transaction ends.
    /// </summary>
    /// <remarks>
    /// The function is called once at most, while the lock is held. It must not use the transaction. If it throws, the
    /// call fails with its exception, and the transaction stays active and keeps the lock.
    /// </remarks>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="key">The key; not null.</param>
    /// <param name="addValue">The value of an absent key; may be null.</param>
    /// <param name="updateValueFactory">Makes the new value from the key and its present value. The present value is
    /// the stored object: do not change it.</param>
    /// <param name="timeout">How long to wait for the lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>The value that the key has then in this transaction.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/>, <paramref name="key"/> or
    /// <paramref name="updateValueFactory"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="timeout"/> is negative, or <paramref name="tx"/> belongs to
    /// another state manager, or the key is added and does not equal itself after a round trip through its
    /// serializer.</exception>
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
    Task<TValue> AddOrUpdateAsync(
        ITransaction tx,
        TKey key,
        TValue addValue,
        Func<TKey, TValue, TValue> updateValueFactory,
        TimeSpan timeout,
        CancellationToken cancellationToken);

    /// <summary>
    /// Gets the value of a key, or adds a value of a function, and waits for the lock for 4 seconds at most.
    /// </summary>
    /// <inheritdoc cref="GetOrAddAsync(ITransaction, TKey, Func{TKey, TValue}, TimeSpan, CancellationToken)"/>
    Task<TValue> GetOrAddAsync(ITransaction tx, TKey key, Func<TKey, TValue> valueFactory);

    /// <summary>Gets the value of a key, or adds the key with a value of a function.</summary>
    /// <remarks>
    /// The call needs the primary, also if the key is there. It takes the update lock of the key, and the exclusive
    /// lock if it adds the key. Both are held until the transaction ends. The function is called once at most, while
    /// the exclusive lock is held. It must not use the transaction. If it throws, the call fails with its exception,
    /// and the transaction stays active and keeps the lock.
    /// </remarks>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="key">The key; not null.</param>
    /// <param name="valueFactory">Makes the value of an absent key.</param>
    /// <param name="timeout">How long to wait for the lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>The value that the key has then in this transaction. A value that was there is the stored object: do
    /// not change it.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/>, <paramref name="key"/> or
    /// <paramref name="valueFactory"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="timeout"/> is negative, or <paramref name="tx"/> belongs to
    /// another state manager, or the key is added and does not equal itself after a round trip through its
    /// serializer.</exception>
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
    Task<TValue> GetOrAddAsync(
        ITransaction tx,
        TKey key,
        Func<TKey, TValue> valueFactory,
        TimeSpan timeout,
        CancellationToken cancellationToken);

    /// <summary>
    /// Gets the value of a key, or adds the key with a value, and waits for the lock for 4 seconds at most.
    /// </summary>
    /// <inheritdoc cref="GetOrAddAsync(ITransaction, TKey, TValue, TimeSpan, CancellationToken)"/>
    Task<TValue> GetOrAddAsync(ITransaction tx, TKey key, TValue value);

    /// <summary>Gets the value of a key, or adds the key with a value.</summary>
    /// <remarks>
    /// The call needs the primary, also if the key is there. It takes the update lock of the key, and the exclusive
    /// lock if it adds the key. Both are held until the transaction ends.
    /// </remarks>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="key">The key; not null.</param>
    /// <param name="value">The value of an absent key; may be null.</param>
    /// <param name="timeout">How long to wait for the lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>The value that the key has then in this transaction. A value that was there is the stored object: do
    /// not change it.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> or <paramref name="key"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="timeout"/> is negative, or <paramref name="tx"/> belongs to
    /// another state manager, or the key is added and does not equal itself after a round trip through its
    /// serializer.</exception>
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
    Task<TValue> GetOrAddAsync(
        ITransaction tx, TKey key, TValue value, TimeSpan timeout, CancellationToken cancellationToken);
}
