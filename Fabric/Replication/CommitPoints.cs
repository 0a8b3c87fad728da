using System;
using System.Collections.Generic;
using System.Threading;
using SfPerf.Fabric.Replication.Links;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// Tells the secondaries of a process's primaries what is committed where no later record has said it. That waits a
/// moment, because the next record of a busy partition says it for nothing, and only the secondaries' own applying
/// waits for it. One timer serves all partitions.
/// </summary>
internal sealed class CommitPoints : IDisposable
{
    private static readonly TimeSpan Delay = TimeSpan.FromMilliseconds(5);
    private readonly Lock _gate = new();
    private readonly ITimer _timer;
    private List<Replicator> _due = [];                 // guarded by _gate
    private readonly Lock _telling = new();             // one tick at a time
    private readonly QueuedSends _sends = new();        // guarded by _telling
    private List<Replicator> _told = [];                // guarded by _telling

    // Not the clock of the leases: what this one measures changes nothing but the number of frames.
    internal CommitPoints() => _timer = TimeProvider.System.CreateTimer(
        static c => ((CommitPoints)c!).Tell(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

    /// <summary>Takes a replicator once; it asks again after it was told to send.</summary>
    internal void Add(Replicator replicator)
    {
        lock (_gate)
        {
            _due.Add(replicator);
            if (_due.Count == 1)
                _timer.Change(Delay, Timeout.InfiniteTimeSpan);
        }
    }

    public void Dispose() => _timer.Dispose();

    private void Tell()
    {
        lock (_telling)
        {
            lock (_gate)
                (_due, _told) = (_told, _due);
            foreach (var replicator in _told)
                replicator.QueueCommitPoint(_sends);
            _sends.Flush();
            _told.Clear();
        }
    }
}
