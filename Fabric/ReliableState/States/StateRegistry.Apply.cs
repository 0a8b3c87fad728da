using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Notifications;
using SfPerf.Fabric.ReliableState.Checkpoints;
using SfPerf.Fabric.ReliableState.Dictionaries;
using SfPerf.Fabric.ReliableState.Serialization;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.States;

/// <content>How names come and go on every replica. Apply thread.</content>
internal sealed partial class StateRegistry : IOperationTarget
{
    // A service may hold on to a collection while its replica is rebuilt: the same one is filled again.
    private readonly Dictionary<int, ReliableCollection> _dormant = [];
    private int _nextId = 1;

    /// <summary>Gets the LSN of the last name that came or went.</summary>
    internal long NamesLsn { get; private set; }

    /// <summary>Gets or sets who is notified of names that are added and removed.</summary>
    internal Action<NotifyStateManagerChangedEventArgs>? Changed { get; set; }

    public void Apply(in PendingOperation operation, long lsn)
    {
        var named = (NamedState)operation.Item;
        var collection = (ReliableCollection)operation.Version!;
        named.EndChange();
        NamesLsn = lsn;
        if (operation.Kind == OperationKind.CreateState)
            Register(named, collection, _nextId++);
        else
            Unregister(named, collection);
    }

    public void Settle(in PendingOperation operation, long lsn)
    {
    }

    public void Undo(in PendingOperation operation) => ((NamedState)operation.Item).EndChange();

    public void Notify(in PendingOperation operation, ITransaction transaction) =>
        Changed?.Invoke(new NotifyStateManagerSingleEntityChangedEventArgs(
            transaction, (ReliableCollection)operation.Version!,
            operation.Kind == OperationKind.CreateState
                ? NotifyStateManagerChangedAction.Add
                : NotifyStateManagerChangedAction.Remove));

    /// <summary>Applies an operation that was replicated elsewhere.</summary>
    /// <returns>False if it concerns a collection that was removed before.</returns>
    internal bool TryApplyRecord(ref RecordReader reader, long lsn, out PendingOperation operation)
    {
        var kind = (OperationKind)reader.ReadByte();
        var id = reader.ReadInt32();
        operation = default;
        if (kind == OperationKind.CreateState)
        {
            NamesLsn = lsn;
            var name = new Uri(Encoding.UTF8.GetString(reader.ReadBytes().Span));
            var type = CollectionType.Parse(Encoding.UTF8.GetString(reader.ReadBytes().Span));
            var named = Named(name);
            operation = new(kind, this, named, TakeOrCreate(_nextId, name, type));
            Register(named, (ReliableCollection)operation.Version!, _nextId++);
            return true;
        }
        if (!_byId.TryGetValue(id, out var collection))
        {
            Skip(kind, ref reader);
            return false;
        }
        if (kind == OperationKind.RemoveState)
        {
            NamesLsn = lsn;
            var named = Named(collection.Name);
            operation = new(kind, this, named, collection);
            Unregister(named, collection);
            return true;
        }
        if (kind is < OperationKind.Add or > OperationKind.Clear)
            throw new InvalidDataException($"The record {lsn} holds an operation of unknown kind {kind}.");
        operation = collection.ApplyRecord(kind, ref reader, lsn);
        return true;
    }

    /// <summary>Forgets everything.</summary>
    internal void Reset()
    {
        foreach (var (id, collection) in _byId)
        {
            collection.MarkRemoved();
            collection.Empty();
            _dormant[id] = collection;
            if (_names.TryGetValue(collection.Name, out var named))
                named.Collection = null;
        }
        _byId.Clear();
        _nextId = 1;
    }

    internal int NextId => _nextId;

    /// <summary>Writes one collection.</summary>
    internal static async Task WriteAsync(
        ReliableCollection collection, CheckpointWriter writer, long lsn, CancellationToken token)
    {
        writer.Buffer.WriteInt32(collection.Id);
        WriteText(writer.Buffer, collection.Name.OriginalString);
        WriteText(writer.Buffer, collection.Type.ToString());
        await collection.WriteCheckpointAsync(writer, lsn, token).ConfigureAwait(false);
    }

    /// <summary>Reads what was written, after <see cref="Reset"/>.</summary>
    internal async Task ReadAsync(CheckpointReader reader, int count, int nextId, long lsn, CancellationToken token)
    {
        for (var i = 0; i < count; i++)
        {
            var id = await reader.ReadInt32Async(token).ConfigureAwait(false);
            var name = new Uri(await reader.ReadStringAsync(token).ConfigureAwait(false));
            var type = CollectionType.Parse(await reader.ReadStringAsync(token).ConfigureAwait(false));
            var collection = TakeOrCreate(id, name, type);
            await collection.ReadCheckpointAsync(reader, lsn, token).ConfigureAwait(false);
            Register(Named(name), collection, id);
        }
        _nextId = nextId;
        NamesLsn = lsn;
        _dormant.Clear();
    }

    private ReliableCollection TakeOrCreate(int id, Uri name, CollectionType type) =>
        _dormant.Remove(id, out var dormant) && dormant.Name == name && dormant.Type == type
            ? dormant
            : type.Create(context, name);

    private void Register(NamedState named, ReliableCollection collection, int id)
    {
        collection.Register(id);
        _byId[id] = collection;
        named.Collection = collection;
    }

    private void Unregister(NamedState named, ReliableCollection collection)
    {
        collection.MarkRemoved();
        _byId.TryRemove(collection.Id, out _);
        if (ReferenceEquals(named.Collection, collection))
            named.Collection = null;
    }

    private static void Skip(OperationKind kind, ref RecordReader reader)
    {
        if (kind is OperationKind.Add or OperationKind.Update or OperationKind.Remove)
            reader.ReadBytes();
        if (kind is OperationKind.Add or OperationKind.Update)
            reader.TryReadBytes(out _);
    }
}
