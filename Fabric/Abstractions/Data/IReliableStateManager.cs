#nullable disable

using System;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Notifications;

namespace Microsoft.ServiceFabric.Data;

/// <summary>A named piece of replicated state: a reliable collection.</summary>
public interface IReliableState
{
    /// <summary>Gets the name by which the state manager finds the collection.</summary>
    Uri Name { get; }
}

/// <summary>Makes, finds and removes the reliable collections of one replica, and creates their transactions.</summary>
/// <remarks>
/// <para>Any thread may call the members. A name has one collection at a time. The collections are those of
/// <c>IReliableDictionary</c>, <c>IReliableDictionary2</c>, <c>IReliableQueue</c> and
/// <c>IReliableConcurrentQueue</c>.</para>
/// <para>The state manager enumerates the collections that are there when <c>GetAsyncEnumerator</c> is called, in the
/// order of their creation and outside any transaction. That method throws a
/// <see cref="System.Fabric.FabricNotReadableException"/> if the replica may not be read.</para>
/// <para>A method that takes a text as the name throws for a bad name itself; every other error is in the task that the
/// method returns.</para>
/// </remarks>
public interface IReliableStateManager : IAsyncEnumerable<IReliableState>
{
    /// <summary>Creates a transaction. The call takes no lock, writes nothing and works in every role.</summary>
    /// <returns>The transaction, which the caller disposes of. The present role of the replica fixes how it
    /// reads.</returns>
    ITransaction CreateTransaction();

    /// <summary>Removes a collection in a transaction, and waits for the name for 4 seconds at most.</summary>
    /// <inheritdoc cref="RemoveAsync(ITransaction, Uri, TimeSpan)"/>
    Task RemoveAsync(ITransaction tx, Uri name);

    /// <summary>
    /// Removes a collection with all its items in a transaction. The exclusive lock of the name is held until the
    /// transaction ends.
    /// </summary>
    /// <remarks>
    /// The collection goes on until the transaction commits. From then on each call on it is a
    /// <see cref="System.Fabric.FabricObjectClosedException"/>. The call does not wait for transactions that use the
    /// collection; what they commit later has no effect. A collection that is made later under the same name starts
    /// empty.
    /// </remarks>
    /// <param name="tx">The transaction, created by this state manager.</param>
    /// <param name="name">An absolute URI.</param>
    /// <param name="timeout">How long to wait for each lock on the name. Zero never waits;
    /// <see cref="System.Threading.Timeout.InfiniteTimeSpan"/> waits without a limit.</param>
    /// <returns>A task that ends when the removal is part of the transaction. Nothing is durable yet.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> or <paramref name="name"/> is null.</exception>
    /// <exception cref="ArgumentException">There is no such collection, <paramref name="name"/> is not absolute,
    /// <paramref name="timeout"/> is negative, or <paramref name="tx"/> belongs to another state manager.</exception>
    /// <exception cref="InvalidOperationException">The same transaction has created the collection, the transaction has
    /// ended, another call on it has not ended yet, or it began before this replica became the primary.</exception>
    /// <exception cref="TimeoutException">Another transaction kept the name locked. The transaction stays active and
    /// keeps its other locks.</exception>
    /// <exception cref="System.Fabric.FabricNotPrimaryException">This replica is not the primary. Nothing was changed.
    /// Resolve the partition again and retry there.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">This primary has yet to apply what earlier primaries
    /// committed. Retry.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or not open yet.</exception>
    Task RemoveAsync(ITransaction tx, Uri name, TimeSpan timeout);

    /// <summary>Removes a collection in a transaction, and waits for the name for 4 seconds at most.</summary>
    /// <inheritdoc cref="RemoveAsync(ITransaction, Uri, TimeSpan)"/>
    /// <param name="tx">The transaction, created by this state manager.</param>
    /// <param name="name">A text of any characters that does not begin with <c>urn:</c>. It stands for the URI
    /// <c>urn:</c> with the text escaped.</param>
    /// <exception cref="FormatException"><paramref name="name"/> begins with <c>urn:</c>. The method itself throws
    /// this, not its task.</exception>
    Task RemoveAsync(ITransaction tx, string name);

    /// <summary>Removes a collection with all its items in a transaction.</summary>
    /// <inheritdoc cref="RemoveAsync(ITransaction, Uri, TimeSpan)"/>
    /// <param name="tx">The transaction, created by this state manager.</param>
    /// <param name="name">A text of any characters that does not begin with <c>urn:</c>. It stands for the URI
    /// <c>urn:</c> with the text escaped.</param>
    /// <param name="timeout">How long to wait for each lock on the name. Zero never waits;
    /// <see cref="System.Threading.Timeout.InfiniteTimeSpan"/> waits without a limit.</param>
    /// <exception cref="FormatException"><paramref name="name"/> begins with <c>urn:</c>. The method itself throws
    /// this, not its task.</exception>
    Task RemoveAsync(ITransaction tx, string name, TimeSpan timeout);

    /// <summary>Removes a collection, and waits for the name for 4 seconds at most.</summary>
    /// <inheritdoc cref="RemoveAsync(Uri, TimeSpan)"/>
    Task RemoveAsync(Uri name);

    /// <summary>
    /// Removes a collection with all its items in a transaction of its own. When the task ends, the removal is
    /// committed by a write quorum.
    /// </summary>
    /// <remarks>
    /// The call does not wait for transactions that use the collection; what they commit later has no effect.
    /// </remarks>
    /// <param name="name">An absolute URI.</param>
    /// <param name="timeout">How long to wait for the lock on the name. The commit that follows has no time limit. Zero
    /// never waits; <see cref="System.Threading.Timeout.InfiniteTimeSpan"/> waits without a limit.</param>
    /// <returns>A task that ends when the removal is committed and applied here.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="name"/> is null.</exception>
    /// <exception cref="ArgumentException">There is no such collection, <paramref name="name"/> is not absolute, or
    /// <paramref name="timeout"/> is negative.</exception>
    /// <exception cref="TimeoutException">Another transaction kept the name locked. Nothing was removed.</exception>
    /// <exception cref="System.Fabric.FabricNotPrimaryException">This replica is not the primary. Nothing was changed.
    /// Resolve the partition again and retry there.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">This primary has yet to apply what earlier primaries
    /// committed. Retry.</exception>
    /// <exception cref="System.Fabric.TransactionFaultedException">The outcome is unknown: the replica lost its role or
    /// closed after the record had entered the log.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or not open yet.</exception>
    Task RemoveAsync(Uri name, TimeSpan timeout);

    /// <summary>Removes a collection, and waits for the name for 4 seconds at most.</summary>
    /// <inheritdoc cref="RemoveAsync(Uri, TimeSpan)"/>
    /// <param name="name">A text of any characters that does not begin with <c>urn:</c>. It stands for the URI
    /// <c>urn:</c> with the text escaped.</param>
    /// <exception cref="FormatException"><paramref name="name"/> begins with <c>urn:</c>. The method itself throws
    /// this, not its task.</exception>
    Task RemoveAsync(string name);

    /// <summary>Removes a collection with all its items in a transaction of its own.</summary>
    /// <inheritdoc cref="RemoveAsync(Uri, TimeSpan)"/>
    /// <param name="name">A text of any characters that does not begin with <c>urn:</c>. It stands for the URI
    /// <c>urn:</c> with the text escaped.</param>
    /// <param name="timeout">How long to wait for each lock on the name. The commit that follows has no time limit.
    /// Zero never waits; <see cref="System.Threading.Timeout.InfiniteTimeSpan"/> waits without a limit.</param>
    /// <exception cref="FormatException"><paramref name="name"/> begins with <c>urn:</c>. The method itself throws
    /// this, not its task.</exception>
    Task RemoveAsync(string name, TimeSpan timeout);

    /// <summary>
    /// Finds a collection. The call takes no lock, ends at once, and does not see what an open transaction has created
    /// or removed.
    /// </summary>
    /// <typeparam name="T">Which kind of collection, with the types of its items.</typeparam>
    /// <param name="name">An absolute URI.</param>
    /// <returns>The collection, or <see cref="ConditionalValue{TValue}.HasValue"/> false if the name has
    /// none.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="name"/> is null.</exception>
    /// <exception cref="ArgumentException">The name has a collection of another type, or is not absolute.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">The replica may not be read now. Resolve the
    /// partition again and retry.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or not open yet.</exception>
    Task<ConditionalValue<T>> TryGetAsync<T>(Uri name) where T : IReliableState;

    /// <summary>Finds a collection, without a lock.</summary>
    /// <inheritdoc cref="TryGetAsync{T}(Uri)"/>
    /// <param name="name">A text of any characters that does not begin with <c>urn:</c>. It stands for the URI
    /// <c>urn:</c> with the text escaped.</param>
    /// <exception cref="FormatException"><paramref name="name"/> begins with <c>urn:</c>. The method itself throws
    /// this, not its task.</exception>
    Task<ConditionalValue<T>> TryGetAsync<T>(string name) where T : IReliableState;

    /// <summary>Finds or makes a collection in a transaction, and waits for the name for 4 seconds at most.</summary>
    /// <inheritdoc cref="GetOrAddAsync{T}(ITransaction, Uri, TimeSpan)"/>
    Task<T> GetOrAddAsync<T>(ITransaction tx, Uri name) where T : IReliableState;

    /// <summary>Finds a collection, or makes it in a transaction.</summary>
    /// <remarks>
    /// <para>The name is locked until the transaction ends: shared if the collection is there, exclusively if it is
    /// made, so that others who ask for the name wait. A collection that is made exists once the transaction has
    /// committed, and cannot be used before, not even in the same transaction. If the transaction is aborted, there is
    /// none.</para>
    /// <para>The log names the types of the items by their assembly and full name: every later version of the program
    /// must have them.</para>
    /// </remarks>
    /// <typeparam name="T">Which kind of collection, with the types of its items.</typeparam>
    /// <param name="tx">The transaction, created by this state manager.</param>
    /// <param name="name">An absolute URI.</param>
    /// <param name="timeout">How long to wait for each lock on the name. Zero never waits;
    /// <see cref="System.Threading.Timeout.InfiniteTimeSpan"/> waits without a limit.</param>
    /// <returns>The collection: the same object for each call on this replica.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tx"/> or <paramref name="name"/> is null.</exception>
    /// <exception cref="ArgumentException">The name has a collection of another type, there is no collection of this
    /// type, <paramref name="name"/> is not absolute, <paramref name="timeout"/> is negative, or <paramref name="tx"/>
    /// belongs to another state manager.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended, another call on it has not ended yet, or
    /// it began before this replica became the primary.</exception>
    /// <exception cref="TimeoutException">Another transaction kept the name locked. The transaction stays active and
    /// keeps its other locks.</exception>
    /// <exception cref="System.Fabric.FabricNotPrimaryException">The collection is not there and this replica is not
    /// the primary. Resolve the partition again and retry there.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">The replica may not be read now, or another primary
    /// has written since the transaction first read or wrote. Repeat the work in a new transaction.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or not open yet.</exception>
    Task<T> GetOrAddAsync<T>(ITransaction tx, Uri name, TimeSpan timeout) where T : IReliableState;

    /// <summary>Finds or makes a collection in a transaction, and waits for the name for 4 seconds at most.</summary>
    /// <inheritdoc cref="GetOrAddAsync{T}(ITransaction, Uri, TimeSpan)"/>
    /// <param name="tx">The transaction, created by this state manager.</param>
    /// <param name="name">A text of any characters that does not begin with <c>urn:</c>. It stands for the URI
    /// <c>urn:</c> with the text escaped.</param>
    /// <exception cref="FormatException"><paramref name="name"/> begins with <c>urn:</c>. The method itself throws
    /// this, not its task.</exception>
    Task<T> GetOrAddAsync<T>(ITransaction tx, string name) where T : IReliableState;

    /// <summary>Finds a collection, or makes it in a transaction.</summary>
    /// <inheritdoc cref="GetOrAddAsync{T}(ITransaction, Uri, TimeSpan)"/>
    /// <param name="tx">The transaction, created by this state manager.</param>
    /// <param name="name">A text of any characters that does not begin with <c>urn:</c>. It stands for the URI
    /// <c>urn:</c> with the text escaped.</param>
    /// <param name="timeout">How long to wait for each lock on the name. Zero never waits;
    /// <see cref="System.Threading.Timeout.InfiniteTimeSpan"/> waits without a limit.</param>
    /// <exception cref="FormatException"><paramref name="name"/> begins with <c>urn:</c>. The method itself throws
    /// this, not its task.</exception>
    Task<T> GetOrAddAsync<T>(ITransaction tx, string name, TimeSpan timeout) where T : IReliableState;

    /// <summary>Finds or makes a collection, and waits for the name for 4 seconds at most.</summary>
    /// <inheritdoc cref="GetOrAddAsync{T}(Uri, TimeSpan)"/>
    Task<T> GetOrAddAsync<T>(Uri name) where T : IReliableState;

    /// <summary>
    /// Finds a collection, or makes it in a transaction of its own. A collection that is made is committed by a write
    /// quorum when the task ends, and can be used at once.
    /// </summary>
    /// <remarks>
    /// If the collection is there, the call takes no lock and ends at once, on a readable secondary too; in Service
    /// Fabric it takes the lock of the name. Of several callers at a time one makes the collection and the others get
    /// it.
    /// </remarks>
    /// <typeparam name="T">Which kind of collection, with the types of its items.</typeparam>
    /// <param name="name">An absolute URI.</param>
    /// <param name="timeout">How long to wait for each lock on the name. The commit that follows has no time limit.
    /// Zero never waits; <see cref="System.Threading.Timeout.InfiniteTimeSpan"/> waits without a limit.</param>
    /// <returns>The collection: the same object for each call on this replica.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="name"/> is null.</exception>
    /// <exception cref="ArgumentException">The name has a collection of another type, there is no collection of this
    /// type, <paramref name="name"/> is not absolute, or <paramref name="timeout"/> is negative.</exception>
    /// <exception cref="TimeoutException">Another transaction kept the name locked.</exception>
    /// <exception cref="System.Fabric.FabricNotPrimaryException">The collection is not there and this replica is not
    /// the primary. Resolve the partition again and retry there.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">The replica may not be read now. Resolve the
    /// partition again and retry.</exception>
    /// <exception cref="System.Fabric.TransactionFaultedException">The outcome is unknown: the replica lost its role or
    /// closed after the record had entered the log.</exception>
    /// <exception cref="System.Fabric.FabricObjectClosedException">The replica is closed, or not open yet.</exception>
    Task<T> GetOrAddAsync<T>(Uri name, TimeSpan timeout) where T : IReliableState;

    /// <summary>Finds or makes a collection, and waits for the name for 4 seconds at most.</summary>
    /// <inheritdoc cref="GetOrAddAsync{T}(Uri, TimeSpan)"/>
    /// <param name="name">A text of any characters that does not begin with <c>urn:</c>. It stands for the URI
    /// <c>urn:</c> with the text escaped.</param>
    /// <exception cref="FormatException"><paramref name="name"/> begins with <c>urn:</c>. The method itself throws
    /// this, not its task.</exception>
    Task<T> GetOrAddAsync<T>(string name) where T : IReliableState;

    /// <summary>Finds a collection, or makes it in a transaction of its own.</summary>
    /// <inheritdoc cref="GetOrAddAsync{T}(Uri, TimeSpan)"/>
    /// <param name="name">A text of any characters that does not begin with <c>urn:</c>. It stands for the URI
    /// <c>urn:</c> with the text escaped.</param>
    /// <param name="timeout">How long to wait for each lock on the name. The commit that follows has no time limit.
    /// Zero never waits; <see cref="System.Threading.Timeout.InfiniteTimeSpan"/> waits without a limit.</param>
    /// <exception cref="FormatException"><paramref name="name"/> begins with <c>urn:</c>. The method itself throws
    /// this, not its task.</exception>
    Task<T> GetOrAddAsync<T>(string name, TimeSpan timeout) where T : IReliableState;

    /// <summary>Adds the serializer of a type. It serves the collections that are made or loaded afterwards.</summary>
    /// <remarks>
    /// Call it in the constructor of the service or in
    /// <see cref="ReliableStateManagerConfiguration.OnInitializeStateSerializersEvent"/>: later the state may have been
    /// loaded already. A type without one has a built-in serializer (<see cref="Guid"/>, <see cref="bool"/>, the
    /// numbers, <see cref="char"/>, <see cref="decimal"/>, <see cref="string"/> and arrays of <see cref="byte"/>), or
    /// else the <c>DataContractSerializer</c> with binary XML, which nests 512 elements at most.
    /// </remarks>
    /// <typeparam name="T">The type, as a key or as a value.</typeparam>
    /// <param name="stateSerializer">Any thread calls it, several at a time. One that implements
    /// <c>IBytesSerializer</c> gets no stream.</param>
    /// <returns>True if it was added; false if the type has one already, which stays.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="stateSerializer"/> is null.</exception>
    bool TryAddStateSerializer<T>(IStateSerializer<T> stateSerializer);

    /// <summary>
    /// Occurs when a committed transaction adds or removes a collection on this replica, and when the whole state was
    /// replaced.
    /// </summary>
    /// <remarks>
    /// The state is replaced by a checkpoint that the replica reads when it opens, by a full copy from the primary and
    /// by a backup. The event then comes before those of the records that follow. Attach handlers in the constructor of
    /// the service, so that none is missed. The replica applies nothing more until the
    /// handlers have returned. An exception of a handler is reported to the event source <c>SfPerf-ReliableState</c>;
    /// the change stands, and the other handlers are called.
    /// </remarks>
    event EventHandler<NotifyStateManagerChangedEventArgs> StateManagerChanged;

    /// <summary>
    /// Occurs on each replica when the record of a committed transaction is applied there, before the events of its
    /// operations.
    /// </summary>
    /// <remarks>
    /// On the primary it comes when the writes are visible and before <see cref="ITransaction.CommitAsync"/> ends. A
    /// transaction without writes raises none. Of the transaction in the arguments, only the numbers can be used. The
    /// replica applies nothing more until the handlers have returned. An exception of a handler is reported to the
    /// event source <c>SfPerf-ReliableState</c> and changes nothing.
    /// </remarks>
    event EventHandler<NotifyTransactionChangedEventArgs> TransactionChanged;
}

/// <summary>A state manager that the runtime opens, closes and backs up as the state of a replica.</summary>
public interface IReliableStateManagerReplica : IReliableStateManager, IStateProviderReplica
{
}

/// <summary>A state manager whose replica is told of restores.</summary>
public interface IReliableStateManagerReplica2 : IReliableStateManagerReplica, IStateProviderReplica2
{
}
