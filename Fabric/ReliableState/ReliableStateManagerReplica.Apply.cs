using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Notifications;
using SfPerf.Fabric.ReliableState.Checkpoints;
using SfPerf.Fabric.ReliableState.Events;
using SfPerf.Fabric.ReliableState.Serialization;
using SfPerf.Fabric.ReliableState.States;
using SfPerf.Fabric.ReliableState.Transactions;
using SfPerf.Fabric.Replication;

namespace SfPerf.Fabric.ReliableState;

/// <content>What the replicator sees of it. Apply thread.</content>
internal sealed partial class ReliableStateManagerReplica
{
    private readonly List<PendingOperation> _applied = [];

    void IReplicatedState.Apply(long lsn, ReadOnlyMemory<byte> record, ReplicationOperation? operation)
    {
        if (operation is Transaction transaction && ReferenceEquals(transaction.Context, _context))
        {
            transaction.Apply(lsn);
            RaiseCommitted(transaction);
            transaction.Notify();
            return;
        }
        ApplyRecord(lsn, record);
    }

    bool IReplicatedState.RunsServiceCode => _context.IsObserved;

    ICheckpointSource IReplicatedState.CaptureCheckpoint() =>
        new CheckpointSource(_context.Visibility, _context.Visibility.Register(), _states.All(), _states.NextId);

    ICheckpointSource? IReplicatedState.CaptureUnchanged(long sinceLsn) => _states.NamesLsn > sinceLsn
        ? null
        : new CheckpointSource(
            _context.Visibility, _context.Visibility.Register(), _states.All(), _states.NextId, sinceLsn);

    long IReplicatedState.WholeLsn => _context.WholeLsn;

    void IReplicatedState.Reset() => Reset();

    async Task IReplicatedState.RestoreAsync(Stream checkpoint, CancellationToken cancellationToken)
    {
        Reset();
        var reader = new CheckpointReader(checkpoint);
        await ExpectAsync(reader, CheckpointFormat.Magic, "magic number", cancellationToken).ConfigureAwait(false);
        var version = await reader.ReadInt32Async(cancellationToken).ConfigureAwait(false);
        if (version is not (CheckpointFormat.Whole or CheckpointFormat.Part))
        {
            throw new InvalidDataException(
                $"A checkpoint has the version {version:x8}, expected {CheckpointFormat.Whole} or "
                + $"{CheckpointFormat.Part}.");
        }
        var lsn = await reader.ReadInt64Async(cancellationToken).ConfigureAwait(false);
        var wholeLsn = version == CheckpointFormat.Whole
            ? 0 : await reader.ReadInt64Async(cancellationToken).ConfigureAwait(false);
        var nextId = await reader.ReadInt32Async(cancellationToken).ConfigureAwait(false);
        var count = await reader.ReadInt32Async(cancellationToken).ConfigureAwait(false);
        await _states.ReadAsync(reader, count, nextId, lsn, cancellationToken).ConfigureAwait(false);
        var items = await reader.ReadInt64Async(cancellationToken).ConfigureAwait(false);
        if (items != reader.ItemCount)
            throw new InvalidDataException($"A checkpoint of {items} items gave {reader.ItemCount}.");
        await ExpectAsync(reader, CheckpointFormat.Magic, "closing magic number", cancellationToken)
            .ConfigureAwait(false);
        _context.WholeLsn = wholeLsn;
        _context.Visibility.Publish(lsn);
        _context.NextGeneration();
        await NotifyRebuiltAsync().ConfigureAwait(false);
    }

    private void Reset()
    {
        _context.NextGeneration();
        _states.Reset();
        _context.WholeLsn = 0;
        _context.Visibility.Publish(0);
    }

    private static async Task ExpectAsync(CheckpointReader reader, int expected, string what, CancellationToken token)
    {
        var found = await reader.ReadInt32Async(token).ConfigureAwait(false);
        if (found != expected)
            throw new InvalidDataException($"A checkpoint has the {what} {found:x8}, expected {expected:x8}.");
    }

    private void ApplyRecord(long lsn, ReadOnlyMemory<byte> record)
    {
        var reader = new RecordReader(record);
        var version = reader.ReadByte();
        if (version != RecordFormat.Version)
            throw new InvalidDataException($"The record {lsn} has version {version}, expected {RecordFormat.Version}.");
        var transactionId = reader.ReadInt64();
        _context.NoteForeign();
        _applied.Clear();
        while (!reader.IsAtEnd)
        {
            if (_states.TryApplyRecord(ref reader, lsn, out var operation))
                _applied.Add(operation);
        }
        _context.Visibility.Publish(lsn);
        foreach (var operation in _applied)
            operation.Target.Settle(in operation, lsn);
        if (!_context.IsObserved)
            return;
        var transaction = new AppliedTransaction(transactionId, lsn);
        RaiseCommitted(transaction);
        foreach (var operation in _applied)
            operation.Target.Notify(in operation, transaction);
    }

    private async Task NotifyRebuiltAsync()
    {
        var all = _states.All();
        RaiseStateManagerChanged(new NotifyStateManagerRebuildEventArgs(new ListEnumerable<IReliableState>(all)));
        foreach (var collection in all)
            await collection.NotifyRebuiltAsync().ConfigureAwait(false);
    }
}
