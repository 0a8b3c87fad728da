using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Log.Reading;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Log.Storage;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log;

public sealed partial class SharedLog
{
    private const int SearchBlockBytes = 256 << 10;

    private void Recover()
    {
        var files = _storage.OpenAll();
        var strangers = new List<ILogFile>();
        foreach (var file in files)
        {
            _fileNumber = Math.Max(_fileNumber, NumberOf(file));
            if (!SegmentHeader.TryRead(file, out var header))
                strangers.Add(file);
            else if (!_live.TryAdd(header.Sequence, file))
                throw new LogCorruptedException(file.Name, 0, $"a second segment has sequence {header.Sequence}");
        }
        _mark = LogMark.Open(_storage);
        if (_mark is not null)
            (_logId, _segmentBytes) = (_mark.LogId, _mark.SegmentBytes);
        if (!_options.Salvages)
            GiveUpUnneeded();
        if (_live.Count == 0)
        {
            RecoverWithoutSegments(strangers);
            return;
        }
        CheckChain(strangers);
        if (!_options.Salvages)
            CheckFirst();
        var end = Scan(out var endsIn);
        RejectDurableAfter(end, endsIn);
        CheckEnd(end, endsIn);
        Reject(strangers, end, endsIn);
        CutAt(end);
        _nextPosition = _flushedPosition = end;
        Settle(end);
        foreach (var stream in _streams.Values)
            stream.FlushedLsn = stream.Positions.LastLsn;
        _nextStreamId = _streams.Keys.DefaultIfEmpty(0).Max() + 1;
    }

    // They served secondaries that lag, at the price of a copy. Reading them would make each start longer.
    private void GiveUpUnneeded()
    {
        while (_live.Count > 0 && _live.First() is var (sequence, file) && sequence < _mark?.NeededSequence)
        {
            _live.Remove(sequence);
            _toErase.Enqueue((file, WholeFile: false));
        }
    }

    // Positions go on where they were: what the erased segments still hold must not become valid again.
    private void RecoverWithoutSegments(List<ILogFile> strangers)
    {
        if (_mark is not null && _mark.FlushedPosition > StartOf(FirstSequence))
        {
            throw new LogCorruptedException(
                "mark", 0, $"every segment is missing, but the log was durable up to {_mark.FlushedPosition}");
        }
        var end = _mark?.FlushedPosition ?? 0;
        Reject(strangers, end, strangers.Count > 0 ? strangers[0].Name : "");
        _nextPosition = _flushedPosition = end;
        SaveMark(SequenceOf(end));
    }

    // The oldest segment that was not given up must be there; an older one may still be, if a crash came before its
    // end. A log of an earlier version has no mark yet: it gets one once.
    private void CheckFirst()
    {
        var (first, file) = _live.First();
        if (_mark is null)
        {
            foreach (var segment in _live.Values)
            {
                if (SegmentHeader.TryRead(segment, out var header) && header.HasMark)
                    throw new LogCorruptedException(segment.Name, 0, "the mark of its log is missing");
            }
        }
        else if (first > FirstSequence)
        {
            throw new LogCorruptedException(
                file.Name, 0, $"it is number {first} of the log, but {FirstSequence} has to be there");
        }
    }

    private long FirstSequence => Math.Max(_mark!.FirstSequence, _mark.NeededSequence);

    private void CheckEnd(long end, string endsIn)
    {
        if (_mark is null || end >= _mark.FlushedPosition)
            return;
        throw new LogCorruptedException(
            endsIn, LogOptions.SegmentHeaderBytes + end % DataBytes,
            $"the record at log position {end} is broken, but the log was durable up to {_mark.FlushedPosition}");
    }

    // What was written by a process that ended before its flush did may be in the page cache alone; after a flush that
    // failed, no later one would write it. It is written again, and counts once that is on the device. Flushing the
    // last segment in any case shows a disk that does not work before a replica is opened on it.
    private void Settle(long end)
    {
        if (_options.FlushToDevice)
        {
            var from = Math.Max(_mark?.FlushedPosition ?? long.MaxValue, StartOf(_live.First().Key));
            for (var sequence = SequenceOf(Math.Min(from, end)); sequence <= _live.Last().Key; sequence++)
            {
                if (!_live.TryGetValue(sequence, out var file))
                    continue;
                var start = StartOf(sequence);
                // Its header was written with the first group that reached it.
                if (start >= from)
                    WriteAgain(file, 0, LogOptions.SegmentHeaderBytes);
                WriteAgain(file, LogOptions.SegmentHeaderBytes + Math.Clamp(from - start, 0, DataBytes),
                    LogOptions.SegmentHeaderBytes + Math.Min(DataBytes, end - start));
                file.Flush();
            }
        }
        SaveMark(_live.First().Key);
        // A full disk is met here rather than by the first write.
        if (_options.SpareSegments > 0 && _free.Count + _toErase.Count == 0)
            AddSpare();
    }

    private static void WriteAgain(ILogFile file, long from, long to)
    {
        var block = new byte[Math.Clamp(to - from, 0, 1 << 20)];
        while (from < to)
        {
            var part = block.AsSpan(0, (int)Math.Min(block.Length, to - from));
            file.Read(part, from);
            file.Write(part, from);
            from += part.Length;
        }
    }

    private void SaveMark(long firstSequence)
    {
        if (_mark is null)
            _mark = LogMark.Create(_storage, _logId, _segmentBytes, firstSequence, _flushedPosition);
        else
            _mark.Save(firstSequence, _flushedPosition, _options.FlushToDevice);
        _mark.Note(_flushedPosition);
    }

    private static int NumberOf(ILogFile file) =>
        int.TryParse(Path.GetFileNameWithoutExtension(file.Name).Split('-')[^1],
            NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;

    // Segments after a gap were begun by a group that was never flushed, or else one that had been durable is missing:
    // the group headers in them tell.
    private void CheckChain(List<ILogFile> strangers)
    {
        var expected = _live.First().Key;
        foreach (var (sequence, file) in _live.ToArray())
        {
            SegmentHeader.TryRead(file, out var header);
            if (sequence == _live.First().Key && _mark is null)
                (_logId, _segmentBytes) = (header.LogId, header.SegmentBytes);
            if (sequence != expected++)
            {
                expected--;
                _live.Remove(sequence);
                strangers.Add(file);
            }
            if (header.LogId != _logId || header.SegmentBytes != _segmentBytes)
                throw new LogCorruptedException(file.Name, 0, "it belongs to another log");
            if (file.Length != _segmentBytes)
                throw new LogCorruptedException(file.Name, file.Length, $"{_segmentBytes} bytes were expected");
        }
    }

    // Takes every valid entry in order; returns the position of the first that is not. The replicas read most of it
    // again, to apply it: through the page cache, the device is asked once.
    private long Scan(out string endsIn)
    {
        using var reader = new PositionReader(this, cached: true);
        var position = FirstEntry();
        var end = StartOf(_live.Last().Key + 1);
        while (position < end)
        {
            var length = ReadEntry(reader, position, end);
            if (length == 0)
                break;
            position += length;
        }
        endsIn = _live.TryGetValue(SequenceOf(position), out var file) ? file.Name : _live.Last().Value.Name;
        return Math.Min(position, end);
    }

    private long FirstEntry()
    {
        foreach (var file in _live.Values)
        {
            SegmentHeader.TryRead(file, out var header);
            if (header.FirstEntry != long.MaxValue)
                return header.FirstEntry;
        }
        return StartOf(_live.Last().Key + 1);
    }

    private long ReadEntry(PositionReader reader, long position, long end)
    {
        if (end - position < RecordFormat.GroupHeaderBytes)
            return 0;
        var header = reader.Read(position, RecordFormat.GroupHeaderBytes);
        if (RecordFormat.IsGroupMagic(header))
            return RecordFormat.TryReadGroupHeader(header, out var own, out _) && own == position ? header.Length : 0;
        if (end - position < RecordFormat.RecordHeaderBytes)
            return 0;
        header = reader.Read(position, RecordFormat.RecordHeaderBytes);
        if (!RecordFormat.TryReadHeader(
            header, position, _options.PayloadBytesMax, out var record, out var streamId, out var payloadBytes))
        {
            return 0;
        }

        var bytes = RecordFormat.EntryBytes(payloadBytes);
        if (end - position < bytes)
            return 0;
        var entry = reader.Read(position, bytes);
        if (Crc32C.Compute(entry.Slice(RecordFormat.RecordHeaderBytes, payloadBytes)) != record.PayloadCrc)
            return 0;
        Take(record, streamId, position);
        return bytes;
    }

    private void Take(in LogRecord record, long streamId, long position)
    {
        if (!_streams.TryGetValue(streamId, out var stream))
        {
            if (record.Type == LogRecordType.TruncateTail)
                return;
            _streams.Add(streamId, stream = new LogStream(this, streamId, record.Lsn));
        }
        if (record.Type != LogRecordType.TruncateTail && record.Lsn != stream.Positions.LastLsn + 1)
        {
            throw new LogCorruptedException(
                _live[SequenceOf(position)].Name, LogOptions.SegmentHeaderBytes + position % DataBytes,
                $"stream {streamId} has LSN {record.Lsn} after {stream.Positions.LastLsn}");
        }
        stream.Note(record.Type, record.Epoch, record.Lsn, position);
        stream.RecoveredCommittedLsn = Math.Min(
            Math.Max(stream.RecoveredCommittedLsn, record.CommittedLsn), stream.Positions.LastLsn);
    }

    // A group begins only after the one before it was flushed. So a group header beyond the end proves that what is
    // broken at the end had been durable: corruption, not a torn tail.
    private void RejectDurableAfter(long end, string endsIn)
    {
        foreach (var (sequence, file) in _live)
        {
            if (StartOf(sequence + 1) > end)
                RejectGroupsAfter(end, endsIn, file);
        }
    }

    private void RejectGroupsAfter(long end, string endsIn, ILogFile file)
    {
        foreach (var (position, flushed) in _options.Salvages ? [] : GroupsIn(file))
        {
            if (position > end && flushed)
            {
                throw new LogCorruptedException(
                    endsIn, LogOptions.SegmentHeaderBytes + end % DataBytes,
                    $"the record at log position {end} is broken, but the log goes on at {position}");
            }
        }
    }

    // Files without a valid header, or with one behind a gap: spare ones, or segments whose activation was torn. Their
    // bytes must not come back, and their headers not once the log has grown up to them: what a header says may be on
    // the device alone, where the page cache lost what a flush that failed should have written.
    private void Reject(List<ILogFile> strangers, long end, string endsIn)
    {
        var toErase = strangers.FindAll(file => file.Length == _segmentBytes);
        foreach (var file in strangers.Except(toErase))
            file.Dispose();
        foreach (var file in toErase)
            RejectGroupsAfter(end, endsIn, file);
        foreach (var file in toErase)
        {
            SegmentHeader.Erase(file);
            file.Flush();
            _toErase.Enqueue((file, WholeFile: true));
        }
    }

    // Bytes of a torn group beyond the end would become valid again once the log has grown up to them.
    private void CutAt(long end)
    {
        foreach (var (sequence, file) in _live.ToArray())
        {
            if (StartOf(sequence) >= end && sequence > _live.First().Key)
            {
                Zero(file, 0);
                _live.Remove(sequence);
                _free.Enqueue(file);
            }
            else if (StartOf(sequence + 1) > end)
            {
                Zero(file, LogOptions.SegmentHeaderBytes + Math.Max(0, end - StartOf(sequence)));
                _writing = (sequence, file);
            }
        }
    }

    // What a flush that failed did not write is in the page cache, and no later flush writes it: whoever reads zeros
    // there would not write them again. What was there before is put back, so that it is seen, and zeroed, again.
    private void Zero(ILogFile file, long from)
    {
        var before = new List<(long Offset, byte[] Bytes)>();
        var block = new byte[Math.Min(1 << 20, _segmentBytes)];
        try
        {
            for (var offset = from; offset < _segmentBytes; offset += block.Length)
            {
                var part = block.AsSpan(0, (int)Math.Min(block.Length, _segmentBytes - offset));
                file.Read(part, offset);
                if (part.IndexOfAnyExcept((byte)0) < 0)
                    continue;
                before.Add((offset, part.ToArray()));
                part.Clear();
                file.Write(part, offset);
            }
            if (before.Count > 0)
                file.Flush();
        }
        catch (IOException)
        {
            foreach (var (offset, bytes) in before)
                file.Write(bytes, offset);
            throw;
        }
    }

    // Reads block by block: a segment as one array costs more time in page faults than in reading. A block begins where
    // a header that the end of the last one cuts would begin, so that each header is whole in exactly one block.
    private IEnumerable<(long Position, bool Flushed)> GroupsIn(ILogFile file)
    {
        var magic = new byte[8];
        BinaryPrimitives.WriteUInt64LittleEndian(magic, RecordFormat.GroupMagic);
        var block = new byte[Math.Min(SearchBlockBytes, _segmentBytes)];
        long start = LogOptions.SegmentHeaderBytes;
        while (_segmentBytes - start >= RecordFormat.GroupHeaderBytes)
        {
            var length = (int)Math.Min(block.Length, _segmentBytes - start);
            file.Read(block.AsSpan(0, length), start);
            for (var at = 0; ; at += magic.Length)
            {
                var next = block.AsSpan(at, length - at).IndexOf(magic);
                if (next < 0 || length - (at += next) < RecordFormat.GroupHeaderBytes)
                    break;
                if (RecordFormat.TryReadGroupHeader(block.AsSpan(at, length - at), out var position, out var flushed)
                    && LogOptions.SegmentHeaderBytes + position % DataBytes == start + at)
                {
                    yield return (position, flushed);
                }
            }
            start += length - RecordFormat.GroupHeaderBytes + 1;
        }
    }
}
