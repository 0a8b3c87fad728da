using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Reading;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Wire;

namespace SfPerf.Fabric.Replication;

public sealed partial class Replicator
{
    private readonly Dictionary<long, SecondaryLink> _links = [];   // guarded by _gate
    private readonly List<Task> _endingLinks = [];                  // guarded by _gate
    private readonly List<CatchUpWait> _catchUpWaits = [];          // guarded by _gate

    /// <summary>Gets how this primary's connections to its secondaries stand; empty on a secondary.</summary>
    public IReadOnlyList<SecondaryStatus> Secondaries
    {
        get
        {
            lock (_gate)
                return [.. _links.Values.Select(l => new SecondaryStatus(l.ReplicaId, l.IsLive, l.LastError))];
        }
    }

    /// <summary>
    /// Makes a replica hold everything that this primary has committed: by the rest of the log where it can, else by a
    /// checkpoint. It does not count for any quorum until a configuration names it.
    /// </summary>
    /// <param name="replicaInfo">Id and ReplicatorAddress are used.</param>
    /// <param name="cancellationToken">Gives up; the copy is taken away.</param>
    /// <exception cref="FabricNotPrimaryException">This replica is not the primary, or was demoted
    /// meanwhile.</exception>
    public async Task BuildReplicaAsync(ReplicaInformation replicaInfo, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(replicaInfo);
        ArgumentException.ThrowIfNullOrEmpty(replicaInfo.ReplicatorAddress);
        Task built;
        lock (_gate)
        {
            ThrowIfNotPrimary();
            var link = EnsureLink(replicaInfo.Id, replicaInfo.ReplicatorAddress);
            link.IsBuilding = true;
            built = link.CaughtUp;
        }
        try
        {
            await built.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            RemoveReplica(replicaInfo.Id);
            throw;
        }
    }

    /// <summary>Ends the connection to a replica that no configuration names.</summary>
    public void RemoveReplica(long replicaId)
    {
        lock (_gate)
        {
            if (_links.TryGetValue(replicaId, out var link) && !_quorum.IsMember(replicaId))
                DropLink(link);
        }
    }

    /// <summary>From here on a write needs a quorum of both configurations.</summary>
    /// <param name="currentConfiguration">Its secondaries; WriteQuorum includes the primary, 0 stands for a
    /// majority.</param>
    /// <param name="previousConfiguration">The same of the one that is being left.</param>
    public void UpdateCatchUpReplicaSetConfiguration(
        ReplicaSetConfiguration currentConfiguration, ReplicaSetConfiguration previousConfiguration)
    {
        ArgumentNullException.ThrowIfNull(currentConfiguration);
        Configure(currentConfiguration, previousConfiguration);
    }

    /// <summary>From here on a write needs a quorum of this configuration alone.</summary>
    /// <param name="currentConfiguration">Its secondaries; WriteQuorum includes the primary, 0 stands for a
    /// majority.</param>
    public void UpdateCurrentReplicaSetConfiguration(ReplicaSetConfiguration currentConfiguration)
    {
        ArgumentNullException.ThrowIfNull(currentConfiguration);
        Configure(currentConfiguration, null);
    }

    /// <summary>
    /// Ends when a write quorum (or all) of the configuration has flushed everything appended before the call.
    /// </summary>
    public Task WaitForCatchUpQuorumAsync(ReplicaSetQuorumMode quorumMode, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            ThrowIfNotPrimary();
            var wait = new CatchUpWait(_lastLsn, quorumMode == ReplicaSetQuorumMode.QuorumAll);
            _catchUpWaits.Add(wait);
            EndCatchUpWaits();
            return wait.Ended.Task.WaitAsync(cancellationToken);
        }
    }

    internal SecondaryLink? LinkOf(long replicaId)
    {
        lock (_gate)
            return _links.GetValueOrDefault(replicaId);
    }

    internal (ProgressVector History, long FirstLsn, LogEpoch Epoch) Situation()
    {
        lock (_gate)
            return (History(), _stream!.FirstLsn, _epoch);
    }

    internal LogReader OpenSuffix(long firstLsn)
    {
        lock (_gate)
            return _stream!.OpenReader(firstLsn);
    }

    // Sends what is appended but not yet flushed, and lets every later record go out as it is appended.
    internal bool TryGoLive(SecondaryLink link, LinkSession session, ref long sentLsn)
    {
        lock (_gate)
        {
            if (link.Session != session || _closed || _role != ReplicaRole.Primary)
                throw new OperationCanceledException();
            if (sentLsn + 1 < _pending.FirstLsn)
                return false;
            Span<byte> head = stackalloc byte[Frames.RecordHeadBytes];
            for (; sentLsn < _lastLsn; sentLsn++)
            {
                ref readonly var next = ref _pending[sentLsn + 1];
                if (!session.TryQueue(Frames.RecordHead(head, next.Record, _committedLsn), next.Record.Payload.Span))
                    return false;
            }
            link.CaughtUpLsn = sentLsn;
            link.IsLive = true;
            _live = [.. _live, link];
            LinksChanged();
            EndCatchUpWaits();
            link.Send(Frames.Number(stackalloc byte[9], FrameType.Commit, _committedLsn));
            link.Send(Frames.Number(stackalloc byte[9], FrameType.Heartbeat, _host.Options.Time.GetTimestamp()));
            return true;
        }
    }

    internal void OnLinkDown(SecondaryLink link, LinkSession session)
    {
        lock (_gate)
        {
            if (link.Session != session)
                return;
            link.Session = null;
            link.IsLive = false;
            link.FlushedLsn = -1;
            _live = [.. _live.Where(l => l != link)];
            LinksChanged();
        }
    }

    private void Configure(ReplicaSetConfiguration current, ReplicaSetConfiguration? previous)
    {
        bool apply;
        lock (_gate)
        {
            ThrowIfNotPrimary();
            _quorum.Configure(ToSet(current), previous is null ? null : ToSet(previous));
            foreach (var replica in current.Replicas.Concat(previous?.Replicas ?? []))
            {
                if (replica.Id != ReplicaId && !string.IsNullOrEmpty(replica.ReplicatorAddress))
                    EnsureLink(replica.Id, replica.ReplicatorAddress).IsBuilding = false;
            }
            foreach (var link in _links.Values.Where(l => !l.IsBuilding && !_quorum.IsMember(l.ReplicaId)).ToArray())
                DropLink(link);
            _configured = true;
            LinksChanged();
            RenewLease();
            Advance();
            apply = TryBeginApply();
        }
        if (apply)
            ThreadPool.UnsafeQueueUserWorkItem(_applier, preferLocal: false);
    }

    private ReplicaSet ToSet(ReplicaSetConfiguration configuration) => new(
        configuration.Replicas.Select(r => r.Id).Where(id => id != ReplicaId), (int)configuration.WriteQuorum);

    // Under the gate.
    private SecondaryLink EnsureLink(long replicaId, string address)
    {
        if (_links.TryGetValue(replicaId, out var link))
        {
            if (link.Address == address && !link.IsStopped)
                return link;
            DropLink(link);
        }
        link = new SecondaryLink(this, _host, replicaId, address);
        _links.Add(replicaId, link);
        link.Start();
        return link;
    }

    // Under the gate.
    private void DropLink(SecondaryLink link)
    {
        link.Stop();
        _links.Remove(link.ReplicaId);
        _live = [.. _live.Where(l => l != link)];
        _endingLinks.RemoveAll(t => t.IsCompleted);
        _endingLinks.Add(link.Ended);
        LinksChanged();
    }

    // Under the gate: a new term needs new handshakes.
    private void RestartLinks()
    {
        foreach (var link in _links.Values.ToArray())
            DropLink(link);
    }

    private async Task EndLinksAsync()
    {
        Task[] ending;
        lock (_gate)
        {
            foreach (var link in _links.Values.ToArray())
                DropLink(link);
            ending = [.. _endingLinks];
            _endingLinks.Clear();
        }
        await Task.WhenAll(ending).ConfigureAwait(false);
    }

    // Under the gate.
    private void EndCatchUpWaits()
    {
        for (var i = _catchUpWaits.Count - 1; i >= 0; i--)
        {
            var wait = _catchUpWaits[i];
            var reached = wait.All
                ? Math.Min(
                    _flushedLsn, _quorum.Current.Secondaries.Select(_flushedBy).DefaultIfEmpty(long.MaxValue).Min())
                : _quorum.Reached(_flushedLsn, _flushedBy);
            if (reached < wait.Lsn)
                continue;
            wait.Ended.TrySetResult();
            _catchUpWaits.RemoveAt(i);
        }
        foreach (var link in _live)
            link.NoteCaughtUp();
    }

    // Under the gate.
    private void FailCatchUpWaits(Exception reason)
    {
        foreach (var wait in _catchUpWaits)
            wait.Ended.TrySetException(reason);
        _catchUpWaits.Clear();
    }

    // Under the gate.
    private void ThrowIfNotPrimary()
    {
        if (_role != ReplicaRole.Primary || _closed)
            throw new FabricNotPrimaryException($"Replica {ReplicaId} of partition {PartitionId} is not its primary.");
    }

    private sealed record CatchUpWait(long Lsn, bool All)
    {
        internal TaskCompletionSource Ended { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }
}
