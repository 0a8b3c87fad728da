using System.Collections.Frozen;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <content>
/// How replicas leave because somebody wants it: nodes that are deactivated, replicas that are removed or moved, fewer
/// replicas than before. Nothing goes that a quorum or the minimum needs; the configuration shrinks first.
/// </content>
internal sealed partial class StatefulPartition
{
    private IReadOnlyDictionary<string, Departure> _leaving = FrozenDictionary<string, Departure>.Empty;

    public SafetyCheck? Holds(string node)
    {
        var here = OnNode(node).Where(r => !r.Lost).ToArray();
        var drops = _leaving.GetValueOrDefault(node) == Departure.Drop;
        if (here.Length == 0 || !drops && here.All(r => !r.Open && r.Busy == 0 && IsParked(r)))
            return null;
        if (_phase != Phase.Steady)
            return SafetyCheck.WaitForReconfiguration;
        if (here.Contains(Primary))
        {
            return Successors.Any(MaySucceed) ? SafetyCheck.WaitForPrimarySwap : SafetyCheck.WaitForPrimaryPlacement;
        }
        if (drops && _replicas.Any(r => !r.Expendable && !Holds(_configuration!.Current, r)))
            return SafetyCheck.WaitForInbuildReplica;
        return here.Any(r => Holds(_configuration!.Current, r)) ? SafetyCheck.EnsurePartitionQuorum
            : SafetyCheck.WaitForReconfiguration;
    }

    public string? RefusesRemoval(long replica)
    {
        if (Find(replica) is not { } asked)
            return "There is no such replica any more.";
        if (_phase != Phase.Steady || asked is not { Open: true, Busy: 0 })
            return "The partition is being reconfigured, or the replica is not open.";
        var others = Members(_configuration!.Current).Count(r => r != asked && r is { Open: true, Lost: false }
            && (r.IsPrimary || r is { Attached: true, Role: Role.ActiveSecondary }));
        var needed = System.Math.Max(_min, ReplicaCommand.WriteQuorum(_configuration.Current.Length));
        return !Holds(_configuration.Current, asked) || others >= needed ? null
            : $"Ready besides it: {others}; needed: {needed}. Acknowledged writes could be lost.";
    }

    public string? RefusesMove(string from, string to)
    {
        if (_phase != Phase.Steady)
            return "The partition is being reconfigured.";
        if (OnNode(from).FirstOrDefault(r => !r.Lost) is not { } secondary)
            return $"{from} has no replica of it.";
        if (secondary == Primary)
            return $"{from} has its primary.";
        if (secondary.Expendable)
            return $"The replica on {from} is being replaced already.";
        if (OnNode(to).Any(r => !r.Lost))
            return $"{to} has a replica of it already.";
        return _candidates.Contains(to) ? null
            : $"{to} is down or deactivated, or the placement constraints of the service exclude it.";
    }

    private void TakeLeaving(IReadOnlyDictionary<string, Departure> leaving)
    {
        // A replica that was to be dropped stays if its node comes back in time; the replica that was built in its
        // place is surplus.
        foreach (var r in _replicas.Where(r => r is { Lost: false, Doomed: false }
            && _leaving.GetValueOrDefault(r.Location.Node) == Departure.Drop
            && leaving.GetValueOrDefault(r.Location.Node) != Departure.Drop))
        {
            r.Expendable = false;
        }

        _leaving = leaving;
        // What was never opened has no state: it is placed elsewhere.
        _ = _replicas.RemoveAll(r => r is { IsNew: true, Busy: 0 } && _leaving.ContainsKey(r.Location.Node)
            && (_configuration is null || !IsNamed(r)));
    }

    private void TakeRemove(Replica replica)
    {
        (replica.Doomed, replica.Expendable, replica.LostReason) = (true, true, "removed by request");
        SendDrop(replica);
    }

    private void TakeNodeStateLost(string node)
    {
        foreach (var r in OnNode(node).Where(r => r is { Open: false, Lost: false, IsNew: false }).ToArray())
        {
            (r.Lost, r.Expendable, r.LostReason) = (true, true, "a client gave up the state of its node");
            GoDown(r, certain: true);
        }
    }

    private void TakeMoveSecondary(string from, string to)
    {
        OnNode(from).First(r => !r.Lost).Expendable = true;
        _replicas.Add(new(new(_nextReplicaId(), to), isNew: true));
        _actions.Add(new PartitionAction.EnsureHost(to));
    }

    // More than wanted, because somebody wants fewer or because a manager that ended had replaced one: what counts
    // least goes first, the primary never.
    private void MarkExpendable()
    {
        foreach (var r in _replicas.Where(r => _leaving.TryGetValue(r.Location.Node, out var how)
            && how == Departure.Drop))
        {
            r.Expendable = true;
        }

        if (_phase != Phase.Steady)
            return;
        // This replica was to be replaced while it was a secondary, and has been elected since.
        if (Primary is { Doomed: false } primary && _leaving.GetValueOrDefault(primary.Location.Node) != Departure.Drop)
            primary.Expendable = false;
        var kept = _replicas.Where(r => !r.Expendable).OrderBy(r => r == Primary).ThenBy(r => r.Open)
            .ThenBy(r => Holds(_configuration!.Current, r)).ThenByDescending(r => r.Id).ToArray();
        foreach (var surplus in kept.Take(kept.Length - _target))
            surplus.Expendable = true;
    }

    private bool Stays(Replica replica) => !_leaving.ContainsKey(replica.Location.Node);

    private bool IsNamed(Replica replica) =>
        Holds(_configuration!.Current, replica) || Holds(_configuration.Previous, replica);

    // A replica on a deactivated node that no configuration names is not opened until the node comes back. After a loss
    // of state, every replica that holds some counts.
    private bool IsParked(Replica replica) =>
        !Stays(replica) && _configuration is not null && !IsLossAccepted && !IsNamed(replica);

    private bool MayPark(Replica replica) => !Stays(replica) && replica != Primary
        && _leaving[replica.Location.Node] == Departure.Close;

    // Without it, as many as the minimum and a quorum of the configuration that is left behind are open and hold every
    // record.
    private bool Keeps(List<ReplicaLocation> joined, Replica without)
    {
        if (!joined.Contains(without.Location))
            return false;
        var left = Members(joined).Count(r => r != without
            && (r.IsPrimary || r is { Open: true, Attached: true, Role: Role.ActiveSecondary }));
        return left >= System.Math.Max(_min, ReplicaCommand.WriteQuorum(_configuration!.Current.Length));
    }

    private void CloseLeaving()
    {
        foreach (var r in _replicas.Where(r => r is { Open: true, Busy: 0, Building: 0, Doomed: false }
            && IsParked(r) && r != Primary).ToArray())
        {
            Unlink(r);
            _ = Send(r, new() { Kind = ReplicaCommandKind.Close });
        }
    }

    // A primary whose node is deactivated hands over as soon as somebody who stays is ready.
    private void SwapLeavingPrimary()
    {
        if (_phase != Phase.Steady || Primary is not { } primary || Stays(primary))
            return;
        if (Successors.FirstOrDefault(MaySucceed) is { } successor)
            TakeMovePrimary(successor.Location.Node);
    }

    private bool MaySucceed(Replica replica) => Stays(replica) && !replica.Expendable;
}
