using System;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <content>The operations on one key, as the interface has them.</content>
internal sealed partial class ReliableDictionary<TKey, TValue>
{
    private static TimeSpan Default => StateContext.DefaultTimeout;

    public Task AddAsync(ITransaction tx, TKey key, TValue value) => AddAsync(tx, key, value, Default, default);

    public Task AddAsync(
        ITransaction tx, TKey key, TValue value, TimeSpan timeout, CancellationToken cancellationToken) =>
        PutAsync(tx, key, new(PutMode.Add, value), timeout, cancellationToken);

    public Task<bool> TryAddAsync(ITransaction tx, TKey key, TValue value) =>
        TryAddAsync(tx, key, value, Default, default);

    public Task<bool> TryAddAsync(
        ITransaction tx, TKey key, TValue value, TimeSpan timeout, CancellationToken cancellationToken) =>
        PutAsync(tx, key, new(PutMode.TryAdd, value), timeout, cancellationToken);

    public Task SetAsync(ITransaction tx, TKey key, TValue value) => SetAsync(tx, key, value, Default, default);

    public Task SetAsync(
        ITransaction tx, TKey key, TValue value, TimeSpan timeout, CancellationToken cancellationToken) =>
        PutAsync(tx, key, new(PutMode.Set, value), timeout, cancellationToken);

    public Task<bool> TryUpdateAsync(ITransaction tx, TKey key, TValue newValue, TValue comparisonValue) =>
        TryUpdateAsync(tx, key, newValue, comparisonValue, Default, default);

    public Task<bool> TryUpdateAsync(ITransaction tx, TKey key, TValue newValue, TValue comparisonValue,
        TimeSpan timeout, CancellationToken cancellationToken) =>
        PutAsync(tx, key, new(PutMode.TryUpdate, newValue, comparisonValue), timeout, cancellationToken);

    public Task<ConditionalValue<TValue>> TryRemoveAsync(ITransaction tx, TKey key) =>
        TryRemoveAsync(tx, key, Default, default);

    public Task<ConditionalValue<TValue>> TryRemoveAsync(
        ITransaction tx, TKey key, TimeSpan timeout, CancellationToken cancellationToken) =>
        RunAsync<RemoveAction<TKey, TValue>, ConditionalValue<TValue>>(tx, key, default, timeout, cancellationToken);

    public Task<ConditionalValue<TValue>> TryGetValueAsync(ITransaction tx, TKey key) =>
        TryGetValueAsync(tx, key, LockMode.Default, Default, default);

    public Task<ConditionalValue<TValue>> TryGetValueAsync(ITransaction tx, TKey key, LockMode lockMode) =>
        TryGetValueAsync(tx, key, lockMode, Default, default);

    public Task<ConditionalValue<TValue>> TryGetValueAsync(
        ITransaction tx, TKey key, TimeSpan timeout, CancellationToken cancellationToken) =>
        TryGetValueAsync(tx, key, LockMode.Default, timeout, cancellationToken);

    public Task<ConditionalValue<TValue>> TryGetValueAsync(
        ITransaction tx, TKey key, LockMode lockMode, TimeSpan timeout, CancellationToken cancellationToken) =>
        RunAsync<GetAction<TKey, TValue>, ConditionalValue<TValue>>(
            tx, key, new(KindOf(lockMode)), timeout, cancellationToken);

    public Task<bool> ContainsKeyAsync(ITransaction tx, TKey key) =>
        ContainsKeyAsync(tx, key, LockMode.Default, Default, default);

    public Task<bool> ContainsKeyAsync(ITransaction tx, TKey key, LockMode lockMode) =>
        ContainsKeyAsync(tx, key, lockMode, Default, default);

    public Task<bool> ContainsKeyAsync(
        ITransaction tx, TKey key, TimeSpan timeout, CancellationToken cancellationToken) =>
        ContainsKeyAsync(tx, key, LockMode.Default, timeout, cancellationToken);

    public Task<bool> ContainsKeyAsync(
        ITransaction tx, TKey key, LockMode lockMode, TimeSpan timeout, CancellationToken cancellationToken) =>
        RunAsync<ContainsAction<TKey, TValue>, bool>(tx, key, new(KindOf(lockMode)), timeout, cancellationToken);

    public Task<TValue> GetOrAddAsync(ITransaction tx, TKey key, TValue value) =>
        GetOrAddAsync(tx, key, value, Default, default);

    public Task<TValue> GetOrAddAsync(
        ITransaction tx, TKey key, TValue value, TimeSpan timeout, CancellationToken cancellationToken) =>
        RunAsync<GetOrAddAction<TKey, TValue>, TValue>(tx, key, new(null, value), timeout, cancellationToken);

    public Task<TValue> GetOrAddAsync(ITransaction tx, TKey key, Func<TKey, TValue> valueFactory) =>
        GetOrAddAsync(tx, key, valueFactory, Default, default);

    public Task<TValue> GetOrAddAsync(ITransaction tx, TKey key, Func<TKey, TValue> valueFactory, TimeSpan timeout,
        CancellationToken cancellationToken) =>
        valueFactory is null
            ? Task.FromException<TValue>(new ArgumentNullException(nameof(valueFactory)))
            : RunAsync<GetOrAddAction<TKey, TValue>, TValue>(
                tx, key, new(valueFactory, default!), timeout, cancellationToken);

    public Task<TValue> AddOrUpdateAsync(ITransaction tx, TKey key, Func<TKey, TValue> addValueFactory,
        Func<TKey, TValue, TValue> updateValueFactory) =>
        AddOrUpdateAsync(tx, key, addValueFactory, updateValueFactory, Default, default);

    public Task<TValue> AddOrUpdateAsync(ITransaction tx, TKey key, Func<TKey, TValue> addValueFactory,
        Func<TKey, TValue, TValue> updateValueFactory, TimeSpan timeout, CancellationToken cancellationToken) =>
        addValueFactory is null || updateValueFactory is null
            ? Task.FromException<TValue>(new ArgumentNullException(
                addValueFactory is null ? nameof(addValueFactory) : nameof(updateValueFactory)))
            : RunAsync<AddOrUpdateAction<TKey, TValue>, TValue>(
                tx, key, new(addValueFactory, default!, updateValueFactory), timeout, cancellationToken);

    public Task<TValue> AddOrUpdateAsync(
        ITransaction tx, TKey key, TValue addValue, Func<TKey, TValue, TValue> updateValueFactory) =>
        AddOrUpdateAsync(tx, key, addValue, updateValueFactory, Default, default);

    public Task<TValue> AddOrUpdateAsync(ITransaction tx, TKey key, TValue addValue,
        Func<TKey, TValue, TValue> updateValueFactory, TimeSpan timeout, CancellationToken cancellationToken) =>
        updateValueFactory is null
            ? Task.FromException<TValue>(new ArgumentNullException(nameof(updateValueFactory)))
            : RunAsync<AddOrUpdateAction<TKey, TValue>, TValue>(
                tx, key, new(null, addValue, updateValueFactory), timeout, cancellationToken);

    private Task<bool> PutAsync(
        ITransaction tx, TKey key, PutAction<TKey, TValue> action, TimeSpan timeout, CancellationToken token) =>
        RunAsync<PutAction<TKey, TValue>, bool>(tx, key, action, timeout, token);

    private static LockKind KindOf(LockMode lockMode) =>
        lockMode == LockMode.Update ? LockKind.Update : LockKind.Shared;
}
