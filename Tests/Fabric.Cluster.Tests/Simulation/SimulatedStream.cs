using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>One record, and the register and value that it writes.</summary>
internal readonly record struct SimulatedRecord(LogRecord Head, int Key, long Value)
{
    internal long Lsn => Head.Lsn;

    internal LogEpoch Epoch => Head.Epoch;
}

/// <summary>
/// One replica's stream as the shared log keeps it: appended, cut, flushed in groups. A crash takes any part of what
/// was not flushed, from its end.
/// </summary>
internal sealed class SimulatedStream(long firstLsn)
{
    private readonly List<Item> _items = [];            // what was appended since the last start
    private readonly List<SimulatedRecord> _held = [];
    private readonly List<SimulatedRecord> _durable = [];
    private readonly List<(int Items, Action Then)> _waits = [];
    private int _flushed;

    internal long FirstLsn { get; private set; } = firstLsn;

    internal long LastLsn => FirstLsn + _held.Count - 1;

    /// <summary>Gets the last LSN that survives whatever happens.</summary>
    internal long DurableLsn => FirstLsn + _durable.Count - 1;

    internal int Generation { get; private set; }

    internal bool IsFlushing { get; private set; }

    internal bool HasWork => !IsFlushing && _flushed < _items.Count;

    /// <summary>Gets the highest commit point that a record names, never above the last record.</summary>
    internal long RecoveredCommittedLsn => Math.Min(
        LastLsn, _held.Select(r => r.Head.CommittedLsn).DefaultIfEmpty(0).Max());

    internal IReadOnlyList<LogEpochStart> Epochs
    {
        get
        {
            var starts = new List<LogEpochStart>();
            foreach (var record in _held.Where(r => starts.Count == 0 || starts[^1].Epoch != r.Epoch))
                starts.Add(new(record.Epoch, record.Lsn));
            return starts;
        }
    }

    internal SimulatedRecord? At(long lsn) => Find(_held, lsn);

    internal SimulatedRecord? DurableAt(long lsn) => Find(_durable, lsn);

    internal void Append(in SimulatedRecord record)
    {
        _held.Add(record);
        _items.Add(new(record, IsCut: false, record.Lsn, Generation));
    }

    internal void Cut(long lastLsn)
    {
        Trim(_held, lastLsn);
        _items.Add(new(default, IsCut: true, lastLsn, ++Generation));
    }

    internal void TruncateHead(long firstLsn)
    {
        var gone = (int)(Math.Min(firstLsn, DurableLsn + 1) - FirstLsn);
        if (gone <= 0)
            return;
        _held.RemoveRange(0, gone);
        _durable.RemoveRange(0, gone);
        FirstLsn += gone;
    }

    /// <summary>The write of a group begins.</summary>
    /// <returns>Where it ends.</returns>
    internal int BeginFlush()
    {
        IsFlushing = true;
        return _items.Count;
    }

    /// <returns>What the owner is told: the last LSN of the group, and the generation that it is of.</returns>
    internal (long LastLsn, int Generation) EndFlush(int end)
    {
        IsFlushing = false;
        MakeDurable(end);
        var last = _items[end - 1];
        foreach (var wait in _waits.Where(w => w.Items <= end).ToArray())
        {
            _ = _waits.Remove(wait);
            wait.Then();
        }
        return (last.Lsn, last.Generation);
    }

    /// <summary>Calls back when all that is appended so far is flushed.</summary>
    internal void WhenFlushed(Action then)
    {
        if (_flushed == _items.Count)
            then();
        else
            _waits.Add((_items.Count, then));
    }

    internal void Crash(Random random)
    {
        MakeDurable(_flushed + random.Next(_items.Count - _flushed + 1));
        _items.Clear();
        _waits.Clear();
        _held.Clear();
        _held.AddRange(_durable);
        (_flushed, Generation, IsFlushing) = (0, 0, false);
    }

    private void MakeDurable(int end)
    {
        for (; _flushed < end; _flushed++)
        {
            var item = _items[_flushed];
            if (item.IsCut)
                Trim(_durable, item.Lsn);
            else if (item.Lsn >= FirstLsn)
                _durable.Add(item.Record);
        }
    }

    private SimulatedRecord? Find(List<SimulatedRecord> records, long lsn) =>
        lsn >= FirstLsn && lsn < FirstLsn + records.Count ? records[(int)(lsn - FirstLsn)] : null;

    private void Trim(List<SimulatedRecord> records, long lastLsn)
    {
        var kept = (int)Math.Max(0, lastLsn - FirstLsn + 1);
        if (kept < records.Count)
            records.RemoveRange(kept, records.Count - kept);
    }

    private readonly record struct Item(SimulatedRecord Record, bool IsCut, long Lsn, int Generation);
}

/// <summary>What one replica has on its disk: its log, its record, and the checkpoint that the record names.</summary>
internal sealed class SimulatedDisk
{
    internal bool Exists { get; set; }

    internal SimulatedStream Stream { get; set; } = new(1);

    internal LogEpoch Accepted { get; set; }

    internal bool IsComplete { get; set; }

    internal ProgressVector Checkpoint { get; set; } = ProgressVector.Empty;

    internal long[] CheckpointState { get; set; } = new long[ReplicationSimulation.Keys];

    /// <summary>Gets or sets the write of the record that is under way.</summary>
    internal Action? Writing { get; set; }

    internal void Crash(Random random)
    {
        // Nobody knows whether a write that was under way has reached the disk.
        if (random.Next(2) == 0)
            Writing?.Invoke();
        Writing = null;
        Stream.Crash(random);
    }
}
