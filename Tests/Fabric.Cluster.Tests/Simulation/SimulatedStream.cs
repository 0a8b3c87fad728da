using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Log.Reading;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>One record, and the register and value that it writes.</summary>
internal readonly record struct SimulatedRecord(LogRecord Head, int Key, long Value)
{
    // Long enough for a seed to fill several segments.
    private const int PayloadBytes = 200;

    internal long Lsn => Head.Lsn;

    internal LogEpoch Epoch => Head.Epoch;

    internal byte[] Payload()
    {
        var payload = new byte[PayloadBytes];
        BinaryPrimitives.WriteInt32LittleEndian(payload, Key);
        BinaryPrimitives.WriteInt64LittleEndian(payload.AsSpan(sizeof(int)), Value);
        return payload;
    }

    internal static SimulatedRecord Of(in LogRecord read) => new(
        read with { Payload = default, PayloadCrc = 0 }, BinaryPrimitives.ReadInt32LittleEndian(read.Payload.Span),
        BinaryPrimitives.ReadInt64LittleEndian(read.Payload.Span[sizeof(int)..]));
}

/// <summary>
/// One replica's stream in the real shared log of its host, and beside it what the log was given: what was appended,
/// cut and flushed. After a crash the log must hold a state that it has passed through since its last flush.
/// </summary>
internal sealed class SimulatedStream : ILogStreamOwner
{
    private readonly SimulatedHost _host;
    private readonly List<Item> _items = [];            // what was appended since the last start
    private readonly List<SimulatedRecord> _held = [];
    private readonly List<SimulatedRecord> _durable = [];
    private readonly List<(int Items, Action Then)> _waits = [];
    private LogStream? _stream;                         // null: the log holds nothing of it
    private long _first;                                // of the two lists
    private long _needed;                               // a start must find what lies from here on
    private int _flushed;
    private int _group;

    internal SimulatedStream(SimulatedHost host, long firstLsn)
    {
        (_host, _first, _needed) = (host, firstLsn, firstLsn);
        _stream = host.Log.CreateStream(firstLsn, host.Disks.Values.Select(d => d.Stream.Id).DefaultIfEmpty(0).Max());
        Id = _stream.Id;
        host.Log.SetOwner(_stream, this);
    }

    internal long Id { get; }

    /// <summary>Gets whether the log holds anything of it, or was given it since it was opened.</summary>
    internal bool IsThere => _stream is not null;

    internal long FirstLsn => _stream?.FirstLsn ?? _first;

    internal long LastLsn => _stream?.LastLsn ?? _first - 1;

    internal int Generation => _stream?.Generation ?? 0;

    /// <summary>Gets the highest commit point that a record of the log names.</summary>
    internal long RecoveredCommittedLsn => _stream?.RecoveredCommittedLsn ?? 0;

    internal IReadOnlyList<LogEpochStart> Epochs => _stream?.Epochs ?? [];

    internal SimulatedRecord? At(long lsn) => Find(_held, lsn);

    internal SimulatedRecord? DurableAt(long lsn) => Find(_durable, lsn);

    internal LogReader OpenReader(long firstLsn) => _stream!.OpenReader(firstLsn);

    internal void Append(in SimulatedRecord record)
    {
        if (_host.IsEnding)
            return;
        var payload = record.Payload();
        _stream!.Append(record.Head with { PayloadCrc = Crc32C.Compute(payload) }, payload).Release();
        _held.Add(record);
        _items.Add(new(record, IsCut: false, record.Lsn));
    }

    internal void Cut(long lastLsn)
    {
        if (_host.IsEnding)
            return;
        _stream!.TruncateTail(lastLsn);
        Trim(_held, lastLsn);
        _items.Add(new(default, IsCut: true, lastLsn));
    }

    internal void TruncateHead(long keptLsn, long neededLsn)
    {
        var end = _first + _durable.Count;
        var gone = (int)Math.Max(0, Math.Min(keptLsn, end) - _first);
        _held.RemoveRange(0, gone);
        _durable.RemoveRange(0, gone);
        _first += gone;
        _needed = Math.Max(_needed, Math.Min(neededLsn, end));
        _stream!.TruncateHead(_first, _needed);
    }

    /// <summary>None of its records is needed any more.</summary>
    internal void Drop()
    {
        if (_stream is not null)
            _host.Log.DropStream(_stream);
        _stream = null;
        // Who waits waits for the flush of the whole log, which comes whether its streams are needed or not.
        foreach (var (_, then) in _waits)
            _host.AfterFlush(then);
        _waits.Clear();
    }

    /// <summary>Calls back when all that is appended so far is flushed.</summary>
    internal void WhenFlushed(Action then)
    {
        if (_flushed == _items.Count)
            then();
        else
            _waits.Add((_items.Count, then));
    }

    /// <inheritdoc/>
    public void SendQueued()
    {
        _group = _items.Count;
        if (_host.Replica is { } replica && replica.Disk.Stream == this)
            _host.Guard(replica.SendQueued);
    }

    /// <inheritdoc/>
    public void OnFlushed(LogStream stream, long lastLsn, int generation) => _host.Guard(() =>
    {
        for (; _flushed < _group; _flushed++)
            Play(_durable, _items[_flushed]);
        foreach (var wait in _waits.Where(w => w.Items <= _group).ToArray())
        {
            _ = _waits.Remove(wait);
            wait.Then();
        }
        _host.Replica?.OnFlushed(this, lastLsn, generation);
    });

    /// <inheritdoc/>
    public void OnFaulted(LogFaultedException reason)
    {
    }

    /// <summary>The log was opened after a crash: what does it hold?</summary>
    internal void Recovered()
    {
        _stream = _host.Log.FindStream(Id);
        var found = Read();
        if (!HasPassedThrough(found))
        {
            throw _host.Violation("I6", $"the log of stream {Id} on {_host.Node} holds "
                + $"{(found.Count > 0 ? $"{found[0].Lsn} to {found[^1].Lsn}" : "nothing")} after a crash; it was "
                + $"flushed from {_first} to {_first + _durable.Count - 1}, and {_items.Count - _flushed} entries "
                + "were under way");
        }
        _items.Clear();
        _waits.Clear();
        _flushed = 0;
        _first = _stream?.FirstLsn ?? _first;
        _needed = Math.Max(_needed, _first);
        _held.Clear();
        _held.AddRange(found);
        _durable.Clear();
        _durable.AddRange(found);
        if (_stream is not null)
            _host.Log.SetOwner(_stream, this);
    }

    private List<SimulatedRecord> Read()
    {
        var found = new List<SimulatedRecord>();
        if (_stream is null)
            return found;
        using var reader = _stream.OpenReader(_stream.FirstLsn);
        while (reader.TryRead(out var record))
            found.Add(SimulatedRecord.Of(record));
        return found;
    }

    // Records below the head that was given up may still be there, and some below what is needed.
    private bool HasPassedThrough(List<SimulatedRecord> found)
    {
        var from = found.Count > 0 ? Math.Clamp(found[0].Lsn, _first, Math.Max(_first, _needed)) : _needed;
        var needed = found.Where(r => r.Lsn >= from).ToList();
        var state = new List<SimulatedRecord>(_durable);
        for (var i = _flushed; ; i++)
        {
            if (state.Where(r => r.Lsn >= from).SequenceEqual(needed))
                return true;
            if (i == _items.Count)
                return false;
            Play(state, _items[i]);
        }
    }

    private void Play(List<SimulatedRecord> records, in Item item)
    {
        if (item.IsCut)
            Trim(records, item.Lsn);
        else if (item.Lsn >= _first)
            records.Add(item.Record);
    }

    private SimulatedRecord? Find(List<SimulatedRecord> records, long lsn)
    {
        if (lsn < _first || lsn >= _first + records.Count)
            return null;
        var found = records[(int)(lsn - _first)];
        return found.Lsn == lsn ? found
            : throw _host.Violation("harness", $"stream {Id} of {_host.Node} has LSN {found.Lsn} where {lsn} is");
    }

    private void Trim(List<SimulatedRecord> records, long lastLsn)
    {
        var kept = (int)Math.Max(0, lastLsn - _first + 1);
        if (kept < records.Count)
            records.RemoveRange(kept, records.Count - kept);
    }

    private readonly record struct Item(SimulatedRecord Record, bool IsCut, long Lsn);
}

/// <summary>What one replica has on its disk: its stream in the log, its record, and the checkpoint that the record
/// names.</summary>
internal sealed class SimulatedDisk(SimulatedHost host)
{
    internal bool Exists { get; set; }

    internal SimulatedStream Stream { get; set; } = new(host, 1);

    internal LogEpoch Accepted { get; set; }

    internal bool IsComplete { get; set; }

    internal ProgressVector Checkpoint { get; set; } = ProgressVector.Empty;

    internal SimulatedRegisters CheckpointState { get; set; } = new();

    /// <summary>Gets or sets the write of the record that is under way.</summary>
    internal Action? Writing { get; set; }

    internal void Crash(Random random)
    {
        // Nobody knows whether a write that was under way has reached the disk.
        if (random.Next(2) == 0)
            Writing?.Invoke();
        Writing = null;
    }
}
