#nullable disable

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>The named states of one actor. Changes stay in memory until they are saved, at the turn's end.</summary>
/// <remarks>
/// A value that was read is the actor's own object: changing it without setting it changes later reads, and is not
/// saved. The names are compared exactly.
/// </remarks>
public interface IActorStateManager
{
    /// <exception cref="InvalidOperationException">The state exists.</exception>
    Task AddStateAsync<T>(string stateName, T value, CancellationToken cancellationToken = default);

    Task<bool> TryAddStateAsync<T>(string stateName, T value, CancellationToken cancellationToken = default);

    /// <exception cref="KeyNotFoundException">There is no such state.</exception>
    /// <exception cref="InvalidCastException">The state in memory is of another type.</exception>
    Task<T> GetStateAsync<T>(string stateName, CancellationToken cancellationToken = default);

    Task<ConditionalValue<T>> TryGetStateAsync<T>(string stateName, CancellationToken cancellationToken = default);

    Task SetStateAsync<T>(string stateName, T value, CancellationToken cancellationToken = default);

    /// <exception cref="KeyNotFoundException">There is no such state.</exception>
    Task RemoveStateAsync(string stateName, CancellationToken cancellationToken = default);

    Task<bool> TryRemoveStateAsync(string stateName, CancellationToken cancellationToken = default);

    Task<bool> ContainsStateAsync(string stateName, CancellationToken cancellationToken = default);

    Task<T> GetOrAddStateAsync<T>(string stateName, T value, CancellationToken cancellationToken = default);

    Task<T> AddOrUpdateStateAsync<T>(
        string stateName,
        T addValue,
        Func<string, T, T> updateValueFactory,
        CancellationToken cancellationToken = default);

    Task<IEnumerable<string>> GetStateNamesAsync(CancellationToken cancellationToken = default);

    /// <summary>Forgets what was read and what was changed and not saved.</summary>
    Task ClearCacheAsync(CancellationToken cancellationToken = default);

    /// <summary>Saves the changes in one transaction. They stay, also if the turn then fails.</summary>
    Task SaveStateAsync(CancellationToken cancellationToken = default);
}
