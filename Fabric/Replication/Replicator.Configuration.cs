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
    /// <summary>Gets how this primary's connections to its secondaries stand; empty on a secondary.</summary>
    public IReadOnlyList<SecondaryStatus> Secondaries
    {
        get
        {
            lock (_gate)
                return [.. _links.All.Select(l => new SecondaryStatus(l.ReplicaId, l.Progress.IsLive, l.LastError))];
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
            var link = _links.Ensure(replicaInfo.Id, replicaInfo.ReplicatorAddress);
            link.Progress.IsBuilding = true;
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

    /// <summary>Sets the size of a configuration below which writes are refused, from the next configuration on.
    /// </summary>
    internal void SetMinReplicaSetSize(int size)
    {
        lock (_gate)
            _core.Term.MinReplicaSetSize = size;
    }

    /// <summary>Ends the connection to a replica that no configuration names.</summary>
    public void RemoveReplica(long replicaId)
    {
        lock (_gate)
        {
            if (_links.Find(replicaId) is { } link && !_core.Term.IsMember(replicaId))
                _links.Drop(link);
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
            var caughtUp = _catchUpWaits.Add(_core.LastLsn, quorumMode == ReplicaSetQuorumMode.QuorumAll);
            _catchUpWaits.EndReached(_core);
            return caughtUp.WaitAsync(cancellationToken);
        }
    }

    internal SecondaryLink? LinkOf(long replicaId)
    {
        lock (_gate)
            return _links.Find(replicaId);
    }

    /// <summary>A link has a connection; it counts from here on.</summary>
    /// <returns>The epoch that the primary speaks in.</returns>
    internal LogEpoch Begin(SecondaryLink link, LinkSession session)
    {
        lock (_gate)
        {
            if (link.IsStopped || _core.IsClosed || _core.Role != ReplicaRole.Primary)
                throw new OperationCanceledException();
            link.Session = session;
            session.Number = _core.Term.Connect(link.Progress);
            return _core.Term.Epoch;
        }
    }

    /// <summary>A secondary has said what it holds: how it is caught up.</summary>
    internal CatchUpDecision CatchUp(SecondaryLink link, LinkSession session, in LinkSession.Welcome welcome)
    {
        lock (_gate)
        {
            if (link.Progress.Connection != session.Number || _core.IsClosed || _core.Role != ReplicaRole.Primary)
                throw new OperationCanceledException();
            return _core.CatchUp(_stream!.FirstLsn, welcome.AcceptedEpoch, welcome.Progress, welcome.AppliedLsn);
        }
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
            if (link.Progress.Connection != session.Number || _core.IsClosed || _core.Role != ReplicaRole.Primary)
                throw new OperationCanceledException();
            if (sentLsn + 1 < _pending.FirstLsn)
                return false;
            Span<byte> head = stackalloc byte[Frames.RecordHeadBytes];
            for (; sentLsn < _core.LastLsn; sentLsn++)
            {
                ref readonly var next = ref _pending[sentLsn + 1];
                if (!session.TryQueue(
                    Frames.RecordHead(head, next.Record, _core.CommittedLsn), next.Record.Payload.Span, sentLsn + 1))
                {
                    return false;
                }
            }
            _links.GoLive(link, sentLsn);
            _catchUpWaits.EndReached(_core);
            _links.TellCaughtUp();
            Span<byte> frame = stackalloc byte[Frames.NumberBytes];
            session.Send(Frames.Number(frame, FrameType.Commit, session.Channel, _core.CommittedLsn));
            var now = _host.Options.Time.GetTimestamp();
            session.Send(Frames.Number(frame, FrameType.Heartbeat, session.Channel, now));
            return true;
        }
    }

    internal void OnLinkDown(SecondaryLink link, LinkSession session)
    {
        lock (_gate)
            _links.TakeDown(link, session);
    }

    private void Configure(ReplicaSetConfiguration current, ReplicaSetConfiguration? previous)
    {
        bool apply;
        lock (_gate)
        {
            ThrowIfNotPrimary();
            var (currentSet, previousSet) = (ToSet(current), previous is null ? null : ToSet(previous));
            foreach (var replica in current.Replicas.Concat(previous?.Replicas ?? []))
            {
                if (replica.Id != ReplicaId && !string.IsNullOrEmpty(replica.ReplicatorAddress))
                    _links.Ensure(replica.Id, replica.ReplicatorAddress).Progress.IsBuilding = false;
            }
            var actions = _core.Configured(currentSet, previousSet);
            _links.DropStrangers();
            Carry(actions);
            apply = _apply.TryBegin();
        }
        if (apply)
            _apply.Queue();
    }

    private ReplicaSet ToSet(ReplicaSetConfiguration configuration) => new(
        configuration.Replicas.Select(r => r.Id).Where(id => id != ReplicaId), (int)configuration.WriteQuorum);

    // Under the gate.
    private void ThrowIfNotPrimary()
    {
        if (_core.Role != ReplicaRole.Primary || _core.IsClosed)
            throw new FabricNotPrimaryException($"Replica {ReplicaId} of partition {PartitionId} is not its primary.");
    }
}
