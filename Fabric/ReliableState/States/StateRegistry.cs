using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.ReliableState.Dictionaries;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Serialization;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.States;

/// <summary>The named collections of a replica.</summary>
internal sealed partial class StateRegistry(StateContext context) : ILockHome
{
    private readonly ConcurrentDictionary<Uri, NamedState> _names = new();
    private readonly ConcurrentDictionary<int, ReliableCollection> _byId = new();

    /// <summary>Gets the collections in the order of their creation.</summary>
    internal List<ReliableCollection> All() => [.. _byId.Values.OrderBy(c => c.Id)];

    internal ReliableCollection? Find(int id) => _byId.GetValueOrDefault(id);

    internal Task<T> FindOrAddAsync<T>(Uri name, TimeSpan timeout)
        where T : IReliableState
    {
        if (!_names.TryGetValue(name, out var named) || named.Collection is not { } collection)
            return AddAloneAsync<T>(name, timeout);
        CheckReadable();
        if (named.FoundTask is Task<T> found)
            return found;
        var task = Task.FromResult(Cast<T>(collection));
        named.FoundTask = task;
        return task;
    }

    internal ConditionalValue<T> TryFind<T>(Uri name)
        where T : IReliableState
    {
        CheckReadable();
        return _names.TryGetValue(name, out var named) && named.Collection is { } collection
            ? new(true, Cast<T>(collection))
            : default;
    }

    internal async Task<T> FindOrAddAsync<T>(ITransaction tx, Uri name, TimeSpan timeout)
        where T : IReliableState
    {
        var type = CollectionType.Of(typeof(T));
        var transaction = Enter(tx);
        try
        {
            var (named, answer) = await LockAsync(transaction, name, LockKind.Shared, timeout).ConfigureAwait(false);
            transaction.CheckCaughtUp();
            if (named.SeenBy(transaction) is { } present)
            {
                if (answer == LockAnswer.Granted)
                    transaction.Note(named, this);
                transaction.CheckReadable();
                return Cast<T>(present);
            }
            // The shared lock is released before the stronger one is requested: two callers that kept it would wait for
            // each other.
            if (answer == LockAnswer.Granted)
                Release(named, transaction);
            transaction.CheckWritable();
            named = await LockExclusiveAsync(transaction, name, timeout).ConfigureAwait(false);
            transaction.CheckCaughtUp();
            if (named.SeenBy(transaction) is { } added)
                return Cast<T>(added);
            return (T)(IReliableState)Create(transaction, named, type);
        }
        finally
        {
            transaction.Exit();
        }
    }

    internal async Task RemoveAsync(ITransaction tx, Uri name, TimeSpan timeout)
    {
        var transaction = Enter(tx);
        try
        {
            transaction.CheckWritable();
            var named = await LockExclusiveAsync(transaction, name, timeout).ConfigureAwait(false);
            transaction.CheckCaughtUp();
            if (named.SeenBy(transaction) is not { } collection)
                throw new ArgumentException($"There is no reliable state '{name}'.", nameof(name));
            if (!ReferenceEquals(collection, named.Collection))
            {
                throw new InvalidOperationException(
                    $"The reliable state '{name}' was created by the same transaction; abort that instead.");
            }
            transaction.BeginOperation(OperationKind.RemoveState, collection.Id);
            transaction.AddOperation(new(OperationKind.RemoveState, this, named, collection));
            named.Change(transaction, null);
        }
        finally
        {
            transaction.Exit();
        }
    }

    internal async Task RemoveAloneAsync(Uri name, TimeSpan timeout)
    {
        using var transaction = new Transaction(context);
        await RemoveAsync(transaction, name, timeout).ConfigureAwait(false);
        await transaction.CommitAsync().ConfigureAwait(false);
    }

    public void RetireIfEmpty(KeyLockResource resource)
    {
        var named = (NamedState)resource;
        if (!named.IsEmpty || named.IsGone)
            return;
        named.MarkGone();
        _names.TryRemove(new(named.Name, named));
    }

    internal void CheckReadable()
    {
        var log = context.Log;
        if (log.ReadStatus != PartitionAccessStatus.Granted && log.Role != ReplicaRole.ActiveSecondary)
        {
            throw new FabricNotReadableException(
                $"The replica cannot be read now: its read status is {log.ReadStatus}.");
        }
    }

    private async Task<T> AddAloneAsync<T>(Uri name, TimeSpan timeout)
        where T : IReliableState
    {
        using var transaction = new Transaction(context);
        var state = await FindOrAddAsync<T>(transaction, name, timeout).ConfigureAwait(false);
        await transaction.CommitAsync().ConfigureAwait(false);
        return state;
    }

    private ReliableCollection Create(Transaction transaction, NamedState named, CollectionType type)
    {
        var collection = type.Create(context, named.Name);
        var record = transaction.BeginOperation(OperationKind.CreateState, 0);
        WriteText(record, named.Name.OriginalString);
        WriteText(record, type.ToString());
        transaction.AddOperation(new(OperationKind.CreateState, this, named, collection));
        named.Change(transaction, collection);
        return collection;
    }

    private static T Cast<T>(ReliableCollection collection)
        where T : IReliableState => collection is T state
        ? state
        : throw new ArgumentException($"The reliable state '{collection.Name}' is no {typeof(T)}.");

    private Transaction Enter(ITransaction tx)
    {
        ArgumentNullException.ThrowIfNull(tx);
        if (tx is not Transaction transaction || !ReferenceEquals(transaction.Context, context))
            throw new ArgumentException("The transaction belongs to another state manager.", nameof(tx));
        transaction.Enter();
        return transaction;
    }

    private NamedState Named(Uri name) => _names.GetOrAdd(name, static name => new(name));

    private async Task<NamedState> LockExclusiveAsync(Transaction transaction, Uri name, TimeSpan timeout)
    {
        var (named, answer) = await LockAsync(transaction, name, LockKind.Exclusive, timeout).ConfigureAwait(false);
        if (answer == LockAnswer.Granted)
            transaction.Note(named, this);
        return named;
    }

    private async Task<(NamedState Named, LockAnswer Answer)> LockAsync(
        Transaction transaction, Uri name, LockKind kind, TimeSpan timeout)
    {
        while (true)
        {
            var named = Named(name);
            var answer = await context.Locks.AcquireAsync(named, transaction.WriteSet, kind, timeout, default)
                .ConfigureAwait(false);
            if (answer != LockAnswer.Gone)
                return (named, answer);
            _names.TryRemove(new(name, named));
        }
    }

    private void Release(NamedState named, Transaction transaction)
    {
        LockWaiter? granted;
        lock (named)
        {
            granted = named.Release(transaction.WriteSet);
            if (named.IsIdle)
                RetireIfEmpty(named);
        }
        LockWaiter.Wake(granted);
    }

    private static void WriteText(ByteWriter record, string text)
    {
        record.WriteInt32(Encoding.UTF8.GetByteCount(text));
        record.Write(Encoding.UTF8.GetBytes(text));
    }
}
