using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <content>Who becomes primary.</content>
internal sealed partial class StatefulPartition
{
    private long _leaseVersion;
    private bool _leaseAwaited;
    private Wait _stragglerWait;
    private string? _preferredNode;

    private void BeginElection(bool awaitLease)
    {
        _phase = Phase.GetLsn;
        (_catchUpRequest, _caughtUp, _catchUpSent) = (0, false, null);
        _stragglerWait = Wait.None;
        foreach (var replica in _replicas)
        {
            replica.Progress = null;
            replica.Attached = false;
            replica.Building = 0;
        }
        if (awaitLease)
            (_leaseVersion, _leaseAwaited) = (_configuration!.Version, false);
    }

    // A primary that may still run renews its lease until replicas that it needs are fenced, and one of them may be
    // fenced long after the primary was given up. So the wait begins when enough have answered, not before.
    private bool IsLeaseOver()
    {
        if (_leaseVersion == 0)
            return true;
        if (!_leaseAwaited)
            _actions.Add(new PartitionAction.AwaitLease(_leaseVersion));
        _leaseAwaited = true;
        return false;
    }

    /// <summary>Gets the secondaries that could take the primary's place in order; those that stay come first.
    /// </summary>
    private IEnumerable<Replica> Successors => Members(_configuration!.Current)
        .Where(r => r != Primary && r is { Open: true, Attached: true, Role: Role.ActiveSecondary })
        .OrderBy(r => r.Expendable || _leaving.ContainsKey(r.Location.Node));

    private void TakeMovePrimary(string? node)
    {
        if (_phase != Phase.Steady || Primary is not { IsPrimary: true, Busy: 0 } primary)
            return;
        var target = Successors.FirstOrDefault(r => node is null || r.Location.Node == node);
        if (target is null)
            return;
        _preferredNode = target.Location.Node;
        _phase = Phase.Demote;
        _ = Send(primary, new()
        {
            Kind = ReplicaCommandKind.Demote,
            Role = Role.ActiveSecondary,
            Epoch = _configuration!.Epoch,
            Current = Views(_configuration.Current, mustCatchUp: target.Id),
            MinReplicaSetSize = _min,
        });
    }

    // Every acknowledged write is in a write quorum of the previous configuration while a reconfiguration is under way,
    // else of the current one. Every read quorum of the same configuration shares a replica with it, so the newest log
    // among those who answered has every acknowledged write. Fenced replicas refuse the old primary, so nothing is
    // acknowledged while the answers are counted.
    private void AdvanceElection()
    {
        // Without the configuration the size of a quorum is unknown: a person must decide to go on.
        if (_configurationLost && !_givenUp)
            return;
        if (IsLossAccepted)
        {
            AdvanceDataLoss();
            return;
        }
        var voters = Voters;
        var epoch = Newest.NextPrimary();
        var members = Members(voters).ToArray();
        var answers = Answers(members, epoch);
        // Both waits begin together.
        if (answers.Length < ReplicaCommand.ReadQuorum(voters.Length)
            || !IsLeaseOver() | !IsWaitForStragglersOver(members))
        {
            return;
        }
        var best = Preferred(answers) ?? Best(answers);
        _preferredNode = null;
        // With a data loss number that was announced before, the service is told, and may restore a backup.
        var announced = epoch.DataLossNumber > _configuration!.Epoch.DataLossNumber;
        if (IsOutnumbered || announced)
        {
            // It has every acknowledged write; the others are built from it and join.
            Reconfigure(best, [best.Location], [], epoch, dataLoss: announced);
            return;
        }
        var current = Shrunk(voters, answers, best);
        Reconfigure(best, current, voters, epoch);
        // These replicas were counted and fenced; the new primary connects to them and sends what they lack.
        foreach (var r in Members(current).Where(answers.Contains))
            r.Attached = true;
    }

    // A process that is stopped, or whose disk is slow, answers late or never. The others elect one of them; the
    // straggler is built from it and joins again. One that may still serve as a primary is waited for until it has
    // confirmed another role, or is down.
    private bool IsWaitForStragglersOver(Replica[] members)
    {
        if (!AreAsked(members))
            return true;
        if (_stragglerWait == Wait.Over)
            return !Array.Exists(members, r => r is { Busy: not 0, MayServe: true });
        if (_stragglerWait == Wait.None)
            _actions.Add(new PartitionAction.AwaitStragglers(_configuration!.Version));
        _stragglerWait = Wait.UnderWay;
        return false;
    }

    private static bool AreAsked(Replica[] members) => Array.Exists(members, r => r.Busy != 0);

    // Asks each open one how far its log reaches. Gives those that are fenced with this epoch: a late answer to an
    // earlier election fences nobody against the primary of that election. A voter counts even if it was never told to
    // be active: it was built before a configuration named it, or it is the first of all, to which nothing was written
    // before.
    private Replica[] Answers(Replica[] members, FailoverEpoch epoch)
    {
        foreach (var old in members.Where(r => r is { Open: true, Busy: 0, IsPrimary: true }))
        {
            Send(old, new()
            {
                Kind = ReplicaCommandKind.ChangeRole, Role = Role.ActiveSecondary, Epoch = _configuration!.Epoch,
            });
        }
        foreach (var r in members.Where(r => r is { Open: true, Busy: 0 } && !r.HasAnswered(epoch)))
            Send(r, new() { Kind = ReplicaCommandKind.Fence, Epoch = epoch });
        return [.. members.Where(r => r.HasAnswered(epoch))];
    }

    private Replica Best(Replica[] answers) => answers.OrderByDescending(r => r.Progress!.Epoch)
        .ThenByDescending(r => r.Progress!.LastLsn).ThenByDescending(IsPrimaryOfRecord).ThenBy(r => r.Id).First();

    // After an orderly demotion the old primary itself, which has not been down since, has reported what is committed.
    // Any log that holds all of it may win.
    private Replica? Preferred(Replica[] answers)
    {
        var old = answers.FirstOrDefault(IsPrimaryOfRecord)?.Progress;
        return _preferredNode is null || old is null ? null : answers.FirstOrDefault(r =>
            r.Location.Node == _preferredNode && r.Progress!.Epoch == old.Epoch
                && r.Progress.LastLsn >= old.CommittedLsn);
    }

    // Those who answered, and as many of the others as the smallest configuration needs.
    private ReplicaLocation[] Shrunk(ReplicaLocation[] voters, Replica[] answers, Replica primary)
    {
        var up = answers.Select(r => r.Location).ToArray();
        var down = voters.Except(up).OrderBy(v => Find(v.Id)!.Lost).ToArray();
        IEnumerable<ReplicaLocation> chosen = [primary.Location, .. up.Where(l => l.Id != primary.Id), .. down];
        return [.. chosen.Take(Math.Max(up.Length, Math.Min(_min, voters.Length)))];
    }
}
