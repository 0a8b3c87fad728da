#nullable disable

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Notifications;

namespace Microsoft.ServiceFabric.Data.Collections;

public interface IReliableCollection<T> : IReliableState
{
    Task ClearAsync();

    Task<long> GetCountAsync(ITransaction tx);
}

public interface IReliableDictionary<TKey, TValue>
    : IReliableCollection<KeyValuePair<TKey, TValue>> where TKey : IComparable<TKey>, IEquatable<TKey>
{
    Func<IReliableDictionary<TKey, TValue>, NotifyDictionaryRebuildEventArgs<TKey, TValue>, Task>
        RebuildNotificationAsyncCallback
    {
        set;
    }

    Task AddAsync(ITransaction tx, TKey key, TValue value);

    Task AddAsync(ITransaction tx, TKey key, TValue value, TimeSpan timeout, CancellationToken cancellationToken);

    Task ClearAsync(TimeSpan timeout, CancellationToken cancellationToken);

    Task SetAsync(ITransaction tx, TKey key, TValue value);

    Task SetAsync(ITransaction tx, TKey key, TValue value, TimeSpan timeout, CancellationToken cancellationToken);

    Task<ConditionalValue<TValue>> TryGetValueAsync(ITransaction tx, TKey key);

    Task<ConditionalValue<TValue>> TryGetValueAsync(ITransaction tx, TKey key, LockMode lockMode);

    Task<ConditionalValue<TValue>> TryGetValueAsync(
        ITransaction tx, TKey key, LockMode lockMode, TimeSpan timeout, CancellationToken cancellationToken);

    Task<ConditionalValue<TValue>> TryGetValueAsync(
        ITransaction tx, TKey key, TimeSpan timeout, CancellationToken cancellationToken);

    Task<ConditionalValue<TValue>> TryRemoveAsync(ITransaction tx, TKey key);

    Task<ConditionalValue<TValue>> TryRemoveAsync(
        ITransaction tx, TKey key, TimeSpan timeout, CancellationToken cancellationToken);

    Task<IAsyncEnumerable<KeyValuePair<TKey, TValue>>> CreateEnumerableAsync(ITransaction txn);

    Task<IAsyncEnumerable<KeyValuePair<TKey, TValue>>> CreateEnumerableAsync(
        ITransaction txn, EnumerationMode enumerationMode);

    Task<IAsyncEnumerable<KeyValuePair<TKey, TValue>>> CreateEnumerableAsync(
        ITransaction txn, Func<TKey, bool> filter, EnumerationMode enumerationMode);

    Task<TValue> AddOrUpdateAsync(
        ITransaction tx, TKey key, Func<TKey, TValue> addValueFactory, Func<TKey, TValue, TValue> updateValueFactory);

    Task<TValue> AddOrUpdateAsync(
        ITransaction tx,
        TKey key,
        Func<TKey, TValue> addValueFactory,
        Func<TKey, TValue, TValue> updateValueFactory,
        TimeSpan timeout,
        CancellationToken cancellationToken);

    Task<TValue> AddOrUpdateAsync(
        ITransaction tx, TKey key, TValue addValue, Func<TKey, TValue, TValue> updateValueFactory);

    Task<TValue> AddOrUpdateAsync(
        ITransaction tx,
        TKey key,
        TValue addValue,
        Func<TKey, TValue, TValue> updateValueFactory,
        TimeSpan timeout,
        CancellationToken cancellationToken);

    Task<TValue> GetOrAddAsync(ITransaction tx, TKey key, Func<TKey, TValue> valueFactory);

    Task<TValue> GetOrAddAsync(
        ITransaction tx,
        TKey key,
        Func<TKey, TValue> valueFactory,
        TimeSpan timeout,
        CancellationToken cancellationToken);

    Task<TValue> GetOrAddAsync(ITransaction tx, TKey key, TValue value);

    Task<TValue> GetOrAddAsync(
        ITransaction tx, TKey key, TValue value, TimeSpan timeout, CancellationToken cancellationToken);

    Task<bool> ContainsKeyAsync(ITransaction tx, TKey key);

    Task<bool> ContainsKeyAsync(ITransaction tx, TKey key, LockMode lockMode);

    Task<bool> ContainsKeyAsync(
        ITransaction tx, TKey key, LockMode lockMode, TimeSpan timeout, CancellationToken cancellationToken);

    Task<bool> ContainsKeyAsync(ITransaction tx, TKey key, TimeSpan timeout, CancellationToken cancellationToken);

    Task<bool> TryAddAsync(ITransaction tx, TKey key, TValue value);

    Task<bool> TryAddAsync(
        ITransaction tx, TKey key, TValue value, TimeSpan timeout, CancellationToken cancellationToken);

    Task<bool> TryUpdateAsync(ITransaction tx, TKey key, TValue newValue, TValue comparisonValue);

    Task<bool> TryUpdateAsync(
        ITransaction tx,
        TKey key,
        TValue newValue,
        TValue comparisonValue,
        TimeSpan timeout,
        CancellationToken cancellationToken);

    event EventHandler<NotifyDictionaryChangedEventArgs<TKey, TValue>> DictionaryChanged;
}

public interface IReliableDictionary2<TKey, TValue>
    : IReliableDictionary<TKey, TValue> where TKey : IComparable<TKey>, IEquatable<TKey>
{
    Task<IAsyncEnumerable<TKey>> CreateKeyEnumerableAsync(ITransaction txn);

    Task<IAsyncEnumerable<TKey>> CreateKeyEnumerableAsync(ITransaction txn, EnumerationMode enumerationMode);

    Task<IAsyncEnumerable<TKey>> CreateKeyEnumerableAsync(
        ITransaction txn, EnumerationMode enumerationMode, TimeSpan timeout, CancellationToken cancellationToken);

    long Count { get; }
}

public enum EnumerationMode
{
    Unordered = 0,
    Ordered = 1,
}

public enum LockMode
{
    Default = 0,
    Update = 1,
}
