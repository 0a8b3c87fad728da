using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Log.Storage;

namespace SfPerf.Fabric.Log;

public sealed partial class SharedLog
{
    private readonly SortedDictionary<long, ILogFile> _live = [];       // guarded by _gate: by sequence
    private readonly Queue<ILogFile> _free = new();                     // guarded by _gate: blank, ready for use
    private readonly Queue<(ILogFile File, bool WholeFile)> _toErase = new(); // guarded by _gate: to be freed
    private readonly Queue<(long Sequence, long FirstEntry)> _firstEntries = new(); // guarded by _gate
    // Held while a freed segment is erased: the oldest goes first, whoever erases. Were a later one erased, and used
    // again, while an earlier one still had its header, a crash would leave a log with a gap in it.
    private readonly Lock _eraseOrder = new();
    private readonly List<ILogFile> _touched = [];                      // the log thread's own
    private Guid _logId = Guid.NewGuid();
    private int _segmentBytes;
    private long _flushedPosition;                                      // guarded by _gate
    private int _fileNumber;                                            // guarded by _gate
    private Task _janitor = Task.CompletedTask;                         // guarded by _gate
    private (long Sequence, ILogFile File)? _writing;                   // the log thread's own
    private bool _activated;                                            // the log thread's own

    /// <summary>Gets how many segment files exist.</summary>
    public int SegmentCount
    {
        get
        {
            lock (_gate)
                return _live.Count + _free.Count + _toErase.Count;
        }
    }

    // Under the gate.
    private int SpareWanted => Math.Max(_options.SpareSegments, _options.InitialSegments - _live.Count);

    private long DataBytes => _segmentBytes - LogOptions.SegmentHeaderBytes;

    private long SequenceOf(long position) => position / DataBytes + 1;

    private long StartOf(long sequence) => (sequence - 1) * DataBytes;

    // Gives an entry its position. A segment's header names its first entry: it is noted when an entry reaches a new
    // one.
    private long Place(int bytes)
    {
        var position = _nextPosition;
        var end = position + bytes;
        _nextPosition = end;
        if (position % DataBytes == 0)
            _firstEntries.Enqueue((SequenceOf(position), position));
        for (var next = SequenceOf(position) + 1; StartOf(next) < end; next++)
            _firstEntries.Enqueue((next, end < StartOf(next + 1) ? end : long.MaxValue));
        return position;
    }

    private ILogFile SegmentForWriting(long position, out long offset, out long room)
    {
        var sequence = SequenceOf(position);
        if (_writing is not { } writing || writing.Sequence != sequence)
            _writing = writing = (sequence, Activate(sequence));
        offset = LogOptions.SegmentHeaderBytes + position - StartOf(sequence);
        room = StartOf(sequence + 1) - position;
        if (_touched.Count == 0 || _touched[^1] != writing.File)
            _touched.Add(writing.File);
        return writing.File;
    }

    private void FlushTouched()
    {
        if (_options.FlushToDevice)
        {
            foreach (var file in _touched)
                file.FlushAppended();
        }
        _touched.Clear();
    }

    private ILogFile Activate(long sequence)
    {
        ILogFile? file;
        long firstEntry;
        lock (_gate)
        {
            if (_live.TryGetValue(sequence, out var open))
                return open;
            firstEntry = TakeFirstEntry(sequence);
            _free.TryDequeue(out file);
        }
        // If the log is faster than the janitor, the log thread erases segments itself instead of making new ones.
        if (file is null && TryEraseOldest())
        {
            lock (_gate)
                _free.TryDequeue(out file);
        }
        file ??= CreateSegment();
        SegmentHeader.Write(file, new SegmentHeader(_logId, sequence, firstEntry, _segmentBytes));
        lock (_gate)
            _live.Add(sequence, file);
        _activated = true;
        RequestJanitor();
        return file;
    }

    // The caller holds the gate. A note of an earlier segment is dropped: that segment existed when the log was opened,
    // and it held no valid entry.
    private long TakeFirstEntry(long sequence)
    {
        while (_firstEntries.Peek().Sequence < sequence)
            _ = _firstEntries.Dequeue();
        return _firstEntries.Dequeue().FirstEntry;
    }

    private ILogFile CreateSegment()
    {
        int number;
        lock (_gate)
            number = ++_fileNumber;
        return _storage.Create($"segment-{number.ToString("d6", CultureInfo.InvariantCulture)}.log", _segmentBytes);
    }

    // Called under the gate. The segment being written is never freed, nor one that a reader or a stream needs.
    private void FreeSegments()
    {
        // A start reads the last segment in any case.
        var (low, needed) = (_flushedPosition, Math.Max(0, _flushedPosition - 1));
        foreach (var stream in _streams.Values)
        {
            var own = stream.LowWaterPositions(_flushedPosition);
            (low, needed) = (Math.Min(low, own.Kept), Math.Min(needed, own.Needed));
        }
        _mark!.NeededSequence = SequenceOf(needed);
        while (_live.Count > 0 && _live.First() is var (sequence, file) && StartOf(sequence + 1) <= low)
        {
            _live.Remove(sequence);
            _toErase.Enqueue((file, WholeFile: false));
        }
        if (_toErase.Count > 0)
            RequestJanitor();
    }

    private void RequestJanitor()
    {
        lock (_gate)
        {
            if (_isDriven || !_janitor.IsCompleted || _stopping)
                return;
            if (_toErase.Count > 0 || _free.Count < SpareWanted)
                _janitor = Task.Factory.StartNew(Tidy, default, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        }
    }

    // False when there is none. One whose erasing fails stays the oldest.
    private bool TryEraseOldest()
    {
        lock (_eraseOrder)
        {
            (ILogFile File, bool WholeFile) oldest;
            lock (_gate)
            {
                if (!_toErase.TryPeek(out oldest))
                    return false;
            }
            // The mark is saved before the header is erased: after a crash, a start must not look for a segment that is
            // gone.
            if (FirstSequenceNeeded() is var first && first > _mark!.FirstSequence)
                _mark.Save(first, FlushedPosition(), _options.FlushToDevice);
            if (oldest.WholeFile)
            {
                // The recovery has erased its header.
                Zero(oldest.File, LogOptions.SegmentHeaderBytes);
            }
            else
            {
                SegmentHeader.Erase(oldest.File);
                oldest.File.Flush();
            }
            lock (_gate)
            {
                _toErase.Dequeue();
                _free.Enqueue(oldest.File);
            }
            return true;
        }
    }

    private long FirstSequenceNeeded()
    {
        lock (_gate)
            return _live.Count > 0 ? _live.First().Key : SequenceOf(_flushedPosition);
    }

    private long FlushedPosition()
    {
        lock (_gate)
            return _flushedPosition;
    }

    // A log that failed keeps the mark of its last good moment.
    private void SaveMarkAtClose()
    {
        lock (_gate)
        {
            if (_fault is not null || _mark is null)
                return;
        }
        try
        {
            _mark.Save(firstSequence: 0, FlushedPosition(), _options.FlushToDevice);
        }
        catch (System.IO.IOException)
        {
            // Every record was flushed, and the mark speaks of most of them: the next start has a lower bound.
        }
    }

    private Task JanitorEndedAsync()
    {
        lock (_gate)
            return _janitor;
    }

    // Off the log thread: erases the headers of freed segments, so that they can be used again, and makes new ones
    // ahead.
    private void Tidy()
    {
        try
        {
            while (true)
            {
                lock (_gate)
                {
                    if (_stopping || (_toErase.Count == 0 && _free.Count >= SpareWanted))
                        return;
                }
                if (!TryEraseOldest() && LacksSpare())
                    AddSpare();
            }
        }
        catch (Exception e) when (e is System.IO.IOException or UnauthorizedAccessException)
        {
            // A failure here loses nothing: the log thread makes its own segment when it needs one, and fails if that
            // fails.
        }
    }

    private bool LacksSpare()
    {
        lock (_gate)
            return _free.Count < SpareWanted;
    }

    private void AddSpare()
    {
        var created = CreateSegment();
        lock (_gate)
            _free.Enqueue(created);
    }
}
