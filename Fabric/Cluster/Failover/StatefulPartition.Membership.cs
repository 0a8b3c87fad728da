using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <content>Which replicas there are, and which of them count.</content>
internal sealed partial class StatefulPartition
{
    private void Place()
    {
        if (_phase is Phase.GetLsn)
            return;
        var wanted = _target - _replicas.Count(r => !r.Expendable);
        foreach (var node in _candidates.Where(n => OnNode(n).All(r => r.Lost)).Take(Math.Max(0, wanted)).ToArray())
        {
            _replicas.Add(new(new(_nextReplicaId(), node), isNew: true));
            _actions.Add(new PartitionAction.EnsureHost(node));
        }
        KeepExpendable();
    }

    // Where no node is left for a replacement, those that were to be replaced and are open stay for good.
    private void KeepExpendable()
    {
        if (_phase != Phase.Steady)
            return;
        var missing = _target - _replicas.Count(r => !r.Expendable);
        foreach (var r in _replicas.Where(r => r is { Expendable: true, Open: true, Lost: false, Doomed: false }
            && Stays(r)).OrderByDescending(r => Holds(_configuration!.Current, r)).Take(Math.Max(0, missing)).ToArray())
        {
            r.Expendable = false;
        }
    }

    // Joiners first, then those who leave: a configuration never falls below the smallest size because of one change.
    private void AdvanceSteady()
    {
        var configuration = _configuration!;
        var joined = configuration.Current.Concat(_replicas.Where(MayJoin).Select(r => r.Location)).ToList();
        foreach (var r in Members(configuration.Current).Where(r => !r.Open).OrderByDescending(r => r.Lost))
        {
            if (joined.Count > _min)
                _ = joined.Remove(r.Location);
        }

        foreach (var r in Members(configuration.Current).Reverse().Where(r => r != Primary && r.Expendable))
        {
            if (joined.Count > _target)
                _ = joined.Remove(r.Location);
        }

        foreach (var r in Members(configuration.Current).Where(MayPark))
        {
            if (Keeps(joined, without: r))
                _ = joined.Remove(r.Location);
        }

        var promote = Members(configuration.Current)
            .Any(r => r is { Open: true, Attached: true, Role: Role.IdleSecondary });
        if (promote || !joined.ToHashSet().SetEquals(configuration.Current))
            Reconfigure(Primary!, [.. joined], configuration.Current, configuration.Epoch);
        else
            ActivatePrimary();
        DropForgotten();
        SwapLeavingPrimary();
    }

    // A replica that was active when an election left it out rejoins with its state. An expendable one only fills a
    // gap, and never takes the place of another one: they would change places for ever.
    private bool MayJoin(Replica r) => r is { Open: true, Attached: true }
        && r is { Role: Role.IdleSecondary or Role.ActiveSecondary }
        && !Holds(_configuration!.Current, r) && !_leaving.ContainsKey(r.Location.Node)
        && (!r.Expendable || Members(_configuration.Current).Count(c => c.Open) < _target);

    // A replica whose state is lost, or whose place is taken, goes once no configuration names it any more.
    private void DropForgotten()
    {
        if (_phase != Phase.Steady)
            return;
        var full = Members(_configuration!.Current).Count(r => r.Open && !r.Expendable) >= _target;
        foreach (var r in _replicas.Where(r => r.Expendable && !Holds(_configuration.Current, r)).ToArray())
        {
            if (!r.Lost && !full)
                continue;
            // An open replica refuses a drop that carries an older epoch than its own.
            if (r.HostUp)
            {
                _ = Send(r, new() { Kind = ReplicaCommandKind.Drop, Epoch = _configuration.Epoch }, awaited: false);
            }
            Unlink(r);
            _ = _replicas.Remove(r);
            Store(_configuration with { Others = [.. _configuration.Others.Where(l => l.Id != r.Id)] });
        }
    }

    // A primary that was told to build a replica goes on trying to reach it until it is told otherwise.
    private void Unlink(Replica r)
    {
        if (Primary is not { IsPrimary: true } primary || r == primary)
            return;
        _ = Send(primary, new() { Kind = ReplicaCommandKind.RemoveReplica, Target = View(r) }, awaited: false);
    }

    private PartitionSnapshot TakeSnapshot()
    {
        var current = _configuration is null ? [] : Members(_configuration.Current).ToArray();
        var active = current.Count(r => r == Primary ? r.IsPrimary
            : r is { Open: true, Attached: true, Role: Role.ActiveSecondary });
        var quorum = _phase == Phase.Steady && active >= ReplicaCommand.WriteQuorum(current.Length)
            && current.Length >= _min;
        var complete = quorum && active >= _target;
        var status = Status(quorum);
        return new()
        {
            Status = status,
            Health = complete ? Health.Ok : Warns(quorum) ? Health.Warning : Health.Error,
            Epoch = _configuration?.Epoch ?? default,
            Complete = complete,
            Hopeless = IsHopeless,
            Failing = _replicas.Any(r => r.Failures >= FailuresMax),
            Stuck = IsStuck,
            LastError = complete ? "" : status == PartitionStatus.InQuorumLoss ? QuorumLoss() : _lastError,
            Replicas = [.. _replicas.Select(Snap)],
        };
    }

    private bool IsStuck => _configuration is null ? _replicas.Any(r => r.Failures >= FailuresMax)
        : Members(Voters).Count(r => !r.Lost && r.Failures < FailuresMax) < ReplicaCommand.ReadQuorum(Voters.Length)
            && Members(Voters).Any(r => r.Failures >= FailuresMax);

    // Creating and changing are no error while a primary is there; steady without a quorum is one.
    private bool Warns(bool quorum) => quorum || _configuration is null
        || !_configurationLost && _published is null or { Status: PartitionStatus.NotReady }
        || _phase != Phase.Steady && Primary is { IsPrimary: true } && !HasLostQuorum;

    private PartitionStatus Status(bool quorum)
    {
        if (quorum)
            return PartitionStatus.Ready;
        var beginning = _published is null or { Status: PartitionStatus.NotReady };
        if (_configuration is null || beginning && _phase != Phase.GetLsn)
            return PartitionStatus.NotReady;
        return HasLostQuorum ? PartitionStatus.InQuorumLoss : PartitionStatus.Reconfiguring;
    }

    private ReplicaSnapshot Snap(Replica r) => new()
    {
        Id = r.Id,
        Node = r.Location.Node,
        Role = r.Role,
        Status = r.Lost ? ReplicaStatus.Dropped : !r.Open ? r.IsNew ? ReplicaStatus.InBuild : ReplicaStatus.Down
            : r.IsPrimary || r is { Attached: true, Role: Role.ActiveSecondary } ? ReplicaStatus.Ready
            : _configuration is not null && Holds(_configuration.Current, r) ? ReplicaStatus.InBuild
            : ReplicaStatus.Standby,
        Address = r.Address,
        ReplicatorAddress = r.ReplicatorAddress,
    };

    private static bool Holds(IEnumerable<ReplicaLocation> locations, Replica replica) =>
        locations.Any(l => l.Id == replica.Id);
}
