using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ReliableState.Checkpoints;
using SfPerf.Fabric.ReliableState.Serialization;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <content>The whole state on its way to disk or to another replica, and back.</content>
internal sealed partial class ReliableDictionary<TKey, TValue>
{
    private const int BatchItems = 64;

    internal override async Task WriteCheckpointAsync(
        CheckpointWriter writer, long lsn, CancellationToken cancellationToken)
    {
        var batch = new (Entry<TKey, TValue> Entry, Version<TValue>? Version)[BatchItems];
        using var entries = Table.At(lsn).Entries.GetEnumerator();
        while (TakeBatch(entries, batch, lsn, writer) is > 0 and var count)
        {
            for (var i = 0; i < count; i++)
            {
                if (batch[i].Version is not { } version)
                    continue;
                WriteItem(writer.Buffer, batch[i].Entry.Key, version);
                writer.ItemCount++;
                await writer.FlushIfFullAsync(cancellationToken).ConfigureAwait(false);
            }
        }
        writer.Buffer.WriteByte(CheckpointFormat.End);
    }

    // A large state is not in the processor's caches. Looked up one behind the other, in a loop that does nothing else,
    // the versions of a batch are fetched from memory side by side, and then their values.
    private static int TakeBatch(IEnumerator<Entry<TKey, TValue>> entries,
        (Entry<TKey, TValue> Entry, Version<TValue>? Version)[] batch, long lsn, CheckpointWriter writer)
    {
        var count = 0;
        while (count < batch.Length && entries.MoveNext())
            batch[count++].Entry = entries.Current;
        for (var i = 0; i < count; i++)
        {
            batch[i].Version = batch[i].Entry.At(lsn);
            if (batch[i].Version is not { } version || version.Lsn <= writer.SinceLsn)
                continue;
            batch[i].Version = null;
            writer.LeftOutCount++;
        }
        for (var i = 0; i < count; i++)
            batch[i].Version?.Prefetch();
        return count;
    }

    internal override async Task ReadCheckpointAsync(
        CheckpointReader reader, long lsn, CancellationToken cancellationToken)
    {
        var table = new Table<TKey, TValue>(0, null);
        while (await reader.ReadByteAsync(cancellationToken).ConfigureAwait(false) == CheckpointFormat.Item)
        {
            var keyBytes = await reader.ReadBytesAsync(cancellationToken).ConfigureAwait(false)
                ?? throw new InvalidDataException($"A checkpoint holds a null key in '{Name}'.");
            var entry = new Entry<TKey, TValue>(_keys.Read(keyBytes));
            var valueBytes = await reader.ReadBytesAsync(cancellationToken).ConfigureAwait(false);
            var version = new Version<TValue>();
            if (valueBytes is { } value)
                version.BeginApplied(lsn, value.Span, table.Memory);
            else
                version.BeginApplied(lsn, isRemoval: false);
            entry.Push(version);
            if (!table.Entries.TryAdd(entry))
                throw new InvalidDataException($"A checkpoint holds the key '{entry.Key}' of '{Name}' twice.");
            reader.ItemCount++;
        }
        Volatile.Write(ref _table, table);
        Volatile.Write(ref _count, table.Entries.Count);
    }

    internal override void Empty()
    {
        Volatile.Write(ref _table, new Table<TKey, TValue>(0, null));
        Volatile.Write(ref _count, 0);
    }

    private void WriteItem(ByteWriter buffer, TKey key, Version<TValue> version)
    {
        buffer.WriteByte(CheckpointFormat.Item);
        WriteSized(buffer, _keys, key);
        if (version.TryWriteSized(buffer))
            return;
        if (ValueOf(version) is { } value)
            WriteSized(buffer, _values, value);
        else
            buffer.WriteInt32(-1);
    }
}
