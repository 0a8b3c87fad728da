using System;
using System.Threading;

namespace SfPerf.Fabric.Log;

public sealed partial class SharedLog
{
    private void WriteGroups()
    {
        while (TakeGroup() is { } group)
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
                break;
            }
            Finish(group);
        }
        lock (_gate)
        {
            _filling?.Release();
            _filling = null;
        }
        _writerEnded.SetResult();
    }

    private FlushGroup? TakeGroup()
    {
        lock (_gate)
        {
            while (_gathering.IsEmpty)
            {
                if (_stopping)
                    return null;
                _writerWaits = true;
                Monitor.Wait(_gate);
                _writerWaits = false;
            }
            var group = _gathering;
            (_gathering, _idle) = (_idle, group);
            group.Close();
            if (_gatheredBytes >= GatheredBytesMax)
                Monitor.PulseAll(_gate);
            _gatheredBytes = 0;
            return group;
        }
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
            stream.Owner?.OnFlushed(lastLsn, generation);
        var barrier = group.Barrier;
        group.Clear();
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
