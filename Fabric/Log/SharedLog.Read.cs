using System;
using SfPerf.Fabric.Log.Reading;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Log.Storage;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log;

public sealed partial class SharedLog
{
    internal LogReader OpenReader(LogStream stream, long firstLsn, bool cached = false)
    {
        lock (_gate)
        {
            if (firstLsn < stream.Positions.FirstLsn || firstLsn > stream.Positions.LastLsn + 1)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(firstLsn), firstLsn,
                    $"The log holds {stream.Positions.FirstLsn} to {stream.Positions.LastLsn}.");
            }
            var reader = new LogReader(this, stream, firstLsn, cached);
            stream.Readers.Add(reader);
            return reader;
        }
    }

    internal void CloseReader(LogStream stream, LogReader reader)
    {
        lock (_gate)
        {
            if (stream.Readers.Remove(reader))
                FreeSegments();
        }
    }

    internal LogRecord ReadRecord(LogStream stream, long lsn, PositionReader reader)
    {
        long position;
        lock (_gate)
            position = stream.Positions[lsn];
        if (TryReadRecord(stream, lsn, position, reader, out var record))
            return record;
        // What was read ahead may be older than what was written since.
        reader.Forget();
        if (TryReadRecord(stream, lsn, position, reader, out record))
            return record;
        string segment;
        lock (_gate)
            segment = _live.TryGetValue(SequenceOf(position), out var file) ? file.Name : "(none)";
        var corruption = new LogCorruptedException(
            segment, LogOptions.SegmentHeaderBytes + position % DataBytes,
            $"LSN {lsn} of stream {stream.Id} cannot be read back");
        // A reader would try again for ever. Opening the log anew shows what is left of it.
        Fault(null, corruption);
        throw corruption;
    }

    private bool TryReadRecord(
        LogStream stream, long lsn, long position, PositionReader reader, out LogRecord record)
    {
        var header = reader.Read(position, RecordFormat.RecordHeaderBytes);
        if (!RecordFormat.TryReadHeader(
            header, position, _options.PayloadBytesMax, out record, out var owner, out var payloadBytes)
            || record.Lsn != lsn || owner != stream.Id)
        {
            return false;
        }

        var entry = reader.ReadMemory(position, RecordFormat.EntryBytes(payloadBytes));
        var payload = entry.Slice(RecordFormat.RecordHeaderBytes, payloadBytes);
        record = record with { Payload = payload };
        return Crc32C.Compute(payload.Span) == record.PayloadCrc;
    }

    // Reads at least the bytes asked for, and as far ahead as the buffer and the written log go.
    internal int ReadPositions(long position, Span<byte> buffer, int needed, PositionReader reader)
    {
        var filled = 0;
        while (filled < buffer.Length)
        {
            ILogFile? file;
            var sequence = SequenceOf(position + filled);
            lock (_gate)
            {
                if (!_live.TryGetValue(sequence, out file))
                    break;
            }
            var offset = LogOptions.SegmentHeaderBytes + position + filled - StartOf(sequence);
            var length = (int)Math.Min(buffer.Length - filled, _segmentBytes - offset);
            var read = reader.ReadBlocks(file, buffer.Slice(filled, length), offset);
            filled += read;
            if (read < length)
                break;
        }
        if (filled < needed)
        {
            throw new LogCorruptedException(
                $"position {position}", 0, $"{needed} bytes were expected, {filled} are there");
        }

        return filled;
    }
}
