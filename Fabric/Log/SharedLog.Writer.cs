using System;
using System.Threading;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log;

public sealed partial class SharedLog
{
    private bool _groupIsWritten;       // guarded by _gate

    private void WriteGroups()
    {
        while (WaitForGroup() is { } group)
        {
            if (!WriteAndFinish(group))
                break;
        }
        lock (_gate)
        {
            _filling?.Release();
            _filling = null;
        }
        _writerEnded.SetResult();
    }

    /// <summary>
    /// Writes and flushes what is gathered on the caller's own thread, if no flush is running: for threads that may
    /// block, this saves the change to the log thread. A group gathered meanwhile is the log thread's, and so is every
    /// group of a log that several streams keep busy.
    /// </summary>
    public void FlushNow()
    {
        FlushGroup group;
        lock (_gate)
        {
            if (_groupIsWritten || _gathering.IsEmpty || _pace.IsShared || _fault is not null || _stopping)
            {
                if (!_groupIsWritten)
                    WakeWriter();
                return;
            }
            group = TakeGroup();
        }
        WriteAndFinish(group);
    }

    private bool WriteAndFinish(FlushGroup group)
    {
        foreach (var (stream, _, _) in group.Streams)
            stream.Owner?.OnWriting();
        try
        {
            Write(group);
        }
        catch (Exception e)
        {
            // Whatever failed, what is on disk is unknown from here on: no retry, no further acknowledgement.
            Fault(group, e);
            return false;
        }
        Finish(group);
        return true;
    }

    private FlushGroup? WaitForGroup()
    {
        for (var paused = false; ; paused = true)
        {
            TimeSpan pause;
            lock (_gate)
            {
                if (!WaitForRecords())
                    return null;
                pause = paused || _stopping ? TimeSpan.Zero : _pace.PauseBefore(_gathering);
                if (pause == TimeSpan.Zero)
                    return TakeGroup();
            }
            FineSleep.For((long)pause.TotalNanoseconds);
        }
    }

    // Under the gate. False: there will be none.
    private bool WaitForRecords()
    {
        while (_gathering.IsEmpty || _groupIsWritten || _fault is not null)
        {
            if ((_stopping && !_groupIsWritten) || _fault is not null)
                return false;
            _writerWaits = true;
            Monitor.Wait(_gate);
            _writerWaits = false;
        }
        return true;
    }

    // Under the gate. Whoever takes a group has the right to write until Finish gives it back.
    private FlushGroup TakeGroup()
    {
        var group = _gathering;
        (_gathering, _idle) = (_idle, group);
        _groupIsWritten = true;
        _pace.Begin(group);
        group.Close();
        if (_gatheredBytes >= GatheredBytesMax)
            Monitor.PulseAll(_gate);
        _gatheredBytes = 0;
        return group;
    }

    private void Write(FlushGroup group)
    {
        if (group.Bytes == 0)
            return;
        RecordFormat.WriteGroupHeader(group.GroupHeader, group.Position, _options.FlushToDevice);
        var position = group.Position;
        for (var part = 0; part < group.PartCount; part++)
        {
            var bytes = group.PartBytes(part);
            while (bytes.Length > 0)
            {
                var file = SegmentForWriting(position, out var offset, out var room);
                var length = (int)Math.Min(room, bytes.Length);
                file.Write(bytes[..length], offset);
                bytes = bytes[length..];
                position += length;
            }
        }
        FlushTouched();
    }

    private void Finish(FlushGroup group)
    {
        FlushCount++;
        lock (_gate)
        {
            if (group.Bytes > 0)
                _flushedPosition = group.Position + group.Bytes;
            foreach (var (stream, lastLsn, generation) in group.Streams)
            {
                if (generation == stream.Generation)
                    stream.FlushedLsn = lastLsn;
            }
        }
        foreach (var (stream, lastLsn, generation) in group.Streams)
            stream.Owner?.OnFlushed(stream, lastLsn, generation);
        var barrier = group.Barrier;
        group.Clear();
        lock (_gate)
        {
            _groupIsWritten = false;
            if (!_gathering.IsEmpty || _stopping)
                WakeWriter();
        }
        barrier?.SetResult();
    }

    private void Fault(FlushGroup failed, Exception cause)
    {
        var fault = new LogFaultedException(cause);
        LogStream[] streams;
        FlushGroup waiting;
        lock (_gate)
        {
            _fault = fault;
            _groupIsWritten = false;
            streams = [.. _streams.Values];
            waiting = _gathering;
            Monitor.PulseAll(_gate);
        }
        foreach (var stream in streams)
            stream.Owner?.OnFaulted(fault);
        failed.Barrier?.SetException(fault);
        waiting.Barrier?.SetException(fault);
    }
}
