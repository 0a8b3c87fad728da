using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.Data;

/// <summary>What our dictionaries can do beyond the published interface: find the first key of a range.</summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TValue">The type of the values.</typeparam>
public interface IKeyRange<TKey, TValue>
    where TKey : IComparable<TKey>, IEquatable<TKey>
{
    /// <summary>As an ordered CreateEnumerableAsync, from a key on.</summary>
    /// <param name="transaction">The transaction whose snapshot is read.</param>
    /// <param name="firstKey">The lowest key; need not exist.</param>
    Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<KeyValuePair<TKey, TValue>>> CreateEnumerableFromAsync(
        ITransaction transaction, TKey firstKey);
}
