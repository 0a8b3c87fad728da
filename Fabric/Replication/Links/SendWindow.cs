using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Replication.Links;

/// <summary>
/// Tracks how much of what was sent to one secondary it has not acknowledged yet, and who waits for that. Any thread.
/// </summary>
internal sealed class SendWindow
{
    private const long MarkBytes = 16 << 10;
    private readonly Lock _gate = new();
    private readonly Queue<(long Lsn, long Bytes)> _marks = [];  // guarded by _gate: sent up to an LSN, in all
    private long _sentBytes;                            // guarded by _gate
    private long _sentLsn;                              // guarded by _gate
    private long _markedBytes;                          // guarded by _gate
    private long _acknowledgedBytes;                    // guarded by _gate
    private long _acknowledgedLsn = -1;                 // guarded by _gate
    private Exception? _end;                            // guarded by _gate
    private TaskCompletionSource? _moved;               // guarded by _gate

    /// <summary>Gets what is under way, to within 16 KiB too much.</summary>
    internal long Bytes
    {
        get
        {
            lock (_gate)
                return _sentBytes - _acknowledgedBytes;
        }
    }

    internal void Sent(long lsn, int bytes)
    {
        lock (_gate)
        {
            (_sentLsn, _sentBytes) = (lsn, _sentBytes + bytes);
            if (_sentBytes - _markedBytes < MarkBytes)
                return;
            _markedBytes = _sentBytes;
            _marks.Enqueue((lsn, _sentBytes));
        }
    }

    internal void Acknowledged(long lsn)
    {
        TaskCompletionSource? moved;
        lock (_gate)
        {
            _acknowledgedLsn = Math.Max(_acknowledgedLsn, lsn);
            while (_marks.TryPeek(out var mark) && mark.Lsn <= lsn)
                _acknowledgedBytes = _marks.Dequeue().Bytes;
            if (lsn >= _sentLsn)
                _acknowledgedBytes = _sentBytes;
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
        UntilAsync(() => _sentBytes - _acknowledgedBytes <= bytes, cancellationToken);

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
