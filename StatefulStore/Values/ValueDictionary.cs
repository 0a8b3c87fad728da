using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Contracts;

namespace SfPerf.StatefulStore.Values;

/// <summary>A dictionary of values as callers send them, which it keeps in a type of its own. Each call is one
/// transaction. All members may be called concurrently.</summary>
/// <param name="states">Makes the transactions.</param>
internal abstract class ValueDictionary(IReliableStateManager states)
{
    /// <summary>Gets what makes the transactions.</summary>
    private protected IReliableStateManager States => states;

    /// <summary>Finds or makes the dictionary. It keeps no array that it is given, only copies.</summary>
    /// <param name="states">Knows the serializers already (<see cref="AddSerializers"/>).</param>
    /// <param name="name">The dictionary of the built-in serializer; others have names of their own.</param>
    /// <param name="serializer">A name of <see cref="ValueSerializers"/>.</param>
    /// <exception cref="ArgumentException">It is no name of those.</exception>
    internal static async Task<ValueDictionary> GetOrAddAsync(
        IReliableStateManager states, string name, string serializer) => serializer switch
        {
            ValueSerializers.BuiltIn => new ValueDictionary<byte[]>(states,
                await DictionaryAsync<byte[]>(states, name).ConfigureAwait(false), data => data, value => value),
            ValueSerializers.DataContract => new ValueDictionary<ContractValue>(states,
                await DictionaryAsync<ContractValue>(states, $"{name}-{serializer}").ConfigureAwait(false),
                data => new ContractValue([.. data]), value => value.Data),
            ValueSerializers.Custom => new ValueDictionary<CustomValue>(states,
                await DictionaryAsync<CustomValue>(states, $"{name}-{serializer}").ConfigureAwait(false),
                data => new CustomValue([.. data]), value => value.Data),
            _ => throw new ArgumentException($"ValueSerializer {serializer} is not known; allowed: "
                + $"{string.Join(", ", ValueSerializers.All)}.", nameof(serializer)),
        };

    /// <summary>Adds the serializers, which the state manager must know before the replica opens.</summary>
    internal static void AddSerializers(IReliableStateManager states) =>
        states.TryAddStateSerializer(new CustomValueSerializer());

    // Not in the generic class: there, each step of the method would look up the type of the values.
    internal async Task SetAsync(long key, byte[] data)
    {
        using var transaction = states.CreateTransaction();
        await PutAsync(transaction, key, data).ConfigureAwait(false);
        await transaction.CommitAsync().ConfigureAwait(false);
    }

    /// <summary>Returns the value last committed; null when there is none.</summary>
    internal abstract Task<byte[]?> GetAsync(long key);

    /// <summary>Returns the rows from a key upwards, by rising keys, as of one moment.</summary>
    internal abstract Task<KeyValuePair<long, byte[]>[]> ScanAsync(long firstKey, int rowsMax);

    /// <summary>Sets a value within a transaction.</summary>
    private protected abstract Task PutAsync(ITransaction transaction, long key, byte[] data);

    private static Task<IReliableDictionary<long, T>> DictionaryAsync<T>(IReliableStateManager states, string name) =>
        states.GetOrAddAsync<IReliableDictionary<long, T>>(name);
}

/// <summary>The dictionary with values of one type.</summary>
/// <param name="states">Makes the transactions.</param>
/// <param name="dictionary">The dictionary.</param>
/// <param name="wrap">Makes a value of what a caller sent.</param>
/// <param name="unwrap">What a caller sent.</param>
internal sealed partial class ValueDictionary<T>(IReliableStateManager states, IReliableDictionary<long, T> dictionary,
    Func<byte[], T> wrap, Func<T, byte[]> unwrap) : ValueDictionary(states)
{
    // Nothing was written, so there is nothing to commit: disposing ends the read.
    internal override async Task<byte[]?> GetAsync(long key)
    {
        using var transaction = States.CreateTransaction();
        var found = await dictionary.TryGetValueAsync(transaction, key).ConfigureAwait(false);
        return found.HasValue ? unwrap(found.Value) : null;
    }

    internal override async Task<KeyValuePair<long, byte[]>[]> ScanAsync(long firstKey, int rowsMax)
    {
        using var transaction = States.CreateTransaction();
        var rows = await EnumerateFromAsync(transaction, firstKey).ConfigureAwait(false);
        using var row = rows.GetAsyncEnumerator();
        var found = new List<KeyValuePair<long, byte[]>>(rowsMax);
        while (found.Count < rowsMax && await row.MoveNextAsync(default).ConfigureAwait(false))
            found.Add(new(row.Current.Key, unwrap(row.Current.Value)));
        return [.. found];
    }

    private protected override Task PutAsync(ITransaction transaction, long key, byte[] data) =>
        dictionary.SetAsync(transaction, key, wrap(data));

    // Rows from a key upwards; each build has its own way to find the first one.
    private partial Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<KeyValuePair<long, T>>> EnumerateFromAsync(
        ITransaction transaction, long firstKey);
}
