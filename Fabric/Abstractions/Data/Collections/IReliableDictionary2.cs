#nullable disable

using System;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data.Collections;

public interface IReliableDictionary2<TKey, TValue>
    : IReliableDictionary<TKey, TValue> where TKey : IComparable<TKey>, IEquatable<TKey>
{
    Task<IAsyncEnumerable<TKey>> CreateKeyEnumerableAsync(ITransaction txn);

    Task<IAsyncEnumerable<TKey>> CreateKeyEnumerableAsync(ITransaction txn, EnumerationMode enumerationMode);

    Task<IAsyncEnumerable<TKey>> CreateKeyEnumerableAsync(
        ITransaction txn, EnumerationMode enumerationMode, TimeSpan timeout, CancellationToken cancellationToken);

    long Count { get; }
}
