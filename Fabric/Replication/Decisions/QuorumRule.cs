using System;

namespace SfPerf.Fabric.Replication.Decisions;

/// <summary>
/// Determines when a write counts: in the current configuration and, while one is being replaced, in the previous one
/// too.
/// </summary>
internal sealed class QuorumRule
{
    private ReplicaSet _current = new([], 0);
    private ReplicaSet? _previous;

    internal ReplicaSet Current => _current;

    internal ReplicaSet? Previous => _previous;

    internal void Configure(ReplicaSet current, ReplicaSet? previous) => (_current, _previous) = (current, previous);

    internal bool IsMember(long replicaId) => _current.Contains(replicaId) || _previous?.Contains(replicaId) == true;

    /// <summary>
    /// The committed LSN. A record of an earlier epoch is never committed by counting its own copies: only together
    /// with the record that opened the present epoch.
    /// </summary>
    /// <param name="committed">What is committed already; the result is never lower.</param>
    /// <param name="epochFirstLsn">The LSN of the record that opened the primary's epoch.</param>
    /// <param name="ownFlushed">What the primary itself has flushed.</param>
    /// <param name="flushedBy">What each secondary has acknowledged as flushed.</param>
    internal long Committed(long committed, long epochFirstLsn, long ownFlushed, Func<long, long> flushedBy)
    {
        var reached = Reached(ownFlushed, flushedBy);
        return reached >= epochFirstLsn ? Math.Max(committed, reached) : committed;
    }

    /// <summary>The highest value that a write quorum has reached.</summary>
    internal long Reached(long own, Func<long, long> reachedBy)
    {
        var reached = _current.Reached(own, reachedBy);
        return _previous is null ? reached : Math.Min(reached, _previous.Reached(own, reachedBy));
    }

    /// <summary>Whether enough members are there to commit a write at all.</summary>
    internal bool HasWriteQuorum(int minReplicaSetSize, Func<long, bool> isLive) =>
        _current.Count >= minReplicaSetSize && Reached(1, id => isLive(id) ? 1 : 0) == 1;
}
