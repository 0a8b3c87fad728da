using System;
using SfPerf.Fabric.Log.Records;

namespace SfPerf.Fabric.Log.Reading;

/// <summary>Reads the flushed records of one stream in order. One thread at a time.</summary>
public sealed class LogReader : IDisposable
{
    private readonly SharedLog _log;
    private readonly LogStream _stream;
    private readonly PositionReader _reader;

    internal LogReader(SharedLog log, LogStream stream, long firstLsn, bool cached = false)
    {
        (_log, _stream, NextLsn) = (log, stream, firstLsn);
        _reader = new PositionReader(log, cached);
    }

    /// <summary>Gets the LSN of the record that the next call gives. It and those after it stay in the log.</summary>
    public long NextLsn { get; private set; }

    /// <summary>Reads the next record if it is flushed.</summary>
    /// <param name="record">Its payload is valid until the next call.</param>
    /// <exception cref="LogCorruptedException">It is on disk, but not as it was written.</exception>
    public bool TryRead(out LogRecord record)
    {
        record = default;
        if (NextLsn > _stream.FlushedLsn)
            return false;
        record = _log.ReadRecord(_stream, NextLsn, _reader);
        NextLsn++;
        return true;
    }

    /// <summary>Goes forward to a later LSN; those before it are not needed any more.</summary>
    public void SkipTo(long lsn) => NextLsn = Math.Max(NextLsn, lsn);

    /// <summary>Releases the segments for the log to use again.</summary>
    public void Dispose()
    {
        _reader.Dispose();
        _log.CloseReader(_stream, this);
    }
}
