using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Decisions;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <content>What a primary does: appends, sends, counts, and carries out its configurations.</content>
internal sealed partial class ReplicaDriver
{
    private readonly SortedDictionary<long, LinkDriver> _links = [];
    private readonly List<LinkDriver> _live = [];
    private bool _commitQueued;

    /// <summary>Gets the configurations that count, as the manager gave them.</summary>
    internal (ReplicaView[] Current, ReplicaView[] Previous) Configuration { get; private set; } = ([], []);

    internal void SendQueued()
    {
        foreach (var link in _live.ToArray())
            link.SendQueued();
    }

    internal void SendHeartbeats()
    {
        if (Core.Role != ReplicaRole.Primary || Core.IsClosed)
            return;
        foreach (var link in _live.ToArray())
            link.SendHeartbeat(Host.Clock.GetTimestamp());
    }

    internal void OnAcknowledged(LinkDriver link, int number, long flushedLsn)
    {
        if (Core.IsClosed || !Core.Acknowledged(link.Progress, number, flushedLsn, out var actions))
            return;
        Carry(actions);
        ApplySoon();
    }

    internal void GoLive(LinkDriver link, long sentLsn)
    {
        Core.Term.GoLive(link.Progress, sentLsn);
        _live.Add(link);
        EndWaits();
        link.SendCommitPoint(Core.CommittedLsn);
        link.SendHeartbeat(Host.Clock.GetTimestamp());
    }

    internal void TakeDown(LinkDriver link, int number)
    {
        if (Core.Term.Disconnect(link.Progress, number))
            _ = _live.Remove(link);
    }

    private void Append(in LogRecord head, int key, long value)
    {
        var record = new SimulatedRecord(head, key, value);
        Stream.Append(record);
        Core.Appended(head);
        World.Checks.Appended(this, record, head.Epoch);
        foreach (var link in _live)
            link.Queue(record with { Head = head with { CommittedLsn = Core.CommittedLsn } });
        Host.Flush();
    }

    private void Carry(in CoreActions actions)
    {
        World.Checks.CommitPoint(this);
        if (actions.SendCommitPoint && !_commitQueued && _live.Count > 0)
        {
            _commitQueued = true;
            Host.After(World.Random.Next(300), () =>
            {
                _commitQueued = false;
                if (Core.CommittedLsn != Core.LastLsn || Core.Role != ReplicaRole.Primary)
                    return;
                foreach (var link in _live.ToArray())
                    link.SendCommitPoint(Core.CommittedLsn);
            });
        }
        if (Core.MayCommit)
            EndWaits();
    }

    private void EndWaits()
    {
        foreach (var wait in _catchUpWaits.Where(w => Core.Term.Reached(Core.FlushedLsn, w.All) >= w.Lsn).ToArray())
        {
            _ = _catchUpWaits.Remove(wait);
            wait.Then();
        }
        foreach (var link in _live.ToArray())
            link.NoteCaughtUp();
    }

    private void Configure(ReplicaView[] current, ReplicaView[] previous)
    {
        foreach (var view in current.Concat(previous).Where(v => v.Id != Id && v.ReplicatorAddress.Length > 0))
            Ensure(view).Progress.IsBuilding = false;
        Configuration = (current, previous);
        var actions = Core.Configured(ToSet(current), previous.Length == 0 ? null : ToSet(previous));
        foreach (var link in _links.Values
            .Where(l => !l.Progress.IsBuilding && !Core.Term.IsMember(l.Progress.ReplicaId)).ToArray())
        {
            Drop(link);
        }

        Carry(actions);
        ApplySoon();
    }

    private ReplicaSet ToSet(ReplicaView[] views) =>
        new(views.Select(v => v.Id).Where(id => id != Id), ReplicaCommand.WriteQuorum(views.Length));

    private LinkDriver Ensure(ReplicaView view)
    {
        if (_links.TryGetValue(view.Id, out var link))
        {
            if (link.Address == view.ReplicatorAddress && !link.IsStopped)
                return link;
            Drop(link);
        }
        _links[view.Id] = link = new(this, Core.Term.Add(view.Id), view.ReplicatorAddress);
        link.Start();
        return link;
    }

    private void Drop(LinkDriver link)
    {
        link.Stop();
        Core.Term.Remove(link.Progress);
        _ = _links.Remove(link.Progress.ReplicaId);
        _ = _live.Remove(link);
    }

    private void DropLinks()
    {
        foreach (var link in _links.Values.ToArray())
            Drop(link);
    }
}
