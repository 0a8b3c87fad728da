#nullable disable

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>
/// Provides the named states of one actor. Changes stay in memory until they are saved: at the end of the turn, or by
/// <see cref="SaveStateAsync"/>.
/// </summary>
/// <remarks>
/// <para>A state is loaded at its first use and kept in memory until the actor is deactivated or a turn fails. A turn
/// that changed nothing writes nothing. If a turn fails, the next one forgets what it changed and did not save. The
/// remarks here are about the state manager that the runtime creates; an actor service may be given another one.</para>
/// <para>A value that was read is the actor's own object: changing it without setting it changes later reads of this
/// activation, and is not saved. A value is serialized when it is saved and not when it is set. byte[], string,
/// numbers, bool, char, Guid, DateTime and TimeSpan have serializers of their own, and any other type must be a data
/// contract.</para>
/// <para>Names are compared exactly; they may be empty but not null. Several calls of a turn may run in parallel: they
/// are done one after the other, where Service Fabric throws ArgumentException. The methods are for use within the
/// actor's turns.</para>
/// </remarks>
public interface IActorStateManager
{
    /// <summary>Adds a state that does not exist.</summary>
    /// <typeparam name="T">The type that the value is stored as.</typeparam>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="value">The value, which may be null.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>A task that ends when the state is in memory. It is not stored yet.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="InvalidOperationException">The state exists, stored or only in memory.</exception>
    Task AddStateAsync<T>(string stateName, T value, CancellationToken cancellationToken = default);

    /// <summary>Adds a state if it does not exist.</summary>
    /// <typeparam name="T">The type that the value is stored as.</typeparam>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="value">The value, which may be null.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>True if the state was added in memory; false if it existed, in which case nothing changed.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    Task<bool> TryAddStateAsync<T>(string stateName, T value, CancellationToken cancellationToken = default);

    /// <summary>Gets a state that exists.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>The value, which may be null. One that is in memory is returned at once.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="KeyNotFoundException">There is no such state, or it was removed.</exception>
    /// <exception cref="InvalidCastException">The state in memory is of another type.</exception>
    /// <exception cref="System.Runtime.Serialization.SerializationException">The stored state is of another type. The
    /// actor can go on.</exception>
    Task<T> GetStateAsync<T>(string stateName, CancellationToken cancellationToken = default);

    /// <summary>Gets a state if it exists.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>The value, which may be null; without a value if there is no such state, or it was removed.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="InvalidCastException">The state in memory is of another type.</exception>
    /// <exception cref="System.Runtime.Serialization.SerializationException">The stored state is of another type. The
    /// actor can go on.</exception>
    Task<ConditionalValue<T>> TryGetStateAsync<T>(string stateName, CancellationToken cancellationToken = default);

    /// <summary>Sets a state, whether it exists or not.</summary>
    /// <typeparam name="T">The type that the value is stored as. It may be another one than before.</typeparam>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="value">The value, which may be null. It belongs to the state manager from now on.</param>
    /// <param name="cancellationToken">Ends the wait for the store, which is asked about a state that is not in
    /// memory.</param>
    /// <returns>A task that ends when the value is in memory. It is not stored yet.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    Task SetStateAsync<T>(string stateName, T value, CancellationToken cancellationToken = default);

    /// <summary>Removes a state that exists.</summary>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>A task that ends when the state is removed in memory. The removal is not stored yet.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="KeyNotFoundException">There is no such state, or it was removed.</exception>
    Task RemoveStateAsync(string stateName, CancellationToken cancellationToken = default);

    /// <summary>Removes a state if it exists.</summary>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>True if the state was removed in memory; false if there was none. A state that was added and removed
    /// within a turn leaves nothing to store.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    Task<bool> TryRemoveStateAsync(string stateName, CancellationToken cancellationToken = default);

    /// <summary>Determines whether a state exists, in memory or stored.</summary>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>True if the state exists; false also for one that was removed and not yet saved.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    Task<bool> ContainsStateAsync(string stateName, CancellationToken cancellationToken = default);

    /// <summary>Gets a state, or adds it if it does not exist.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="value">The value that is added in memory if there is no such state.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>The value that existed, or the one that was added.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="InvalidCastException">The state in memory is of another type.</exception>
    /// <exception cref="System.Runtime.Serialization.SerializationException">The stored state is of another
    /// type.</exception>
    Task<T> GetOrAddStateAsync<T>(string stateName, T value, CancellationToken cancellationToken = default);

    /// <summary>Adds a state if it does not exist, or sets it to what a function makes of its value.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="addValue">The value if there is no such state.</param>
    /// <param name="updateValueFactory">Called with the name and the present value, at most once. What it throws fails
    /// the call, and nothing is set.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>The value that was added or set in memory.</returns>
    /// <remarks>
    /// Two such calls that run in parallel may both begin with the same value; the later one then replaces the result
    /// of the other.
    /// </remarks>
    /// <exception cref="ArgumentNullException">The name or the function is null.</exception>
    /// <exception cref="InvalidCastException">The state in memory is of another type.</exception>
    /// <exception cref="System.Runtime.Serialization.SerializationException">The stored state is of another
    /// type.</exception>
    Task<T> AddOrUpdateStateAsync<T>(
        string stateName,
        T addValue,
        Func<string, T, T> updateValueFactory,
        CancellationToken cancellationToken = default);

    /// <summary>
    /// Gets the names of the actor's states: those that are stored and those that were added, without those that were
    /// removed.
    /// </summary>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>The names in ordinal order, as a list of their own that later changes do not affect.</returns>
    Task<IEnumerable<string>> GetStateNamesAsync(CancellationToken cancellationToken = default);

    /// <summary>
    /// Forgets what was read, and what was changed and not saved. The next use of a state loads it again.
    /// </summary>
    /// <param name="cancellationToken">Not used.</param>
    /// <returns>A task that has ended.</returns>
    Task ClearCacheAsync(CancellationToken cancellationToken = default);

    /// <summary>Saves the changes in one transaction. They stay, also if the turn fails later.</summary>
    /// <param name="cancellationToken">Ends the wait for locks, and for another attempt. A commit that is under way
    /// goes on.</param>
    /// <returns>A task that ends when the changes are committed: on the disks of a quorum of replicas for a persisted
    /// actor, in the memory of a quorum for a volatile one, in the memory of the primary for any other. It has ended at
    /// once if nothing was changed.</returns>
    /// <remarks>
    /// A save that failed leaves its changes to be saved, so that it may be repeated within the turn; in Service Fabric
    /// they are lost. A commit whose outcome is unknown is stored again for as long as the replica is the primary.
    /// </remarks>
    /// <exception cref="System.Fabric.FabricNotPrimaryException">The replica is no longer the primary in which the
    /// actor was activated. To repeat the save does not help; when the turn ends with this exception, the proxy of the
    /// caller calls the new primary.</exception>
    /// <exception cref="System.Runtime.Serialization.SerializationException">A value cannot be serialized. Nothing was
    /// stored.</exception>
    Task SaveStateAsync(CancellationToken cancellationToken = default);
}
