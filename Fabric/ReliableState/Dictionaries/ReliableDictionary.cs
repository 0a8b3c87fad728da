using System;
using System.Fabric;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.Data;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Serialization;
using SfPerf.Fabric.ReliableState.States;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>A reliable dictionary: keys in memory with locks and versions, changes through the log.</summary>
internal sealed partial class ReliableDictionary<TKey, TValue> : ReliableCollection, IReliableDictionary2<TKey, TValue>,
    IKeyRange<TKey, TValue>
    where TKey : notnull, IComparable<TKey>, IEquatable<TKey>
{
    private readonly IOperationTarget _target;
    private readonly ValueCodec<TKey> _keys;
    private readonly ValueCodec<TValue> _values;
    private readonly SpareVersions<TValue> _spares = new();
    private Table<TKey, TValue> _table = new(0, null); // replaced by the apply thread, and while the state is replaced
    private long _count;                               // written by the apply thread

    /// <summary>Makes an empty dictionary. Called by name, through reflection.</summary>
    public ReliableDictionary(StateContext context, Uri name)
        : this(context, name, new(CollectionKind.Dictionary, typeof(TKey), typeof(TValue)), null)
    {
    }

    /// <summary>Makes an empty dictionary that another collection keeps its items in.</summary>
    internal ReliableDictionary(StateContext context, Uri name, CollectionType type, IOperationTarget? target)
        : base(context, name, type)
    {
        _target = target ?? this;
        _keys = context.Serializers.Get<TKey>();
        _values = context.Serializers.Get<TValue>();
    }

    /// <summary>Gets the number of keys committed at this moment, outside any transaction.</summary>
    public long Count => Volatile.Read(ref _count);

    /// <summary>Gets the number of keys in memory, with those that are there for their lock or an old reader.</summary>
    internal int EntryCount => Table.Entries.Count;

    private Table<TKey, TValue> Table => Volatile.Read(ref _table);

    /// <summary>Gets where the bytes of values are.</summary>
    internal SlabAllocator Memory => Table.Memory;

    // Whether values are kept as copies of the bytes that they are.
    private bool Copies => Context.CopiesByteArrays && _values.IsIdentity;

    internal TValue? ValueOf(Version<TValue> version) => version.Read(_values, Copies);

    internal ConditionalValue<TValue> Present(Version<TValue>? version) =>
        version is null ? default : new(true, ValueOf(version)!);

    /// <summary>Starts the bytes of a write.</summary>
    internal void BeginWrite(Transaction transaction, TKey key)
    {
        var record = transaction.BeginOperation(OperationKind.Update, Id);
        WriteSized(record, _keys, key);
    }

    internal void WriteValue(Transaction transaction, TValue? value)
    {
        var record = transaction.WriteSet.Record;
        if (value is null)
            record.WriteInt32(-1);
        else
            WriteSized(record, _values, value);
    }

    /// <summary>Makes a write part of the transaction. Its bytes are complete.</summary>
    internal void Push(Transaction transaction, Entry<TKey, TValue> entry, OperationKind kind, TValue? value)
    {
        if (kind == OperationKind.Add && !_keys.IsExact)
            CheckRoundTrip(transaction, entry.Key);
        var version = _spares.Take();
        if (kind == OperationKind.Remove)
        {
            version.BeginPendingRemoval(transaction.WriteSet);
        }
        else if (Copies && value is byte[] { Length: <= SlabAllocator.SlotBytesMax } bytes)
        {
            version.BeginPending(transaction.WriteSet, bytes, Memory);
        }
        else
        {
            // What is kept as an array of its own is a copy, too.
            if (Context.CopiesByteArrays && value is byte[] array)
                value = (TValue)array.Clone();
            version.BeginPending(transaction.WriteSet, value);
        }
        transaction.AddOperation(new(kind, _target, entry, version));
        entry.Push(version);
    }

    public override void RetireIfEmpty(KeyLockResource resource)
    {
        var entry = Unsafe.As<Entry<TKey, TValue>>(resource);
        if (!entry.IsEmpty || entry.IsGone)
            return;
        entry.MarkGone();
        Table.Entries.Remove(entry);
    }

    private static void WriteSized<T>(ByteWriter record, ValueCodec<T> codec, T value)
    {
        var start = record.Length;
        record.WriteInt32(0);
        codec.Write(value, record);
        record.PatchInt32(start, record.Length - start - sizeof(int));
    }

    /// <summary>Runs an action on one key: at once if the locks are free, else when they are.</summary>
    private Task<TResult> RunAsync<TAction, TResult>(
        ITransaction tx, TKey key, TAction action, TimeSpan timeout, CancellationToken token)
        where TAction : struct, IKeyAction<TKey, TValue, TResult>
    {
        Transaction? entered = null;
        try
        {
            if (key is null)
                throw new ArgumentNullException(nameof(key));
            StateContext.CheckTimeout(timeout);
            var transaction = Enter(tx);
            entered = transaction;
            token.ThrowIfCancellationRequested();
            if (action.Kind == LockKind.Shared)
            {
                if (!transaction.IsPrimary)
                    return Finish(transaction, RunOnSnapshot<TAction, TResult>(transaction, key, action));
            }
            else if (!transaction.IsPrimary && action.IsRead)
            {
                throw new FabricNotReadableException("A lock for update may be taken on the primary only.");
            }
            else if (!action.IsRead)
            {
                transaction.CheckWritable();
            }
            action.Prepare(this, transaction, key);
            if (TryLock(transaction, key, action.Kind, out var entry)
                && (TryRun(transaction, entry, ref action, action.Kind, out TResult result)
                    || (TryUpgrade(transaction, entry)
                        && TryRun(transaction, entry, ref action, LockKind.Exclusive, out result))))
            {
                return Finish(transaction, result);
            }
        }
        catch (Exception e)
        {
            entered?.Exit();
            return e is OperationCanceledException && token.IsCancellationRequested
                ? Task.FromCanceled<TResult>(token)
                : Task.FromException<TResult>(e);
        }
        return RunSlowAsync<TAction, TResult>(entered, key, action, timeout, token);
    }

    private bool TryRun<TAction, TResult>(Transaction transaction, Entry<TKey, TValue> entry, ref TAction action,
        LockKind held, out TResult result)
        where TAction : struct, IKeyAction<TKey, TValue, TResult>
    {
        // Before the value is taken: what an earlier primary committed may be applied between the two.
        if (action.DependsOnState)
            transaction.CheckCaughtUp();
        return action.TryRun(this, transaction, entry, entry.Current(transaction.WriteSet), held, out result);
    }

    /// <summary>Runs a read of a transaction that began on a secondary: no lock, at its point in time.</summary>
    private TResult RunOnSnapshot<TAction, TResult>(Transaction transaction, TKey key, TAction action)
        where TAction : struct, IKeyAction<TKey, TValue, TResult>
    {
        var lsn = transaction.Snapshot().Lsn;
        var entry = Table.At(lsn).Entries.Find(key);
        var current = entry?.At(lsn);
        action.TryRun(this, transaction, entry!, current, LockKind.None, out var result);
        return result;
    }

    private static Task<TResult> Finish<TResult>(Transaction transaction, TResult result)
    {
        transaction.Exit();
        return Task.FromResult(result);
    }

    private async Task<TResult> RunSlowAsync<TAction, TResult>(
        Transaction transaction, TKey key, TAction action, TimeSpan timeout, CancellationToken token)
        where TAction : struct, IKeyAction<TKey, TValue, TResult>
    {
        try
        {
            var start = Context.Time.GetTimestamp();
            await ShareLockAsync(transaction, timeout, token).ConfigureAwait(false);
            var entry = await LockAsync(transaction, key, action.Kind, Rest(timeout, start), token)
                .ConfigureAwait(false);
            CheckUsable();
            if (TryRun(transaction, entry, ref action, action.Kind, out TResult result))
                return result;
            await Context.Locks
                .AcquireAsync(entry, transaction.WriteSet, LockKind.Exclusive, Rest(timeout, start), token)
                .ConfigureAwait(false);
            TryRun(transaction, entry, ref action, LockKind.Exclusive, out result);
            return result;
        }
        finally
        {
            transaction.Exit();
        }
    }

    private TimeSpan Rest(TimeSpan timeout, long start)
    {
        if (timeout == Timeout.InfiniteTimeSpan)
            return timeout;
        var rest = timeout - Context.Time.GetElapsedTime(start);
        return rest > TimeSpan.Zero ? rest : TimeSpan.Zero;
    }

    private bool TryLock(Transaction transaction, TKey key, LockKind kind, out Entry<TKey, TValue> entry)
    {
        entry = null!;
        if (!TryShareLock(transaction))
            return false;
        while (true)
        {
            entry = EntryOf(key);
            LockAnswer answer;
            lock (entry)
                answer = entry.Request(transaction.WriteSet, kind);
            if (answer == LockAnswer.Granted)
                transaction.Note(entry, this);
            if (answer != LockAnswer.Gone)
                return answer != LockAnswer.Blocked;
        }
    }

    private async ValueTask<Entry<TKey, TValue>> LockAsync(
        Transaction transaction, TKey key, LockKind kind, TimeSpan timeout, CancellationToken token)
    {
        while (true)
        {
            var entry = EntryOf(key);
            var answer = await Context.Locks.AcquireAsync(entry, transaction.WriteSet, kind, timeout, token)
                .ConfigureAwait(false);
            if (answer == LockAnswer.Granted)
                transaction.Note(entry, this);
            if (answer != LockAnswer.Gone)
                return entry;
        }
    }

    private static bool TryUpgrade(Transaction transaction, Entry<TKey, TValue> entry)
    {
        lock (entry)
            return entry.Request(transaction.WriteSet, LockKind.Exclusive) != LockAnswer.Blocked;
    }

    /// <summary>Gets the entry of a key, making one if there is none.</summary>
    internal Entry<TKey, TValue> EntryOf(TKey key)
    {
        var entries = Table.Entries;
        while (true)
        {
            var entry = entries.Find(key) ?? entries.FindOrAdd(key);
            if (!entry.IsGone)
                return entry;
            // Marked, and about to be taken out by whoever marked it.
            entries.Remove(entry);
        }
    }

    private void CheckRoundTrip(Transaction transaction, TKey key)
    {
        var record = transaction.WriteSet.Record.WrittenMemory[transaction.WriteSet.Mark..];
        var reader = new RecordReader(record[(1 + sizeof(int))..]);
        var copy = _keys.Read(reader.ReadBytes());
        if (copy is null || !copy.Equals(key) || copy.GetHashCode() != key.GetHashCode())
        {
            throw new ArgumentException(
                $"The key '{key}' of '{Name}' does not equal itself after a round trip through its serializer.");
        }
    }
}
