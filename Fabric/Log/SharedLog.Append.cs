using System;
using System.Threading;
using SfPerf.Fabric.Log.GroupCommit;
using SfPerf.Fabric.Log.Records;

namespace SfPerf.Fabric.Log;

public sealed partial class SharedLog
{
    private CommitGroup _gathering;      // guarded by _gate
    private CommitGroup _idle;           // guarded by _gate
    private LogChunk? _filling;         // guarded by _gate
    private long _nextPosition;         // guarded by _gate
    private long _gatheredBytes;        // guarded by _gate
    private bool _writerWaits;          // guarded by _gate

    /// <summary>Gets whether the log's thread waits to be woken: it takes no group by itself then.</summary>
    internal bool WriterWaits
    {
        get
        {
            lock (_gate)
                return _writerWaits;
        }
    }

    internal LogSlice Append(LogStream stream, in LogRecord record, ReadOnlySpan<byte> payload, bool flushFollows)
    {
        if (payload.Length > _options.PayloadBytesMax)
            throw new ArgumentException($"{payload.Length} bytes; {_options.PayloadBytesMax} are allowed.");
        if (record.Type is not (LogRecordType.Data or LogRecordType.Epoch))
            throw new ArgumentException($"A record of type {record.Type} is not appended this way.");
        lock (_gate)
        {
            if (record.Lsn != stream.Positions.LastLsn + 1)
                throw new ArgumentException($"LSN {record.Lsn} where {stream.Positions.LastLsn + 1} is the next.");
            var chunk = AppendEntry(stream, record, payload, out var start);
            chunk.AddReference();
            if (!flushFollows)
                WakeWriter();
            return new LogSlice(chunk, start + RecordFormat.RecordHeaderBytes, payload.Length);
        }
    }

    internal void TruncateTail(LogStream stream, long lastLsn)
    {
        lock (_gate)
        {
            AppendEntry(
                stream, new LogRecord(LogRecordType.TruncateTail, default, lastLsn, 0, 0, default), default, out _);
            WakeWriter();
        }
    }

    internal void TruncateHead(LogStream stream, long keptLsn, long neededLsn)
    {
        lock (_gate)
        {
            stream.KeepFrom(keptLsn, neededLsn);
            FreeSegments();
        }
    }

    private LogChunk AppendEntry(LogStream stream, in LogRecord record, ReadOnlySpan<byte> payload, out int start)
    {
        if (_fault is not null)
            throw new LogFaultedException(_fault.InnerException ?? _fault);
        if (_stopping)
            throw new ObjectDisposedException(nameof(SharedLog));
        var group = _gathering;
        if (group.Bytes == 0)
        {
            group.Begin(_nextPosition);
            Place(RecordFormat.GroupHeaderBytes);
            group.Reserve(ref _filling, RecordFormat.GroupHeaderBytes, out _);
        }
        var bytes = RecordFormat.EntryBytes(payload.Length);
        var position = Place(bytes);
        var chunk = group.Reserve(ref _filling, bytes, out start);
        RecordFormat.WriteRecord(chunk.Buffer.AsSpan(start, bytes), position, stream.Id, record, payload);
        stream.Note(record.Type, record.Epoch, record.Lsn, position);
        group.Note(stream, stream.Positions.LastLsn);
        _gatheredBytes = group.Bytes;
        return chunk;
    }

    private void WakeWriter()
    {
        if (!_writerWaits)
            return;
        _writerWaits = false;
        Monitor.PulseAll(_gate);
    }
}
