#nullable disable

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data.Collections;

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

/// <summary>Specifies whether an enumeration gives the keys in their order.</summary>
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
