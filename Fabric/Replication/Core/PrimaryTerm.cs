using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;

namespace SfPerf.Fabric.Replication.Core;

/// <summary>
/// A primary's term: its epoch, who counts, what each secondary has acknowledged, and until when reads are leased.
/// </summary>
/// <remarks>
/// One caller at a time, except that <see cref="FirstLsn"/>, <see cref="IsFenced"/> and <see cref="LeaseEnd"/> may be
/// read by any thread.
/// </remarks>
internal sealed class PrimaryTerm
{
    private readonly Dictionary<long, SecondaryProgress> _secondaries = [];
    private readonly QuorumRule _quorum = new();
    private readonly long _leaseTicks;
    private readonly CoreRules _rules;
    private readonly Func<long, long> _flushedBy;
    private readonly Func<long, long> _heardFrom;
    private readonly Func<long, bool> _isLive;
    private long _firstLsn;
    private long _leaseEnd;
    private bool _fenced;
    private int _lastConnection;

    /// <param name="minReplicaSetSize">The size of a configuration below which writes are refused.</param>
    /// <param name="leaseTicks">How long a heartbeat that was answered grants reads, from its sending.</param>
    /// <param name="rules">What may be committed.</param>
    internal PrimaryTerm(int minReplicaSetSize, long leaseTicks, CoreRules rules)
    {
        (MinReplicaSetSize, _leaseTicks, _rules) = (minReplicaSetSize, leaseTicks, rules);
        _flushedBy = id => _secondaries.TryGetValue(id, out var secondary) ? secondary.FlushedLsn : -1;
        _heardFrom = id =>
            _secondaries.TryGetValue(id, out var secondary) ? secondary.HeardTimestamp : SecondaryProgress.NeverHeard;
        _isLive = id => _secondaries.TryGetValue(id, out var secondary) && secondary.IsLive;
    }

    /// <summary>Gets or sets the size of a configuration below which writes are refused; a new one counts from the
    /// next configuration on.</summary>
    internal int MinReplicaSetSize { get; set; }

    internal LogEpoch Epoch { get; private set; }

    /// <summary>Gets the LSN of the record that opened the term.</summary>
    internal long FirstLsn => Volatile.Read(ref _firstLsn);

    /// <summary>Gets whether a newer epoch is known: nothing is acknowledged or leased any more.</summary>
    internal bool IsFenced => Volatile.Read(ref _fenced);

    internal bool IsConfigured { get; private set; }

    internal bool HasWriteQuorum { get; private set; }

    /// <summary>Gets the timestamp at which reads end unless a quorum is heard again.</summary>
    internal long LeaseEnd => Volatile.Read(ref _leaseEnd);

    internal void Begin(LogEpoch epoch, long firstLsn, bool wasPrimary)
    {
        Epoch = epoch;
        Volatile.Write(ref _fenced, false);
        IsConfigured = false;
        Volatile.Write(ref _firstLsn, firstLsn);
        Volatile.Write(ref _leaseEnd, 0);
        if (!wasPrimary)
            _quorum.Configure(new ReplicaSet([], 0), null);
        LivenessChanged();
    }

    /// <summary>The term begins anew after the state was restored from a backup.</summary>
    internal void MoveFirst(long firstLsn) => Volatile.Write(ref _firstLsn, firstLsn);

    internal void Fence(LogEpoch epoch)
    {
        if (epoch > Epoch)
            Volatile.Write(ref _fenced, true);
    }

    internal void Configure(ReplicaSet current, ReplicaSet? previous)
    {
        _quorum.Configure(current, previous);
        IsConfigured = true;
        LivenessChanged();
        RenewLease();
    }

    internal bool IsMember(long replicaId) => _quorum.IsMember(replicaId);

    internal SecondaryProgress Add(long replicaId)
    {
        var secondary = new SecondaryProgress(replicaId);
        _secondaries.Add(replicaId, secondary);
        return secondary;
    }

    internal void Remove(SecondaryProgress secondary)
    {
        (secondary.Connection, secondary.IsLive) = (0, false);
        _secondaries.Remove(secondary.ReplicaId);
        LivenessChanged();
    }

    /// <summary>Replaces the secondary's connection; nothing that it acknowledged on the old one counts.</summary>
    /// <returns>The number of the new one.</returns>
    internal int Connect(SecondaryProgress secondary)
    {
        (secondary.Connection, secondary.IsLive, secondary.FlushedLsn) = (++_lastConnection, false, -1);
        return secondary.Connection;
    }

    /// <returns>False: another connection counts.</returns>
    internal bool Disconnect(SecondaryProgress secondary, int connection)
    {
        if (secondary.Connection != connection || connection == 0)
            return false;
        (secondary.Connection, secondary.IsLive, secondary.FlushedLsn) = (0, false, -1);
        LivenessChanged();
        return true;
    }

    /// <summary>Everything up to this LSN is on its way to the secondary, and all that follows will be.</summary>
    internal void GoLive(SecondaryProgress secondary, long sentLsn)
    {
        (secondary.CaughtUpLsn, secondary.IsLive) = (sentLsn, true);
        LivenessChanged();
    }

    internal void Echoed(SecondaryProgress secondary, int connection, long sentTimestamp)
    {
        if (secondary.Connection != connection)
            return;
        secondary.HeardTimestamp = Math.Max(secondary.HeardTimestamp, sentTimestamp);
        RenewLease();
    }

    /// <summary>Gets the commit point, given what was committed and what the primary has flushed itself.</summary>
    internal long Committed(long committedLsn, long flushedLsn) =>
        _rules.Committed(_quorum, committedLsn, _firstLsn, flushedLsn, _flushedBy);

    /// <summary>Gets what the live secondary that is furthest behind has flushed; of none, what the primary has
    /// appended.</summary>
    internal long LeastFlushed(long lastLsn) => _secondaries.Values.Where(s => s is { IsLive: true, FlushedLsn: >= 0 })
        .Select(s => Math.Min(s.FlushedLsn, lastLsn)).DefaultIfEmpty(lastLsn).Min();

    /// <summary>Gets what a write quorum, or every member of the current configuration, has flushed.</summary>
    internal long Reached(long flushedLsn, bool all) => all
        ? Math.Min(flushedLsn, _quorum.Current.Secondaries.Select(_flushedBy).DefaultIfEmpty(long.MaxValue).Min())
        : _quorum.Reached(flushedLsn, _flushedBy);

    private void LivenessChanged() => HasWriteQuorum = _quorum.HasWriteQuorum(MinReplicaSetSize, _isLive);

    // The lease counts from the moment of sending, so it ends here before any replica forgets that it gave it.
    private void RenewLease()
    {
        if (!IsConfigured)
            return;
        var heard = _quorum.Reached(long.MaxValue, _heardFrom);
        Volatile.Write(ref _leaseEnd, heard == long.MaxValue ? long.MaxValue : heard + _leaseTicks);
    }
}
