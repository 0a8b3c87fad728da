using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Fabric.Cluster.Failover;

/// <content>Who becomes primary.</content>
internal sealed partial class StatefulPartition
{
    private long _leaseVersion;
    private string? _preferredNode;

    private void BeginElection(bool awaitLease)
    {
        _phase = Phase.GetLsn;
        (_catchUpRequest, _caughtUp, _catchUpSent) = (0, false, "");
        foreach (var replica in _replicas)
        {
            replica.Progress = null;
            replica.Attached = false;
            replica.Building = 0;
        }
        if (!awaitLease) return;
        _leaseVersion = _configuration!.Version;
        _actions.Add(new PartitionAction.AwaitLease(_leaseVersion));
    }

    private void TakeMovePrimary(string? node)
    {
        if (_phase != Phase.Steady || Primary is not { IsPrimary: true, Busy: 0 } primary) return;
        var target = Members(_configuration!.Current).FirstOrDefault(r => r != primary
            && r is { Open: true, Attached: true, Role: "ActiveSecondary" } && (node is null || r.Location.Node == node));
        if (target is null) return;
        _preferredNode = target.Location.Node;
        _phase = Phase.Demote;
        _ = Send(primary, new()
        {
            Kind = ReplicaCommandKind.Demote,
            Role = "ActiveSecondary",
            Epoch = _configuration.Epoch,
            Current = Views(_configuration.Current, mustCatchUp: target.Id),
        });
    }

    // Every write that was acknowledged lies in a write quorum of the configuration before the change under way, or of
    // the current one when none is. A read quorum of it therefore shows every such write to whoever has the newest log.
    private void AdvanceElection()
    {
        var voters = _configuration!.Previous.Length > 0 ? _configuration.Previous : _configuration.Current;
        var members = Members(voters).ToArray();
        foreach (var r in members.Where(r => r is { Open: true, Busy: 0, Progress: null }))
            Send(r, new() { Kind = ReplicaCommandKind.GetProgress });
        var answers = members.Where(r => r.Progress is not null).ToArray();
        if (_leaseVersion != 0 || members.Any(r => r.Busy != 0)) return;
        if (answers.Length < ReplicaCommand.ReadQuorum(voters.Length)) return;
        var best = answers.OrderByDescending(r => r.Progress!.Epoch).ThenByDescending(r => r.Progress!.LastLsn)
            .ThenByDescending(r => r.Location.Node == _preferredNode).ThenByDescending(IsPrimaryOfRecord)
            .ThenBy(r => r.Id).First();
        _preferredNode = null;
        Reconfigure(best, Shrunk(voters, answers, best), voters, _configuration.Epoch.NextPrimary());
    }

    // Those who answered, and as many of the others as the smallest configuration needs.
    private ReplicaLocation[] Shrunk(ReplicaLocation[] voters, Replica[] answers, Replica primary)
    {
        var up = answers.Select(r => r.Location).ToArray();
        var down = voters.Except(up).OrderBy(v => Find(v.Id)!.Lost).ToArray();
        IEnumerable<ReplicaLocation> chosen = [primary.Location, .. up.Where(l => l.Id != primary.Id), .. down];
        return [.. chosen.Take(System.Math.Max(up.Length, System.Math.Min(_min, voters.Length)))];
    }
}
