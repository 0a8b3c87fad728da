#nullable disable

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Notifications;

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

/// <summary>A replicated dictionary, whose keys are locked one by one until their transaction ends.</summary>
/// <typeparam name="TKey">The type of the keys. <c>Equals</c>, <c>GetHashCode</c> and <c>CompareTo</c> must agree and
/// must never change for a key.</typeparam>
/// <typeparam name="TValue">The type of the values. Null is a value like any other.</typeparam>
/// <remarks>
/// <para>Any thread may call the members, at the same time with different transactions. A transaction takes one call at
/// a time. Every error of a method is in the task that the method returns.</para>
/// <para>A read in a transaction that began on the primary takes the shared lock of the key, or the update lock with
/// <see cref="LockMode.Update"/>, and sees the writes of its own transaction. The shared lock is held until the
/// transaction ends or begins to commit. A write takes the exclusive lock. It and the update lock are held until the
/// transaction is aborted or its commit is applied here. A write is durable and visible to others when
/// <see cref="ITransaction.CommitAsync"/> has ended, not when the method ends. Locks are granted first come, first
/// served, except that a transaction that already holds the lock of the key goes ahead.</para>
/// <para>A read in a transaction that began on an active secondary takes no lock. It sees the snapshot of the
/// transaction, which is a prefix of what was committed. Writes need the primary.</para>
/// <para>Keys and values are serialized during the call: before the lock is taken by <c>AddAsync</c>,
/// <c>TryAddAsync</c>, <c>SetAsync</c> and <c>TryUpdateAsync</c>, and under the lock by <c>GetOrAddAsync</c> and
/// <c>AddOrUpdateAsync</c>. A read gives the object that is stored in memory, not a copy: treat keys and values as
/// immutable. Changing one changes what this replica shows and what it writes into its next checkpoint, but is not
/// replicated.</para>
/// <para>Locks are those of the keys themselves. Service Fabric locks a 64-bit hash of the key, so that keys that
/// collide share a lock there.</para>
/// </remarks>
public interface IReliableDictionary<TKey, TValue>
    : IReliableCollection<KeyValuePair<TKey, TValue>> where TKey : IComparable<TKey>, IEquatable<TKey>
{
    /// <summary>
    /// Sets the function that is called when the whole content was replaced: by a checkpoint that the replica read when
    /// it opened, by a full copy from the primary, or by a backup.
    /// </summary>
    /// <value>One function; the last one set is called. Null, the default, for none.</value>
    /// <remarks>
    /// No later record is applied until the returned task ends. An exception of the function is reported to the event
    /// source <c>SfPerf-ReliableState</c> and changes nothing. Set it in a handler of
    /// <see cref="IReliableStateManager.StateManagerChanged"/> so that no rebuild is missed.
    /// </remarks>
    Func<IReliableDictionary<TKey, TValue>, NotifyDictionaryRebuildEventArgs<TKey, TValue>, Task>
        RebuildNotificationAsyncCallback
    {
        set;
    }

    /// <summary>Adds a key and its value, and waits for the lock for 4 seconds at most.</summary>
    /// <inheritdoc cref="AddAsync(ITransaction, TKey, TValue, TimeSpan, CancellationToken)"/>
    Task AddAsync(ITransaction tx, TKey key, TValue value);

    /// <summary>Adds a key and its value. The exclusive lock of the key is held until the transaction ends.</summary>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="key">The key; not null.</param>
    /// <param name="value">The value; may be null. It is serialized before the lock is taken.</param>
    /// <param name="timeout">How long to wait for the lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>A task that ends when the addition is part of the transaction. Nothing is durable yet.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> or <paramref name="key"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="timeout"/> is negative, or <paramref name="tx"/> belongs to
    /// another state manager, or the key is there already, in which case the transaction stays usable and keeps the
    /// lock, or the key does not equal itself after a round trip through its serializer.</exception>
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
    Task AddAsync(ITransaction tx, TKey key, TValue value, TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>Removes all keys, outside any transaction.</summary>
    /// <remarks>As <see cref="IReliableCollection{T}.ClearAsync"/>, which waits for 4 seconds.</remarks>
    /// <param name="timeout">How long to wait for the transactions that have touched the dictionary. The commit that
    /// follows has no time limit. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/> waits without a
    /// limit.</param>
    /// <param name="cancellationToken">Ends the wait for those transactions. It is not observed during the
    /// commit.</param>
    /// <returns>A task that ends when the removal is committed and applied here.</returns>
    /// <exception cref="ArgumentException"><paramref name="timeout"/> is negative.</exception>
    /// <exception cref="TimeoutException">Transactions that use the dictionary did not end in time. Nothing is
    /// removed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was canceled during that wait.
    /// Nothing is removed.</exception>
    /// <exception cref="System.Fabric.FabricNotPrimaryException">This replica is not the primary. Nothing is written.
    /// Resolve the partition again and repeat the work there.</exception>
    /// <exception cref="System.Fabric.TransactionFaultedException">The outcome is unknown, if there is an inner
    /// exception: the replica lost its role or was closed after the record had entered the log.</exception>
    /// <exception cref="InvalidOperationException">The transaction that created the dictionary has not
    /// committed.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or the collection was
    /// removed.</exception>
    Task ClearAsync(TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>Adds a key or replaces its value, and waits for the lock for 4 seconds at most.</summary>
    /// <inheritdoc cref="SetAsync(ITransaction, TKey, TValue, TimeSpan, CancellationToken)"/>
    Task SetAsync(ITransaction tx, TKey key, TValue value);

    /// <summary>
    /// Adds a key with a value, or replaces the value that it has. The exclusive lock of the key is held until the
    /// transaction ends.
    /// </summary>
    /// <remarks>
    /// The old value is not read. So the call does not need the read lease of the primary, as the other writes do when
    /// they find nothing to change.
    /// </remarks>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="key">The key; not null.</param>
    /// <param name="value">The value; may be null. It is serialized before the lock is taken.</param>
    /// <param name="timeout">How long to wait for the lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>A task that ends when the write is part of the transaction. Nothing is durable yet.</returns>
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
    /// <exception cref="System.Fabric.TransactionFaultedException">The operation takes more bytes than
    /// <c>MaxReplicationMessageSize</c> allows. The transaction is aborted.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or the collection was
    /// removed.</exception>
    Task SetAsync(ITransaction tx, TKey key, TValue value, TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>Gets the value of a key under the shared lock, and waits for the lock for 4 seconds at most.</summary>
    /// <inheritdoc cref="TryGetValueAsync(ITransaction, TKey, LockMode, TimeSpan, CancellationToken)"/>
    Task<ConditionalValue<TValue>> TryGetValueAsync(ITransaction tx, TKey key);

    /// <summary>Gets the value of a key, and waits for the lock for 4 seconds at most.</summary>
    /// <inheritdoc cref="TryGetValueAsync(ITransaction, TKey, LockMode, TimeSpan, CancellationToken)"/>
    Task<ConditionalValue<TValue>> TryGetValueAsync(ITransaction tx, TKey key, LockMode lockMode);

    /// <summary>Gets the value of a key, as the transaction sees it.</summary>
    /// <remarks>
    /// In a transaction that began on the primary, the key is locked also when it is absent, so the same read gives the
    /// same result until the transaction ends. Two transactions that read a key under the shared lock and then both
    /// write it wait for each other until a timeout: <see cref="LockMode.Update"/> avoids that.
    /// </remarks>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="key">The key; not null.</param>
    /// <param name="lockMode">The lock that is taken on the primary. <see cref="LockMode.Update"/> needs a transaction
    /// that began on the primary.</param>
    /// <param name="timeout">How long to wait for the lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>The value, or <see cref="ConditionalValue{TValue}.HasValue"/> false if the key is absent. The value is
    /// the stored object: do not change it.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> or <paramref name="key"/> is null.</exception>
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
    Task<ConditionalValue<TValue>> TryGetValueAsync(
        ITransaction tx, TKey key, LockMode lockMode, TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>Gets the value of a key under the shared lock.</summary>
    /// <inheritdoc cref="TryGetValueAsync(ITransaction, TKey, LockMode, TimeSpan, CancellationToken)"/>
    Task<ConditionalValue<TValue>> TryGetValueAsync(
        ITransaction tx, TKey key, TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>Removes a key, and waits for the lock for 4 seconds at most.</summary>
    /// <inheritdoc cref="TryRemoveAsync(ITransaction, TKey, TimeSpan, CancellationToken)"/>
    Task<ConditionalValue<TValue>> TryRemoveAsync(ITransaction tx, TKey key);

    /// <summary>
    /// Removes a key and gets its value. The exclusive lock of the key is held until the transaction ends, also if the
    /// key is absent.
    /// </summary>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="key">The key; not null.</param>
    /// <param name="timeout">How long to wait for the lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>The value that is removed, or <see cref="ConditionalValue{TValue}.HasValue"/> false if the key is
    /// absent.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> or <paramref name="key"/> is null.</exception>
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
    Task<ConditionalValue<TValue>> TryRemoveAsync(
        ITransaction tx, TKey key, TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>Enumerates all keys and values, in no order.</summary>
    /// <inheritdoc cref="CreateEnumerableAsync(ITransaction, Func{TKey, bool}, EnumerationMode)"/>
    Task<IAsyncEnumerable<KeyValuePair<TKey, TValue>>> CreateEnumerableAsync(ITransaction txn);

    /// <summary>Enumerates all keys and values.</summary>
    /// <inheritdoc cref="CreateEnumerableAsync(ITransaction, Func{TKey, bool}, EnumerationMode)"/>
    Task<IAsyncEnumerable<KeyValuePair<TKey, TValue>>> CreateEnumerableAsync(
        ITransaction txn, EnumerationMode enumerationMode);

    /// <summary>
    /// Enumerates keys and values at the snapshot of a transaction, with the writes that it has made so far.
    /// </summary>
    /// <remarks>
    /// <para>The first count or enumeration of a transaction fixes its snapshot, which is one point in time over all
    /// collections of the replica. What others commit later, and what the transaction itself writes later, is not seen.
    /// No key is locked. On the primary, <see cref="ClearAsync(TimeSpan, CancellationToken)"/> waits until the
    /// transaction has ended.</para>
    /// <para>The result may be enumerated more than once, until the transaction ends; after that <c>MoveNextAsync</c>
    /// throws an <see cref="InvalidOperationException"/>. Old values stay in memory while the transaction is open. To
    /// start at a key without calling a filter for every key before it, use <c>IKeyRange</c>, which this implementation
    /// has and Service Fabric does not.</para>
    /// </remarks>
    /// <param name="txn">The transaction, created by the same state manager.</param>
    /// <param name="filter">Called with each key, on the thread that calls <c>MoveNextAsync</c>; keys for which it
    /// gives false are left out, and their values are not deserialized. Null for all keys.</param>
    /// <param name="enumerationMode">Whether the keys come in their order.</param>
    /// <returns>The keys and values.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="txn"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="txn"/> belongs to another state manager.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended, another call on it has not ended yet, or
    /// the transaction that created the collection has not committed.</exception>
    /// <exception cref="TimeoutException">A call that clears the dictionary did not end within 4 seconds.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">The replica may not serve this read now, or another
    /// primary has written since the transaction first read or wrote. Repeat the work in a new transaction, after the
    /// partition was resolved again.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or the collection was
    /// removed.</exception>
    Task<IAsyncEnumerable<KeyValuePair<TKey, TValue>>> CreateEnumerableAsync(
        ITransaction txn, Func<TKey, bool> filter, EnumerationMode enumerationMode);

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

    /// <summary>
    /// Determines whether a key is there, under the shared lock, and waits for the lock for 4 seconds at most.
    /// </summary>
    /// <inheritdoc cref="ContainsKeyAsync(ITransaction, TKey, LockMode, TimeSpan, CancellationToken)"/>
    Task<bool> ContainsKeyAsync(ITransaction tx, TKey key);

    /// <summary>Determines whether a key is there, and waits for the lock for 4 seconds at most.</summary>
    /// <inheritdoc cref="ContainsKeyAsync(ITransaction, TKey, LockMode, TimeSpan, CancellationToken)"/>
    Task<bool> ContainsKeyAsync(ITransaction tx, TKey key, LockMode lockMode);

    /// <summary>Determines whether a key is there, as the transaction sees it.</summary>
    /// <remarks>
    /// The lock is that of <see cref="TryGetValueAsync(ITransaction, TKey, LockMode, TimeSpan, CancellationToken)"/>,
    /// also for an absent key. The value is not deserialized.
    /// </remarks>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="key">The key; not null.</param>
    /// <param name="lockMode">The lock that is taken on the primary. <see cref="LockMode.Update"/> needs a transaction
    /// that began on the primary.</param>
    /// <param name="timeout">How long to wait for the lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>True if the key is there.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> or <paramref name="key"/> is null.</exception>
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
    Task<bool> ContainsKeyAsync(
        ITransaction tx, TKey key, LockMode lockMode, TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>Determines whether a key is there, under the shared lock.</summary>
    /// <inheritdoc cref="ContainsKeyAsync(ITransaction, TKey, LockMode, TimeSpan, CancellationToken)"/>
    Task<bool> ContainsKeyAsync(ITransaction tx, TKey key, TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>
    /// Adds a key and its value unless the key is there, and waits for the lock for 4 seconds at most.
    /// </summary>
    /// <inheritdoc cref="TryAddAsync(ITransaction, TKey, TValue, TimeSpan, CancellationToken)"/>
    Task<bool> TryAddAsync(ITransaction tx, TKey key, TValue value);

    /// <summary>
    /// Adds a key and its value unless the key is there. The exclusive lock of the key is held until the transaction
    /// ends, also if nothing is added.
    /// </summary>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="key">The key; not null.</param>
    /// <param name="value">The value; may be null. It is serialized before the lock is taken.</param>
    /// <param name="timeout">How long to wait for the lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>True if the key was added; false if it was there.</returns>
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
    Task<bool> TryAddAsync(
        ITransaction tx, TKey key, TValue value, TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>
    /// Replaces the value of a key if it is the one expected, and waits for the lock for 4 seconds at most.
    /// </summary>
    /// <inheritdoc cref="TryUpdateAsync(ITransaction, TKey, TValue, TValue, TimeSpan, CancellationToken)"/>
    Task<bool> TryUpdateAsync(ITransaction tx, TKey key, TValue newValue, TValue comparisonValue);

    /// <summary>
    /// Replaces the value of a key if it equals an expected value. The exclusive lock of the key is held until the
    /// transaction ends, also if nothing is replaced.
    /// </summary>
    /// <param name="tx">The transaction, created by the same state manager.</param>
    /// <param name="key">The key; not null.</param>
    /// <param name="newValue">The new value; may be null. It is serialized before the lock is taken.</param>
    /// <param name="comparisonValue">The expected value, compared by
    /// <see cref="EqualityComparer{TValue}.Default"/>.</param>
    /// <param name="timeout">How long to wait for the lock. Zero never waits; <see cref="Timeout.InfiniteTimeSpan"/>
    /// waits without a limit.</param>
    /// <param name="cancellationToken">Ends the wait for the lock. It is not observed once the lock is granted.</param>
    /// <returns>True if the value was replaced; false if the key is absent or has another value.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> or <paramref name="key"/> is null.</exception>
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
    Task<bool> TryUpdateAsync(
        ITransaction tx,
        TKey key,
        TValue newValue,
        TValue comparisonValue,
        TimeSpan timeout,
        CancellationToken cancellationToken);

    /// <summary>
    /// Occurs on each replica when a committed change is applied there: once for each operation of a transaction, in
    /// their order.
    /// </summary>
    /// <remarks>
    /// <para>The arguments are of the type that belongs to their
    /// <see cref="NotifyDictionaryChangedEventArgs{TKey, TValue}.Action"/>. On the primary the event comes when the
    /// change is visible and before <see cref="ITransaction.CommitAsync"/> ends; what was aborted raises none. The
    /// replica applies nothing more until the handlers have returned, so a handler should be short and must not wait
    /// for a commit. An exception of a handler is reported to the event source <c>SfPerf-ReliableState</c>; the change
    /// stands, and the other handlers are called.</para>
    /// <para>Service Fabric raises the event after the primary's own flush and may undo the change by further events.
    /// Here only what a quorum holds is applied, and nothing is undone.</para>
    /// </remarks>
    event EventHandler<NotifyDictionaryChangedEventArgs<TKey, TValue>> DictionaryChanged;
}

/// <summary>A reliable dictionary that enumerates its keys alone and knows their number.</summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TValue">The type of the values.</typeparam>
/// <remarks>
/// Every reliable dictionary implements this interface: both interfaces give the same object for a name.
/// </remarks>
public interface IReliableDictionary2<TKey, TValue>
    : IReliableDictionary<TKey, TValue> where TKey : IComparable<TKey>, IEquatable<TKey>
{
    /// <summary>
    /// Enumerates the keys in no order, and waits for a call that clears the dictionary for 4 seconds at most.
    /// </summary>
    /// <inheritdoc cref="CreateKeyEnumerableAsync(ITransaction, EnumerationMode, TimeSpan, CancellationToken)"/>
    Task<IAsyncEnumerable<TKey>> CreateKeyEnumerableAsync(ITransaction txn);

    /// <summary>Enumerates the keys, and waits for a call that clears the dictionary for 4 seconds at most.</summary>
    /// <inheritdoc cref="CreateKeyEnumerableAsync(ITransaction, EnumerationMode, TimeSpan, CancellationToken)"/>
    Task<IAsyncEnumerable<TKey>> CreateKeyEnumerableAsync(ITransaction txn, EnumerationMode enumerationMode);

    /// <summary>
    /// Enumerates the keys at the snapshot of a transaction, with the writes that it has made so far. No value is
    /// deserialized.
    /// </summary>
    /// <remarks>The snapshot, its lifetime and the locks are those of <c>CreateEnumerableAsync</c>.</remarks>
    /// <param name="txn">The transaction, created by the same state manager.</param>
    /// <param name="enumerationMode">Whether the keys come in their order.</param>
    /// <param name="timeout">How long to wait for a call that clears the dictionary. Zero never waits;
    /// <see cref="Timeout.InfiniteTimeSpan"/> waits without a limit.</param>
    /// <param name="cancellationToken">Ends that wait. The enumeration has a token of its own.</param>
    /// <returns>The keys.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="txn"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="timeout"/> is negative, or <paramref name="txn"/> belongs to
    /// another state manager.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended, another call on it has not ended yet, or
    /// the transaction that created the collection has not committed.</exception>
    /// <exception cref="TimeoutException">A call that clears the dictionary did not end in time.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was canceled before the call
    /// ended.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">The replica may not serve this read now, or another
    /// primary has written since the transaction first read or wrote. Repeat the work in a new transaction, after the
    /// partition was resolved again.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or the collection was
    /// removed.</exception>
    Task<IAsyncEnumerable<TKey>> CreateKeyEnumerableAsync(
        ITransaction txn, EnumerationMode enumerationMode, TimeSpan timeout, CancellationToken cancellationToken);

    /// <summary>
    /// Gets the number of keys that are committed and applied here at this moment, outside any transaction.
    /// </summary>
    /// <remarks>
    /// The number is at hand and needs no enumeration. It takes no lock, has no part in the snapshot of a transaction,
    /// and is given on every replica without a check that the replica may be read.
    /// </remarks>
    long Count { get; }
}

/// <summary>Whether an enumeration gives the keys in their order.</summary>
public enum EnumerationMode
{
    /// <summary>The keys come in an order that is not specified. This is the faster mode.</summary>
    Unordered = 0,
    /// <summary>
    /// The keys come in the rising order of <see cref="Comparer{T}.Default"/>. The order is computed by the first such
    /// enumeration, and kept for later ones while that pays.
    /// </summary>
    Ordered = 1,
}

/// <summary>The lock that a read takes in a transaction that began on the primary.</summary>
public enum LockMode
{
    /// <summary>
    /// The shared lock. Other readers are admitted, writers are not. It is released when the transaction ends or begins
    /// to commit.
    /// </summary>
    Default = 0,
    /// <summary>
    /// The update lock, for a value that is to be written in the same transaction. It admits neither new readers nor
    /// another update lock, and is held until the transaction has ended. A transaction that began on a secondary gets a
    /// <see cref="System.Fabric.FabricNotReadableException"/>.
    /// </summary>
    Update = 1,
}
