using System.Collections.Generic;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;

namespace SfPerf.Fabric.ReliableState.Tests.Doubles;

/// <summary>Short forms of what tests do all the time.</summary>
internal static class Work
{
    internal static async Task PutAsync<TKey, TValue>(
        this TestReplica replica, IReliableDictionary<TKey, TValue> dictionary, TKey key, TValue value)
        where TKey : System.IComparable<TKey>, System.IEquatable<TKey>
    {
        using var tx = replica.Begin();
        await dictionary.SetAsync(tx, key, value).WaitAsync(TestReplica.Limit);
        await tx.CommitAsync();
    }

    internal static async Task<ConditionalValue<TValue>> GetAsync<TKey, TValue>(
        this TestReplica replica, IReliableDictionary<TKey, TValue> dictionary, TKey key)
        where TKey : System.IComparable<TKey>, System.IEquatable<TKey>
    {
        using var tx = replica.Begin();
        return await dictionary.TryGetValueAsync(tx, key).WaitAsync(TestReplica.Limit);
    }

    internal static async Task RemoveAsync<TKey, TValue>(
        this TestReplica replica, IReliableDictionary<TKey, TValue> dictionary, TKey key)
        where TKey : System.IComparable<TKey>, System.IEquatable<TKey>
    {
        using var tx = replica.Begin();
        await dictionary.TryRemoveAsync(tx, key).WaitAsync(TestReplica.Limit);
        await tx.CommitAsync();
    }

    internal static async Task<List<T>> ToListAsync<T>(
        this Microsoft.ServiceFabric.Data.IAsyncEnumerable<T> items)
    {
        var list = new List<T>();
        using var enumerator = items.GetAsyncEnumerator();
        while (await enumerator.MoveNextAsync(default))
            list.Add(enumerator.Current);
        return list;
    }

    internal static async Task<List<KeyValuePair<TKey, TValue>>> AllAsync<TKey, TValue>(
        this TestReplica replica, IReliableDictionary<TKey, TValue> dictionary)
        where TKey : System.IComparable<TKey>, System.IEquatable<TKey>
    {
        using var tx = replica.Begin();
        return await (await dictionary.CreateEnumerableAsync(tx, EnumerationMode.Ordered)).ToListAsync();
    }
}
