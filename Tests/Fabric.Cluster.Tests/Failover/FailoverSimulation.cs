using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

/// <summary>
/// Plays one partition on five nodes: random kills, restarts, slow answers, moves, lost managers, wiped disks,
/// recovered quorum losses, and writes all along. Acknowledged writes may go with a new data loss number only.
/// One seed is one course of events.
/// </summary>
internal sealed class FailoverSimulation(int seed)
{
    private static readonly string[] Nodes = ["N0", "N1", "N2", "N3", "N4"];

    // More than the data losses of one course.
    private const long ClockStep = 1_000_000;
    private readonly Random _random = new(seed);
    private readonly Dictionary<long, SimulatedReplica> _replicas = [];
    private readonly List<PartitionAction.Send> _pending = [];
    private readonly HashSet<string> _hosts = [];
    private readonly HashSet<string> _wanted = [];
    private readonly HashSet<long> _waiting = [];
    private readonly Queue<PartitionEvent> _events = [];
    private readonly List<int> _acknowledged = [];
    private readonly StringBuilder _story = new();
    private Dictionary<string, Departure> _leaving = [];
    private (int Target, int Min) _size = (3, 2);
    private StatefulPartition _partition = null!;
    private PartitionConfiguration? _stored;
    private FailoverEpoch _newest;
    private long _lastId;
    private int _lastNumber;
    private long _toldOfLoss = 1;
    private long _clock;

    internal string Story => $"seed {seed}{Environment.NewLine}{_story}";

    internal int Acknowledged => _acknowledged.Count;

    internal int DataLosses { get; private set; }

    internal int ConfigurationLosses { get; private set; }

    /// <summary>Gets how many nodes were emptied, because they were deactivated, while others died.</summary>
    internal int Emptied { get; private set; }

    /// <summary>Plays; throws with the story when an acknowledged write is missing where it must be.</summary>
    internal void Run(int steps)
    {
        StartManager();
        for (var i = 0; i < steps; i++)
            Fate();
        // Liveness: once nothing fails any more, the partition becomes complete within bounded steps, and a node that
        // is deactivated then becomes empty without a moment in which nobody could write.
        Size(3, 2);
        Leave([]);
        Heal();
        var primary = _replicas.Values.Single(r => r.Activated).Location.Node;
        var drops = _random.Next(2) == 0;
        Leave(new() { [primary] = drops ? Departure.Drop : Departure.Close });
        for (var i = 0; i < 4000 && _partition.Holds(primary) is not null; i++)
        {
            Progress(heal: true);
            if (_partition.Snapshot.Status == PartitionStatus.InQuorumLoss)
                throw new InvalidOperationException($"A deactivation took the quorum. {Story}");
        }
        if (_partition.Holds(primary) is { } check)
            throw new InvalidOperationException($"{primary} is not emptied: {check}. {Story}");
        if (_replicas.Values.Any(r => r.Open && r.Location.Node == primary && _stored!.Current.Contains(r.Location)))
            throw new InvalidOperationException($"{primary} is empty and has a member. {Story}");
        Leave([]);
        Heal();
        Check(_replicas.Values.Single(r => r.Activated), "at the end");
    }

    private void Heal()
    {
        for (var i = 0; i < 4000 && !(_partition.Snapshot.Complete && _pending.Count == 0); i++)
            Progress(heal: true);
        if (!_partition.Snapshot.Complete)
            throw new InvalidOperationException($"It does not recover. {Story}");
    }

    private void Leave(Dictionary<string, Departure> leaving)
    {
        _leaving = leaving;
        _ = _story.Append("> leaving ").AppendLine(string.Join(' ', leaving.Select(l => $"{l.Key}:{l.Value}")));
        TellNodes();
    }

    private void TellNodes() => Tell(new PartitionEvent.Nodes([.. Nodes.Where(n => !_leaving.ContainsKey(n))])
    {
        Leaving = _leaving,
    });

    private void Size(int target, int min)
    {
        _size = (target, min);
        Tell(new PartitionEvent.Resize(target, min));
    }

    // What people ask for, at any moment.
    private void Ask()
    {
        var node = Nodes[_random.Next(Nodes.Length)];
        switch (_random.Next(7))
        {
            case < 2:
                Leave(new(_leaving) { [node] = (Departure)_random.Next(2) });
                break;
            case 2:
                Leave([]);
                break;
            case 3:
                var target = _random.Next(1, 6);
                Size(target, _random.Next(1, target + 1));
                break;
            case 4 when _replicas.Values.ToArray() is { Length: > 0 } all:
                var id = all[_random.Next(all.Length)].Location.Id;
                Tell(_random.Next(2) == 0 ? new PartitionEvent.Remove(id) : new PartitionEvent.Restart(id));
                break;
            case 5 when !_hosts.Contains(node):
                Tell(new PartitionEvent.NodeStateLost(node));
                break;
            default:
                Tell(new PartitionEvent.MoveSecondary(node, Nodes[_random.Next(Nodes.Length)]));
                break;
        }
        // A host may end where nothing is needed any more.
        foreach (var left in _leaving.Keys.Where(n => _partition.Holds(n) is null).ToArray())
        {
            if (_hosts.Contains(left))
                Emptied++;
            Kill(left);
        }
    }

    private void Fate()
    {
        switch (_random.Next(100))
        {
            case 99:
                Ask();
                break;
            case < 3:
                Kill(Nodes[_random.Next(Nodes.Length)]);
                break;
            case < 4 when _random.Next(8) == 0:
                foreach (var node in Nodes)
                    Kill(node);
                // Now and then the configuration is gone with the manager, and the replicas are not.
                if (_stored is not null && _random.Next(4) == 0)
                    LoseConfiguration();
                StartManager();
                break;
            case < 5:
                Tell(new PartitionEvent.MovePrimary(null));
                break;
            case < 6 when _replicas.Values.Where(r => !r.Open).ToArray() is { Length: > 0 } down:
                Tell(new PartitionEvent.RestartWaitExpired(down[_random.Next(down.Length)].Location.Id));
                break;
            case < 7 when _random.Next(6) == 0:
                Wipe(Nodes[_random.Next(Nodes.Length)]);
                break;
            case < 7 when _random.Next(6) == 0:
                Tell(new PartitionEvent.Recover(Patient: _random.Next(2) == 0));
                break;
            case < 40:
                Write();
                break;
            default:
                Progress(heal: false);
                break;
        }
    }

    private void StartManager()
    {
        _pending.Clear();
        _waiting.Clear();
        _events.Clear();
        _wanted.Clear();
        _partition = _stored is null && _newest.DataLossNumber > 0
            ? StatefulPartition.WithoutConfiguration(
                Guid.Empty, _size.Target, _size.Min, FailoverEpoch.First(_clock += ClockStep), Found(),
                () => ++_lastId)
            : new(Guid.Empty, _size.Target, _size.Min, FailoverEpoch.First(1), _stored, () => ++_lastId);
        TellNodes();
    }

    private void LoseConfiguration()
    {
        _stored = null;
        ConfigurationLosses++;
        _ = _story.AppendLine("> the configuration is lost");
    }

    // What the nodes report: of each node the replica with the highest id.
    private ReplicaLocation[] Found() => [.. _replicas.Values.Where(r => r.Exists).Select(r => r.Location)
        .GroupBy(l => l.Node).Select(g => g.MaxBy(l => l.Id)!)];

    private void Kill(string node)
    {
        if (!_hosts.Remove(node))
            return;
        foreach (var replica in _replicas.Values.Where(r => r.Location.Node == node))
            replica.Die();
        _ = _pending.RemoveAll(p => p.Replica.Node == node);
        Tell(new PartitionEvent.HostDown(node));
    }

    private void Wipe(string node)
    {
        Kill(node);
        foreach (var id in _replicas.Values.Where(r => r.Location.Node == node).Select(r => r.Location.Id).ToArray())
            _ = _replicas.Remove(id);
        _ = _story.Append("> wipe ").AppendLine(node);
    }

    // One random thing goes on: a host starts, or a command ends.
    private void Progress(bool heal)
    {
        if (_events.TryDequeue(out var queued))
        {
            Tell(queued);
            return;
        }
        if (heal && _partition.Snapshot.Hopeless)
            Tell(new PartitionEvent.Recover());
        if (heal && Primaries.FirstOrDefault() is { } primary)
            Replicate(primary, sure: true);
        var down = _wanted.Where(n => !_hosts.Contains(n)).ToArray();
        if (down.Length > 0 && (_pending.Count == 0 || _random.Next(4) == 0))
        {
            var node = down[_random.Next(down.Length)];
            _ = _hosts.Add(node);
            Tell(new PartitionEvent.HostUp(node));
        }
        else if (_pending.Count > 0)
        {
            // Commands to one replica begin in order; only the waits for others may be overtaken.
            var next = _pending[_random.Next(_pending.Count)];
            var first = IsAside(next) ? next : _pending.First(p => p.Replica.Id == next.Replica.Id && !IsAside(p));
            if (Execute(first) is { } reply)
            {
                _ = _pending.Remove(first);
                if (first.Request != 0)
                    Tell(reply);
            }
        }
    }

    private IEnumerable<SimulatedReplica> Primaries =>
        _replicas.Values.Where(r => r is { Open: true, Role: Role.Primary });

    private bool IsAside(PartitionAction.Send send) =>
        send.Command.Kind is ReplicaCommandKind.Build || _waiting.Contains(send.Request);

    private void Tell(PartitionEvent happened)
    {
        _ = _story.Append("> ").AppendLine(happened.ToString());
        foreach (var action in _partition.Step(happened).ToArray())
        {
            _ = _story.AppendLine(action.ToString());
            switch (action)
            {
                case PartitionAction.Store store:
                    Store(store.Configuration);
                    break;
                case PartitionAction.EnsureHost host:
                    _ = _wanted.Add(host.Node);
                    if (_hosts.Contains(host.Node))
                        _events.Enqueue(new PartitionEvent.HostUp(host.Node));
                    break;
                case PartitionAction.Send send:
                    _pending.Add(send);
                    break;
                case PartitionAction.AwaitFirst:
                    _events.Enqueue(new PartitionEvent.FirstWaitExpired());
                    break;
                case PartitionAction.AwaitLease lease:
                    _events.Enqueue(new PartitionEvent.LeaseExpired(lease.Version));
                    break;
                case PartitionAction.AwaitStragglers wait:
                    _events.Enqueue(new PartitionEvent.StragglerWaitExpired(wait.Version));
                    break;
                case PartitionAction.RetryLater retry:
                    _events.Enqueue(new PartitionEvent.RetryDue(retry.Replica));
                    break;
            }
        }
    }

    // Whoever is the first primary of a new data loss number holds all that is left.
    private void Store(PartitionConfiguration next)
    {
        if (_stored is null && _newest.DataLossNumber >= next.Epoch.DataLossNumber)
            throw new InvalidOperationException($"It began anew without a new data loss number. {Story}");
        if (_newest.DataLossNumber > 0 && next.Epoch.DataLossNumber > _newest.DataLossNumber)
        {
            DataLosses++;
            var left = _replicas[next.Primary].Log.Select(r => r.Number).ToHashSet();
            _ = _acknowledged.RemoveAll(n => !left.Contains(n));
        }
        (_stored, _newest) = (next, next.Epoch);
    }

    // Null: it goes on waiting.
    private PartitionEvent.Reply? Execute(PartitionAction.Send send)
    {
        var command = send.Command;
        var done = new PartitionEvent.Reply(send.Request) { Address = "a", ReplicatorAddress = "r" };
        if (command.Kind == ReplicaCommandKind.Open)
            return Open(send.Replica, command, done);
        if (!_replicas.TryGetValue(send.Replica.Id, out var replica) || !replica.Open)
            return done with { Error = "not open" };
        switch (command.Kind)
        {
            case ReplicaCommandKind.Fence or ReplicaCommandKind.UpdateEpoch:
                var last = replica.Log.Count == 0 ? default : replica.Log[^1].Epoch;
                done = done with
                {
                    Progress = new(last, replica.Log.Count, replica.Committed, Accepted: replica.Accepted),
                };
                if (command.Epoch.CompareTo(replica.Accepted) < 0)
                    return done with { Error = "older epoch" };
                replica.Accepted = command.Epoch;
                return done;
            case ReplicaCommandKind.ChangeRole:
                if (command.Epoch.CompareTo(replica.Accepted) < 0)
                    return done with { Error = "older epoch" };
                // Who leads anew knows no configuration but the one that it is told now.
                if (command.Role == Role.Primary && replica.Role != Role.Primary)
                    (replica.Current, replica.Previous) = (command.Current, command.Previous);
                (replica.Accepted, replica.Role, replica.Term) = (command.Epoch, command.Role, command.Epoch);
                if (command.Role != Role.Primary)
                    replica.Activated = false;
                if (command.Role == Role.Primary)
                    replica.Log.Add((command.Epoch, 0));
                return done;
            case ReplicaCommandKind.DataLoss:
                if (replica.Activated)
                    throw new InvalidOperationException($"It served before it was told. {Story}");
                _toldOfLoss = replica.Term.DataLossNumber;
                return done;
            case ReplicaCommandKind.Build:
                if (replica.Role != Role.Primary)
                    return done with { Error = "not primary" };
                return _replicas.TryGetValue(command.Target!.Id, out var target) && Copy(replica, target) ? done
                    : done with { Error = "no target" };
            case ReplicaCommandKind.RemoveReplica:
                if (replica.Current.Concat(replica.Previous).Any(r => r.Id == command.Target!.Id))
                    throw new InvalidOperationException($"It was to let go of a member. {Story}");
                return done;
            case ReplicaCommandKind.CatchUp:
                if (_waiting.Add(send.Request))
                    (replica.Current, replica.Previous) = (command.Current, command.Previous);
                Replicate(replica, sure: false);
                return Holds(replica, replica.Log.Count) ? done : null;
            case ReplicaCommandKind.Activate:
                (replica.Current, replica.Previous, replica.Activated) = (command.Current, [], true);
                if (replica.Term.DataLossNumber > _toldOfLoss)
                    throw new InvalidOperationException($"It serves, and was not told of a loss. {Story}");
                Check(replica, "when it was activated");
                return done;
            case ReplicaCommandKind.Demote:
                Replicate(replica, sure: false);
                (replica.Role, replica.Activated) = (command.Role, false);
                return done;
            default:
                replica.Die();
                if (command.Kind == ReplicaCommandKind.Drop)
                    _ = _replicas.Remove(send.Replica.Id);
                return done;
        }
    }

    private PartitionEvent.Reply Open(ReplicaLocation location, ReplicaCommand command, PartitionEvent.Reply done)
    {
        if (_random.Next(30) == 0)
            return done with { Error = "bad luck" };
        if (!_replicas.TryGetValue(location.Id, out var replica))
            _replicas[location.Id] = replica = new(location);
        if (!command.New && !replica.Exists)
            return done with { StateLost = true };
        (replica.Open, replica.Exists, replica.Role) = (true, true, Role.Unknown);
        return done;
    }

    private void Write()
    {
        if (Primaries.FirstOrDefault(p => p.Activated) is not { } primary)
            return;
        primary.Log.Add((primary.Term, ++_lastNumber));
        Replicate(primary, sure: false);
        if (!Holds(primary, primary.Log.Count))
            return;
        primary.Committed = primary.Log.Count;
        _acknowledged.AddRange(primary.Log.Where(r => r.Number > 0).Select(r => r.Number).Except(_acknowledged));
    }

    private void Replicate(SimulatedReplica primary, bool sure)
    {
        foreach (var view in primary.Current.Concat(primary.Previous).DistinctBy(v => v.Id)
            .Where(v => v.Id != primary.Location.Id))
        {
            if (_replicas.TryGetValue(view.Id, out var secondary) && (sure || _random.Next(3) > 0))
                _ = Copy(primary, secondary);
        }
    }

    private static bool Copy(SimulatedReplica primary, SimulatedReplica secondary)
    {
        if (!secondary.Open || secondary.Role == Role.Primary)
            return false;
        if (secondary.Accepted.CompareTo(primary.Term) > 0)
            return false;
        (secondary.Accepted, secondary.Log, secondary.Committed) = (primary.Term, [.. primary.Log], primary.Committed);
        return true;
    }

    private bool Holds(SimulatedReplica primary, int length) =>
        HasQuorum(primary, primary.Current, length)
            && (primary.Previous.Length == 0 || HasQuorum(primary, primary.Previous, length));

    private bool HasQuorum(SimulatedReplica primary, ReplicaView[] members, int length) =>
        members.Count(m => m.Id == primary.Location.Id || _replicas.TryGetValue(m.Id, out var r)
            && r.Log.Count >= length
            && r.Log[length - 1] == primary.Log[length - 1]) >= ReplicaCommand.WriteQuorum(members.Length);

    private void Check(SimulatedReplica primary, string moment)
    {
        var held = primary.Log.Select(r => r.Number).ToHashSet();
        var lost = _acknowledged.Where(n => !held.Contains(n)).ToArray();
        if (lost.Length > 0)
        {
            throw new InvalidOperationException(
                $"Replica {primary.Location.Id} lacks the acknowledged {string.Join(' ', lost)} {moment}. {Story}");
        }
    }
}
