using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>
/// Decides what happens to one stateful partition: who is primary, which replicas count, what each is told. State and
/// event in, actions out; no clock, no I/O. One caller at a time.
/// </summary>
/// <remarks>
/// A change of configuration runs through the phases of Service Fabric: GetLsn (only when the primary is gone),
/// CatchUp, Deactivate, Activate. The configuration is stored before anybody acts on it. Unlike Service Fabric, a
/// change that keeps the primary keeps the epoch: the version of the stored record orders such changes.
/// </remarks>
internal sealed partial class StatefulPartition : IPartition
{
    private const int FailuresMax = 5;
    private const string HeldDown = "A test holds it down.";

    private readonly FailoverEpoch _firstEpoch;
    private readonly Func<long> _nextReplicaId;
    private readonly List<Replica> _replicas = [];
    private readonly Dictionary<long, (Replica Replica, ReplicaCommand Command)> _requests = [];
    private readonly List<PartitionAction> _actions = [];
    private readonly Guid _id;
    private int _target;
    private int _min;
    private IReadOnlyList<string> _candidates = [];
    private PartitionConfiguration? _configuration;
    private PartitionSnapshot? _published;
    private Phase _phase = Phase.Creating;
    private Wait _firstWait;
    private long _lastRequest;
    private string _lastError = "";

    /// <param name="id">The partition.</param>
    /// <param name="target">The number of replicas wanted.</param>
    /// <param name="min">The number below which the configuration is not shrunk and writes are refused.</param>
    /// <param name="firstEpoch">The epoch of the first primary, if nothing is stored.</param>
    /// <param name="stored">The stored configuration, or null for a new partition.</param>
    /// <param name="nextReplicaId">Gives ids never used before.</param>
    internal StatefulPartition(Guid id, int target, int min, FailoverEpoch firstEpoch, PartitionConfiguration? stored,
        Func<long> nextReplicaId)
    {
        (_id, _target, _min, _firstEpoch, _nextReplicaId) = (id, target, min, firstEpoch, nextReplicaId);
        _configuration = stored;
        if (stored is null)
            return;
        foreach (var location in stored.Current.Concat(stored.Previous).Concat(stored.Others).DistinctBy(r => r.Id))
            _replicas.Add(new(location, isNew: false));
        _phase = Phase.GetLsn;
    }

    private enum Phase
    {
        Creating,
        Steady,
        GetLsn,
        CatchUp,
        Deactivate,
        Activate,
        Demote,
    }

    private enum Wait
    {
        None,
        UnderWay,
        Over,
    }

    /// <summary>
    /// Makes the decision type of a partition that was made once and whose configuration is lost. It is in quorum loss
    /// until somebody recovers it: then whoever of those found has the newest log becomes primary.
    /// </summary>
    /// <param name="id">The partition.</param>
    /// <param name="target">The number of replicas wanted.</param>
    /// <param name="min">The number below which the configuration is not shrunk and writes are refused.</param>
    /// <param name="newest">An epoch as high as any that this partition was given, as far as is known.</param>
    /// <param name="found">The replicas that the nodes found on their disks, one for each node.</param>
    /// <param name="nextReplicaId">Gives ids never used before.</param>
    internal static StatefulPartition WithoutConfiguration(Guid id, int target, int min, FailoverEpoch newest,
        IReadOnlyList<ReplicaLocation> found, Func<long> nextReplicaId)
    {
        var stored = new PartitionConfiguration
        {
            PartitionId = id, Version = 0, Epoch = newest, Primary = 0, Current = [.. found],
        };
        return new(id, target, min, newest, stored, nextReplicaId) { _configurationLost = true };
    }

    /// <summary>Gets the partition's last published state.</summary>
    public PartitionSnapshot Snapshot => _published ?? TakeSnapshot();

    /// <summary>Gets the nodes that hold a replica which still counts.</summary>
    public IEnumerable<string> Nodes => _replicas.Where(r => !r.Lost).Select(r => r.Location.Node);

    /// <summary>
    /// Takes one event and gives the actions to be done, in order. The list is valid until the next call.
    /// </summary>
    public IReadOnlyList<PartitionAction> Step(PartitionEvent happened)
    {
        _actions.Clear();
        Take(happened);
        MarkExpendable();
        Place();
        OpenReplicas();
        Advance();
        CloseLeaving();
        var snapshot = TakeSnapshot();
        if (!snapshot.SameAs(_published))
            _actions.Add(new PartitionAction.Publish(_published = snapshot));
        return _actions;
    }

    private void Take(PartitionEvent happened)
    {
        switch (happened)
        {
            case PartitionEvent.Nodes nodes:
                _candidates = nodes.Candidates;
                TakeLeaving(nodes.Leaving);
                EnsureHosts();
                break;
            case PartitionEvent.Restart restart when Find(restart.Replica) is { Open: true } replica:
                // Until the abort arrives, a primary goes on as it is.
                Fail(replica, "A client restarted it.", certain: false);
                break;
            case PartitionEvent.Resize size:
                (_target, _min) = (size.Target, size.Min);
                break;
            case PartitionEvent.Remove remove when RefusesRemoval(remove.Replica) is null:
                TakeRemove(Find(remove.Replica)!);
                break;
            case PartitionEvent.NodeStateLost lost:
                TakeNodeStateLost(lost.Node);
                break;
            case PartitionEvent.MoveSecondary move when RefusesMove(move.From, move.To) is null:
                TakeMoveSecondary(move.From, move.To);
                break;
            case PartitionEvent.HostUp up:
                foreach (var r in OnNode(up.Node))
                    r.HostUp = true;
                break;
            case PartitionEvent.HostDown down:
                TakeHostDown(down);
                break;
            case PartitionEvent.Reply reply when _requests.Remove(reply.Request, out var sent):
                TakeReply(reply, sent.Replica, sent.Command);
                break;
            case PartitionEvent.Fault fault when Find(fault.Replica) is { Open: true } replica:
                Fail(replica, fault.Permanent ? "The replica reported a permanent fault."
                    : "The replica reported a fault.");
                break;
            case PartitionEvent.RetryDue retry when Find(retry.Replica) is { } replica:
                replica.BackingOff = false;
                break;
            case PartitionEvent.RestartWaitExpired expired when Find(expired.Replica) is { Open: false } replica:
                replica.Expendable = true;
                break;
            case PartitionEvent.FirstWaitExpired:
                _firstWait = Wait.Over;
                break;
            case PartitionEvent.LeaseExpired lease when lease.Version == _leaseVersion:
                _leaseVersion = 0;
                break;
            case PartitionEvent.StragglerWaitExpired stragglers when stragglers.Version == _configuration?.Version:
                _stragglerWait = Wait.Over;
                break;
            case PartitionEvent.Recover recover:
                TakeRecover(recover);
                break;
            case PartitionEvent.LoseData loss:
                TakeLoseData(loss.Full);
                break;
            case PartitionEvent.TakeDown down:
                TakeDown(down);
                break;
            case PartitionEvent.Release:
                foreach (var r in _replicas)
                    r.Held = false;
                break;
            case PartitionEvent.MovePrimary move:
                TakeMovePrimary(move.Node);
                break;
        }
    }

    private void TakeHostDown(PartitionEvent.HostDown down)
    {
        foreach (var replica in OnNode(down.Node).ToArray())
        {
            replica.HostUp = false;
            replica.Stumbled = true;
            GoDown(replica, down.Certain);
        }
    }

    private void GoDown(Replica replica, bool certain)
    {
        var wasPrimary = IsPrimaryOfRecord(replica) && _phase != Phase.Creating;
        var mayServe = wasPrimary && replica.MayServe;
        foreach (var request in _requests.Where(r => r.Value.Replica == replica
            || r.Value.Command.Target?.Id == replica.Id)
            .Select(r => r.Key).ToArray())
        {
            _ = _requests.Remove(request);
        }

        replica.GoDown();
        if (!replica.IsNew)
            _actions.Add(new PartitionAction.AwaitRestart(replica.Id));
        if (wasPrimary)
        {
            // What it knows to be committed when it comes back is what its log names, and that may be less.
            _preferredNode = null;
            BeginElection(awaitLease: mayServe && !certain);
        }
        else if (_phase == Phase.Demote)
        {
            EndDemotion(replica);
        }
    }

    // The primary waits for all secondaries of its configuration, and would wait for ever for one that comes back with
    // another address. It may serve until the abort arrives.
    private void EndDemotion(Replica gone)
    {
        if (_configuration is { } configuration && Holds(configuration.Current, gone)
            && Primary is { IsPrimary: true } primary)
        {
            Fail(primary, $"Its demotion was given up, because replica {gone.Id} went down.", certain: false);
        }
    }

    private void TakeReply(PartitionEvent.Reply reply, Replica replica, ReplicaCommand command)
    {
        if (command.Kind == ReplicaCommandKind.Build)
        {
            TakeBuilt(reply, Find(command.Target!.Id));
            return;
        }
        // The answer to a wait that a later one has replaced is ignored.
        if (command.Kind == ReplicaCommandKind.CatchUp && reply.Request != _catchUpRequest)
            return;
        if (replica.Busy == reply.Request)
            replica.Busy = 0;
        if (reply.StateLost)
        {
            replica.Lost = replica.Expendable = true;
            replica.Salvage = false;
            replica.LostReason = reply.LostReason;
            replica.Damaged = reply.StateDamaged;
            _lastError = $"Replica {replica.Id} on {replica.Location.Node} {replica.Loss}.";
            GoDown(replica, certain: true);
            return;
        }
        if (reply.Error is { } error)
        {
            if (command.Kind == ReplicaCommandKind.Fence)
                TakeRefusal(reply.Progress?.Accepted ?? default);
            // Until the abort arrives, a primary goes on as it is.
            Fail(replica, error, certain: false);
            return;
        }
        switch (command.Kind)
        {
            case ReplicaCommandKind.Open:
                (replica.Open, replica.IsNew, replica.Failures) = (true, false, 0);
                (replica.Salvage, replica.Damaged) = (false, false);
                (replica.Role, replica.ReplicatorAddress) = (Role.Unknown, reply.ReplicatorAddress);
                replica.Expendable &= replica.Doomed || _replicas.Count(r => !r.Expendable) >= _target;
                if (replica.Doomed)
                    SendDrop(replica);
                else if (replica.Held)
                    Fail(replica, HeldDown);
                break;
            case ReplicaCommandKind.Drop:
                TakeDropped(replica);
                break;
            case ReplicaCommandKind.Close:
                GoDown(replica, certain: true);
                break;
            case ReplicaCommandKind.ChangeRole or ReplicaCommandKind.Demote:
                (replica.Role, replica.Epoch, replica.Address) = (command.Role, command.Epoch, reply.Address);
                replica.MayServe = replica.IsPrimary;
                break;
            case ReplicaCommandKind.Fence:
                (replica.Progress, replica.Epoch) = (reply.Progress, command.Epoch);
                break;
            case ReplicaCommandKind.UpdateEpoch:
                replica.Epoch = command.Epoch;
                break;
            case ReplicaCommandKind.DataLoss:
                _toldOfLoss = true;
                break;
            case ReplicaCommandKind.CatchUp:
                (_catchUpRequest, _caughtUp) = (0, true);
                break;
        }
    }

    // A replica that failed is aborted and opened again after a pause; its state on disk stays.
    private void Fail(Replica replica, string error, bool certain = true)
    {
        _lastError = $"Replica {replica.Id} on {replica.Location.Node}: {error}";
        Send(replica, new() { Kind = ReplicaCommandKind.Abort }, awaited: false);
        GoDown(replica, certain);
        replica.BackingOff = replica.Stumbled = true;
        _actions.Add(new PartitionAction.RetryLater(replica.Id, ++replica.Failures));
    }

    // A primary goes on until the abort arrives.
    private void TakeDown(PartitionEvent.TakeDown down)
    {
        foreach (var replica in _replicas.Where(r => down.Replicas.Contains(r.Id)).ToArray())
        {
            replica.Held = down.Held;
            if (replica.Open)
                Fail(replica, down.Held ? HeldDown : "A test restarts it.", certain: false);
        }
    }

    private void OpenReplicas()
    {
        foreach (var r in _replicas.Where(r => r is
        {
            HostUp: true, Open: false, BackingOff: false, Busy: 0,
            Lost: false, Held: false
        } && !IsParked(r)))
        {
            Send(r, new() { Kind = ReplicaCommandKind.Open, New = r.IsNew, Salvage = r.Salvage });
        }
    }

    private void EnsureHosts()
    {
        foreach (var node in _replicas.Where(r => r is { HostUp: false, Lost: false } && !IsParked(r))
            .Select(r => r.Location.Node).Distinct())
        {
            _actions.Add(new PartitionAction.EnsureHost(node));
        }
    }

    private long Send(Replica replica, ReplicaCommand command, bool awaited = true)
    {
        var request = awaited ? ++_lastRequest : 0;
        if (awaited)
            _requests[request] = (replica, command);
        var concurrent = command.Kind is ReplicaCommandKind.Build or ReplicaCommandKind.CatchUp;
        if (awaited && !concurrent)
            replica.Busy = request;
        replica.MayServe |= command is { Kind: ReplicaCommandKind.ChangeRole, Role: Role.Primary };
        _actions.Add(new PartitionAction.Send(replica.Location, request, command));
        return request;
    }

    private void Store(PartitionConfiguration next)
    {
        _configuration = next with { Version = (_configuration?.Version ?? 0) + 1 };
        _actions.Add(new PartitionAction.Store(_configuration));
    }

    private Replica? Find(long id) => _replicas.Find(r => r.Id == id);

    private IEnumerable<Replica> OnNode(string node) => _replicas.Where(r => r.Location.Node == node);

    private bool IsPrimaryOfRecord(Replica replica) => _configuration?.Primary == replica.Id;
}
