using System;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// The records between the applied LSN and the last one, by LSN. Not thread safe: the replicator's gate guards it.
/// </summary>
internal sealed class PendingRing
{
    private PendingRecord[] _slots = new PendingRecord[64];

    internal PendingRing(long firstLsn) => FirstLsn = firstLsn;

    /// <summary>Gets the LSN of the oldest record held, or of the next one to come.</summary>
    internal long FirstLsn { get; private set; }

    internal int Count { get; private set; }

    /// <summary>Gets the payload bytes held.</summary>
    internal long Bytes { get; private set; }

    internal ref readonly PendingRecord this[long lsn]
    {
        get
        {
            if (lsn < FirstLsn || lsn >= FirstLsn + Count)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(lsn), lsn, $"{FirstLsn} and {Count - 1} more are pending.");
            }

            return ref Slot(lsn);
        }
    }

    internal void Add(in PendingRecord record)
    {
        if (Count == _slots.Length)
            Grow();
        Slot(FirstLsn + Count++) = record;
        Bytes += record.Record.Payload.Length;
    }

    internal PendingRecord RemoveFirst()
    {
        ref var slot = ref Slot(FirstLsn);
        var record = slot;
        slot = default;
        FirstLsn++;
        Count--;
        Bytes -= record.Record.Payload.Length;
        return record;
    }

    internal PendingRecord RemoveLast()
    {
        ref var slot = ref Slot(FirstLsn + --Count);
        var record = slot;
        slot = default;
        Bytes -= record.Record.Payload.Length;
        return record;
    }

    /// <summary>Takes the operation from a record, so that it ends only once.</summary>
    internal ReplicationOperation? DetachOperation(long lsn)
    {
        ref var slot = ref Slot(lsn);
        var operation = slot.Operation;
        slot = slot with { Operation = null };
        return operation;
    }

    /// <summary>Drops everything; the next record will have this LSN.</summary>
    internal void Restart(long firstLsn)
    {
        while (Count > 0)
            RemoveLast().Slice.Release();
        FirstLsn = firstLsn;
    }

    private ref PendingRecord Slot(long lsn) => ref _slots[lsn & (_slots.Length - 1)];

    private void Grow()
    {
        var larger = new PendingRecord[_slots.Length * 2];
        for (var lsn = FirstLsn; lsn < FirstLsn + Count; lsn++)
            larger[lsn & (larger.Length - 1)] = Slot(lsn);
        _slots = larger;
    }
}
