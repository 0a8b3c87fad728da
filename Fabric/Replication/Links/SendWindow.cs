using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Replication.Links;

/// <summary>
/// Tracks how much of what was sent to one secondary it has not acknowledged yet, and who waits for that. One thread at
/// a time may send; everything else any thread may call.
/// </summary>
/// <remarks>
/// To note a record that is sent takes a lock once in 16 KiB only. The LSN is written before the number of bytes, and
/// <see cref="Acknowledged"/> reads the bytes first: no record that is counted in them has an LSN above the one read.
/// </remarks>
internal sealed class SendWindow
{
    private const long MarkBytes = 16 << 10;
    private readonly Lock _gate = new();
    private readonly Queue<(long Lsn, long Bytes)> _marks = [];  // guarded by _gate: sent up to an LSN, in all
    private long _sentBytes;                            // written by the sender, as the two below
    private long _sentLsn;
    private long _markedBytes;
    private long _acknowledgedBytes;                    // written under _gate
    private long _acknowledgedLsn = -1;                 // guarded by _gate
    private Exception? _end;                            // guarded by _gate
    private TaskCompletionSource? _moved;               // guarded by _gate

    /// <summary>Gets what is under way, to within 16 KiB too much.</summary>
    internal long Bytes
    {
        get
        {
            var acknowledged = Volatile.Read(ref _acknowledgedBytes);
            return Volatile.Read(ref _sentBytes) - acknowledged;
        }
    }

    /// <summary>Notes that a record is sent. One thread at a time.</summary>
    internal void Sent(long lsn, int bytes)
    {
        var sent = _sentBytes + bytes;
        Volatile.Write(ref _sentLsn, lsn);
        Volatile.Write(ref _sentBytes, sent);
        if (sent - _markedBytes < MarkBytes)
            return;
        _markedBytes = sent;
        lock (_gate)
            _marks.Enqueue((lsn, sent));
    }

    internal void Acknowledged(long lsn)
    {
        TaskCompletionSource? moved;
        lock (_gate)
        {
            _acknowledgedLsn = Math.Max(_acknowledgedLsn, lsn);
            var acknowledged = _acknowledgedBytes;
            while (_marks.TryPeek(out var mark) && mark.Lsn <= lsn)
                acknowledged = Math.Max(acknowledged, _marks.Dequeue().Bytes);
            var sent = Volatile.Read(ref _sentBytes);
            if (lsn >= Volatile.Read(ref _sentLsn))
                acknowledged = sent;
            Volatile.Write(ref _acknowledgedBytes, acknowledged);
            (moved, _moved) = (_moved, null);
        }
        moved?.TrySetResult();
    }

    /// <summary>Ends all waits, also those to come.</summary>
    internal void End(Exception reason)
    {
        TaskCompletionSource? moved;
        lock (_gate)
        {
            _end ??= reason;
            (moved, _moved) = (_moved, null);
        }
        moved?.TrySetResult();
    }

    /// <summary>Ends when no more than so many bytes are under way.</summary>
    internal Task RoomAsync(long bytes, CancellationToken cancellationToken) =>
        UntilAsync(() => Bytes <= bytes, cancellationToken);

    /// <summary>Ends when everything up to this LSN is acknowledged.</summary>
    internal Task ReachedAsync(long lsn, CancellationToken cancellationToken) =>
        UntilAsync(() => _acknowledgedLsn >= lsn, cancellationToken);

    private async Task UntilAsync(Func<bool> isReached, CancellationToken cancellationToken)
    {
        while (true)
        {
            Task moved;
            lock (_gate)
            {
                if (_end is not null)
                    throw _end;
                if (isReached())
                    return;
                _moved ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                moved = _moved.Task;
            }
            await moved.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }
}
