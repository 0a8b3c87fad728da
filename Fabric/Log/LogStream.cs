using System;
using System.Collections.Generic;
using System.Threading;
using SfPerf.Fabric.Log.GroupCommit;
using SfPerf.Fabric.Log.Reading;
using SfPerf.Fabric.Log.Records;

namespace SfPerf.Fabric.Log;

/// <summary>
/// The records of one partition in a shared log. One thread at a time may append; everything else any thread may call.
/// </summary>
public sealed class LogStream
{
    private readonly SharedLog _log;
    private readonly List<LogEpochStart> _epochs = [];  // guarded by the log's gate
    private readonly List<LogReader> _readers = [];     // guarded by the log's gate
    private long _keptFirstLsn;                         // guarded by the log's gate
    private long _neededFirstLsn;                       // guarded by the log's gate: not below what is kept
    private (long Low, long Position)? _cut;            // guarded by the log's gate: the last cut, and what it cut

    internal LogStream(SharedLog log, long id, long firstLsn)
    {
        (_log, Id, _keptFirstLsn, _neededFirstLsn) = (log, id, firstLsn, firstLsn);
        Positions = new PositionIndex(firstLsn);
        FlushedLsn = firstLsn - 1;
    }

    /// <summary>Gets the number of the stream in its log; never given to another stream.</summary>
    public long Id { get; }

    /// <summary>
    /// Gets the first LSN that the log still holds; one above <see cref="LastLsn"/> when it holds none.
    /// </summary>
    public long FirstLsn => _log.Guarded(this, static s => s.Positions.FirstLsn);

    /// <summary>Gets the last LSN appended.</summary>
    public long LastLsn => _log.Guarded(this, static s => s.Positions.LastLsn);

    /// <summary>Gets the last LSN that is durable.</summary>
    public long FlushedLsn
    {
        get => Volatile.Read(ref field);
        internal set => Volatile.Write(ref field, value);
    }

    /// <summary>Gets the highest committed LSN that a record of the recovered log names; 0 if none does.</summary>
    public long RecoveredCommittedLsn { get; internal set; }

    /// <summary>Gets the epochs of the records held, oldest first: the progress vector.</summary>
    public IReadOnlyList<LogEpochStart> Epochs => _log.Guarded(this, static s => s._epochs.ToArray());

    /// <summary>Gets how often the tail was cut since the log was opened.</summary>
    public int Generation { get; private set; }

    internal ILogStreamOwner? Owner { get; set; }

    internal PositionIndex Positions { get; }

    internal CommitGroup? Group { get; set; }

    internal int GroupIndex { get; set; }

    /// <summary>Appends one record; its group is flushed as soon as the running flush ends.</summary>
    /// <param name="record">Type Data or Epoch, with the next LSN. Its Payload member is not used.</param>
    /// <param name="payload">Copied before this method returns.</param>
    /// <param name="flushFollows">
    /// True when the caller will soon call <see cref="SharedLog.FlushNow"/>: the log thread is not woken before.
    /// </param>
    /// <returns>The log's copy, which the caller must release.</returns>
    /// <exception cref="LogFaultedException">An earlier write failed. Nothing was appended.</exception>
    /// <exception cref="ArgumentException">The LSN is not the next one, or the payload is too long.</exception>
    public LogSlice Append(in LogRecord record, ReadOnlySpan<byte> payload, bool flushFollows = false) =>
        _log.Append(this, record, payload, flushFollows);

    /// <summary>
    /// Cuts the tail: records above this LSN are void, also after a restart once a later flush has ended.
    /// </summary>
    /// <exception cref="LogFaultedException">An earlier write failed.</exception>
    public void TruncateTail(long lastLsn) => _log.TruncateTail(this, lastLsn);

    /// <summary>Says which records are not needed any more.</summary>
    /// <param name="keptLsn">Those below it are given up; their segments are used again.</param>
    /// <param name="neededLsn">Those below it are kept as long as the log is open. The next time that it is opened they
    /// may be missing, because it is not read from the beginning. Below <paramref name="keptLsn"/> it counts as that.
    /// </param>
    public void TruncateHead(long keptLsn, long neededLsn = 0) => _log.TruncateHead(this, keptLsn, neededLsn);

    /// <summary>Opens a reader of flushed records. Their segments stay until it is disposed.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The log does not hold that LSN any more.</exception>
    public LogReader OpenReader(long firstLsn) => _log.OpenReader(this, firstLsn);

    /// <summary>
    /// Opens a reader of what was read when the log was opened: it is in the page cache. Otherwise as
    /// <see cref="OpenReader"/>.
    /// </summary>
    public LogReader OpenCachedReader(long firstLsn) => _log.OpenReader(this, firstLsn, cached: true);

    internal List<LogReader> Readers => _readers;

    internal void Note(LogRecordType type, LogEpoch epoch, long lsn, long position)
    {
        if (type == LogRecordType.TruncateTail)
        {
            Generation++;
            NoteCut(lsn, position);
            Positions.TruncateTail(lsn);
            // When the log is opened, the first record that it still holds may be one that this cuts.
            _keptFirstLsn = Math.Min(_keptFirstLsn, lsn + 1);
            _neededFirstLsn = Math.Min(_neededFirstLsn, lsn + 1);
            while (_epochs.Count > 0 && _epochs[^1].FirstLsn > lsn)
                _epochs.RemoveAt(_epochs.Count - 1);
            FlushedLsn = Math.Min(FlushedLsn, lsn);
            return;
        }
        if (_epochs.Count == 0 || _epochs[^1].Epoch != epoch)
            _epochs.Add(new LogEpochStart(epoch, lsn));
        Positions.Add(position);
    }

    internal void KeepFrom(long keptLsn, long neededLsn)
    {
        _keptFirstLsn = Math.Max(_keptFirstLsn, keptLsn);
        _neededFirstLsn = Math.Max(_neededFirstLsn, Math.Max(keptLsn, neededLsn));
    }

    // A crash may bring back what is cut, until the cut is durable. Then the log must have no gap before it.
    private void NoteCut(long lsn, long position)
    {
        var first = Math.Max(lsn + 1, Positions.FirstLsn);
        if (first <= Positions.LastLsn)
            _cut = (Math.Min(Positions[first], _cut?.Low ?? long.MaxValue), position);
    }

    // The oldest position that is kept, and the oldest that is needed when the log is opened again; long.MaxValue when
    // there is none.
    internal (long Kept, long Needed) LowWaterPositions(long flushedPosition)
    {
        if (_cut is { } cut && cut.Position < flushedPosition)
            _cut = null;
        var kept = LowWaterPosition();
        var needed = Math.Max(_neededFirstLsn, Positions.FirstLsn);
        var low = _cut?.Low ?? long.MaxValue;
        return (Math.Min(kept, low), Math.Min(needed <= Positions.LastLsn ? Positions[needed] : long.MaxValue, low));
    }

    private long LowWaterPosition()
    {
        var lsn = _keptFirstLsn;
        foreach (var reader in _readers)
            lsn = Math.Min(lsn, reader.NextLsn);
        Positions.TruncateHead(lsn);
        while (_epochs.Count > 1 && _epochs[1].FirstLsn <= Positions.FirstLsn)
            _epochs.RemoveAt(0);
        return Positions.FirstLsn <= Positions.LastLsn ? Positions[Positions.FirstLsn] : long.MaxValue;
    }
}
