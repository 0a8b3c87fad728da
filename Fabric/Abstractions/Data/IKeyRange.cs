using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.Data;

/// <summary>
/// Defines what the dictionaries of this product can do beyond the published interface: start an enumeration at a key.
/// </summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TValue">The type of the values.</typeparam>
/// <remarks>
/// Each <c>IReliableDictionary</c> of this runtime can be cast to this interface. A service that does so does not run
/// on Service Fabric.
/// </remarks>
public interface IKeyRange<TKey, TValue>
    where TKey : IComparable<TKey>, IEquatable<TKey>
{
    /// <summary>
    /// Enumerates keys and values from a key on, in the order of the keys. No earlier key is visited.
    /// </summary>
    /// <remarks>
    /// The snapshot, its lifetime, the locks and the exceptions are those of an ordered <c>CreateEnumerableAsync</c>.
    /// </remarks>
    /// <param name="transaction">The transaction whose snapshot is read.</param>
    /// <param name="firstKey">The lowest key. It need not be there.</param>
    /// <returns>The keys and values.</returns>
    Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<KeyValuePair<TKey, TValue>>> CreateEnumerableFromAsync(
        ITransaction transaction, TKey firstKey);
}
