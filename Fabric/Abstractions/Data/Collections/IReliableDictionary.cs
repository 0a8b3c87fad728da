#nullable disable

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Notifications;

namespace Microsoft.ServiceFabric.Data.Collections;

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
public partial interface IReliableDictionary<TKey, TValue>
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
