using System;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.GroupCommit;
using SfPerf.Fabric.Log.Records;
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
        CommitGroup group;
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

    private bool WriteAndFinish(CommitGroup group)
    {
        try
        {
            Tell(group);
            var start = Stopwatch.GetTimestamp();
            FlushParts(group, WriteParts(group));
            LogMeter.NoteFlushed(group, start);
            Finish(group);
            return true;
        }
        catch (Exception e)
        {
            // Whatever failed, it is unknown from here on what is on disk and which owner was notified: no retry, no
            // further acknowledgement.
            Fault(group, e);
            return false;
        }
    }

    private CommitGroup? WaitForGroup()
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

    // The caller holds the gate. Returns false when no record will come any more.
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
    private CommitGroup TakeGroup()
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

    // The owners send what is in the group while it is written.
    private void Tell(CommitGroup group)
    {
        foreach (var (stream, _, _) in group.Streams)
            stream.Owner?.SendQueued();
        _options.OwnersTold?.Invoke();
    }

    // Returns the position behind the group.
    private long WriteParts(CommitGroup group)
    {
        if (group.Bytes == 0)
            return group.Position;
        RecordFormat.WriteGroupHeader(group.GroupHeader, group.Position, _options.FlushToDevice);
        var position = group.Position;
        for (var part = 0; part < group.PartCount; part++)
        {
            var bytes = group.PartBytes(part);
            while (bytes.Length > 0)
            {
                var file = SegmentForWriting(position, out var offset, out var room);
                var length = (int)Math.Min(room, bytes.Length);
                file.Append(bytes[..length], offset);
                bytes = bytes[length..];
                position += length;
            }
        }
        return position;
    }

    private void FlushParts(CommitGroup group, long end)
    {
        if (group.Bytes == 0)
            return;
        FlushTouched();
        // Before anything in a new segment is acknowledged, a later start must know that the segment has to be there.
        if (_activated)
            _mark!.Save(firstSequence: 0, end, _options.FlushToDevice);
        _activated = false;
        _mark!.Note(end);
    }

    private void Finish(CommitGroup group)
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
        try
        {
            foreach (var (stream, lastLsn, generation) in group.Streams)
                stream.Owner?.OnFlushed(stream, lastLsn, generation);
        }
        finally
        {
            // Whatever one of them throws, what the others left for this call must not stay undone.
            _options.OwnersTold?.Invoke();
        }
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

    // Without a group: the error was not found by the writer but, for example, by a reader.
    private void Fault(CommitGroup? failed, Exception cause)
    {
        var fault = new LogFaultedException(cause);
        ILogStreamOwner[] owners;
        TaskCompletionSource? waiting;
        bool first;
        lock (_gate)
        {
            first = _fault is null;
            _fault ??= fault;
            if (failed is not null)
                _groupIsWritten = false;
            owners = first ? [.. _streams.Values.Select(s => s.Owner).OfType<ILogStreamOwner>()] : [];
            (waiting, _gathering.Barrier) = (_gathering.Barrier, null);
            Monitor.PulseAll(_gate);
        }
        failed?.Barrier?.TrySetException(fault);
        waiting?.TrySetException(fault);
        if (first)
            _options.Faulted?.Invoke(fault);
        foreach (var owner in owners)
            owner.OnFaulted(fault);
    }
}
