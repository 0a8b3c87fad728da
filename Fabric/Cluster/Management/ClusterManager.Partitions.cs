using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>Carries out what the partitions decide.</content>
internal sealed partial class ClusterManager
{
    // The longest that a timer takes; no cluster for development is up for that long.
    private const int WaitSecondsMax = 4_000_000;

    private readonly Dictionary<Guid, PartitionEntry> _partitions = [];

    private IEnumerable<PartitionEntry> PartitionsOf(HostEntry host) =>
        _partitions.Values.Where(p => p.Application.Id == host.Activation.ApplicationId
            && p.Service.PackageName == host.Activation.Package.Name).ToArray();

    private void TellCandidates()
    {
        foreach (var partition in _partitions.Values.ToArray())
            TellCandidates(partition);
    }

    private void TellCandidates(PartitionEntry partition) =>
        Apply(partition, new PartitionEvent.Nodes(Candidates(partition)) { Leaving = Leaving(partition.Service) });

    private IReadOnlyList<string> Candidates(PartitionEntry partition)
    {
        var others = _partitions.Values.Where(p => p != partition).ToArray();
        return Placement.Order(
            [.. NodesFor(partition.Service).Where(n => n.Up && !IsDeactivated(n)).Select(n => n.Name)],
            [.. others.SelectMany(p => p.Machine.Nodes)],
            [.. others.Where(p => p.Application == partition.Application
                && p.Service.PackageName == partition.Service.PackageName).SelectMany(p => p.Machine.Nodes)],
            spread: _partitions.Values.Where(p => p.Service == partition.Service)
                .TakeWhile(p => p != partition).Count());
    }

    private void Apply(PartitionEntry partition, PartitionEvent happened)
    {
        if (_stopping || _halted || !_partitions.ContainsKey(partition.Id))
            return;
        foreach (var action in partition.Machine.Step(happened).ToArray())
            Do(partition, action);
        LookWhetherCleared();
    }

    private void Do(PartitionEntry partition, PartitionAction action)
    {
        switch (action)
        {
            case PartitionAction.Store store:
                Store(partition, store.Configuration);
                break;
            case PartitionAction.EnsureHost host:
                EnsureHost(partition, host.Node);
                break;
            case PartitionAction.Send send:
                Send(partition, send);
                break;
            case PartitionAction.RetryLater retry:
                Schedule(partition.Pauses.Next(retry.Replica),
                    () => Apply(partition, new PartitionEvent.RetryDue(retry.Replica)));
                break;
            case PartitionAction.AwaitRestart wait:
                AwaitRestart(partition, wait.Replica);
                break;
            case PartitionAction.AwaitFirst:
                Schedule(_options.FirstReplicaWait, () => Apply(partition, new PartitionEvent.FirstWaitExpired()));
                break;
            case PartitionAction.AwaitLease lease:
                Schedule(_options.LeaseWait, () => Apply(partition, new PartitionEvent.LeaseExpired(lease.Version)));
                break;
            case PartitionAction.AwaitStragglers wait:
                Schedule(_options.StragglerWait,
                    () => Apply(partition, new PartitionEvent.StragglerWaitExpired(wait.Version)));
                break;
            case PartitionAction.Publish publish:
                Publish(partition, publish.Snapshot);
                break;
        }
    }

    // A decision that is not on disk must not be acted on, but the partition's decision type assumes that it is. So
    // this manager decides nothing more; the next start reads what is stored.
    private void Store(PartitionEntry partition, PartitionConfiguration configuration)
    {
        try
        {
            if (!_folder.Journal.TryReplace(configuration))
            {
                throw new InvalidOperationException($"Partition {configuration.PartitionId} has another configuration "
                    + "than its owner knows.");
            }
        }
        catch (IOException e)
        {
            throw Halt(e);
        }
        NoteCreated(partition.Application, partition.Id);
    }

    private void EnsureHost(PartitionEntry partition, string nodeName)
    {
        var node = _nodes.First(n => n.Name == nodeName);
        var activation = Activation(node, partition);
        if (!node.Hosts.TryGetValue(activation.HostId, out var host))
        {
            node.Hosts[activation.HostId] = new(activation);
            if (!node.Ending.Contains(activation.ApplicationId))
                node.Link?.Send(new ControlMessage.ActivateHost(activation));
        }
        else if (host.Ready)
        {
            _loop.Post(() => Apply(partition, new PartitionEvent.HostUp(nodeName)));
        }
    }

    private void Send(PartitionEntry partition, PartitionAction.Send send)
    {
        var node = _nodes.First(n => n.Name == send.Replica.Node);
        var service = partition.Service;
        node.Link?.Send(new ControlMessage.Order(HostId(node, partition), new()
        {
            PartitionId = partition.Id,
            ReplicaId = send.Replica.Id,
            Request = send.Request,
            Command = send.Command,
            Opening = send.Command.Kind != ReplicaCommandKind.Open ? null : new()
            {
                ServiceName = service.Name,
                ServiceTypeName = service.TypeName,
                Stateful = service.Stateful,
                Key = partition.Key,
                MinReplicaSetSize = service.MinReplicaSetSize,
                InitializationData = service.InitializationData,
            },
        }));
    }

    private void TakeAnswer(PartitionEntry partition, ReplicaAnswer answer)
    {
        if (answer.Salvaged.Length > 0)
            NoteSalvage(partition, answer);
        if (answer.Error is { } error)
            Log.ReplicaFailed(answer.ReplicaId, partition.Service.Name, error);
        if (answer.StateLost)
            NoteLoss(partition, answer);
        Apply(partition, new PartitionEvent.Reply(answer.Request)
        {
            Error = answer.Error,
            StateLost = answer.StateLost,
            StateDamaged = answer.StateDamaged,
            LostReason = answer.LostReason,
            Address = answer.Address,
            ReplicatorAddress = answer.ReplicatorAddress,
            Progress = answer.Progress,
        });
    }

    // A replica that only tried to come back is still away: its failed attempts do not put off the replacement.
    private void AwaitRestart(PartitionEntry partition, long replica)
    {
        if (partition.RestartWaits.ContainsKey(replica) && !partition.Pauses.IsProved(replica))
            return;
        if (partition.RestartWaits.Remove(replica, out var before))
        {
            _ = _timers.Remove(before);
            before.Dispose();
        }
        partition.RestartWaits[replica] = ScheduleTimer(RestartWait(partition.Service), () =>
        {
            _ = partition.RestartWaits.Remove(replica);
            TellCandidates(partition);
            Apply(partition, new PartitionEvent.RestartWaitExpired(replica));
        });
    }

    private TimeSpan RestartWait(ServiceDefinition service) => service.ReplicaRestartWaitSeconds is > 0 and var seconds
        ? TimeSpan.FromSeconds(Math.Min(seconds, WaitSecondsMax)) : _options.RestartWait;

    // Counted again from the beginning while a node or a host is only starting: after a power cut all are.
    private void AwaitQuorum(PartitionEntry partition)
    {
        if (partition.Service.QuorumLossWaitSeconds is not (> 0 and var seconds))
            return;
        var loss = ++partition.QuorumLosses;
        var wait = TimeSpan.FromSeconds(Math.Min(seconds, WaitSecondsMax));
        Schedule(wait, Give);

        void Give()
        {
            if (!partition.HasLostQuorum || partition.QuorumLosses != loss)
                return;
            if (!IsStarting(partition))
                Apply(partition, new PartitionEvent.Recover(Patient: true));
            Schedule(wait, Give);
        }
    }

    private bool IsStarting(PartitionEntry partition) => partition.Machine.Nodes.Any(name =>
    {
        var node = _nodes.First(n => n.Name == name);
        return !node.Up || node.Hosts.GetValueOrDefault(HostId(node, partition))
            is { Ready: false, Failures: 0 };
    });

    private void Publish(PartitionEntry partition, PartitionSnapshot snapshot)
    {
        var before = partition.Snapshot;
        partition.Snapshot = snapshot;
        if (!Endpoints(before).SequenceEqual(Endpoints(snapshot)))
            partition.Version = NextNumber();
        if (before.Status != snapshot.Status || before.Health != snapshot.Health || before.Epoch != snapshot.Epoch)
        {
            Log.PartitionChanged(partition.Id, partition.Service.Name,
                $"{snapshot} epoch {snapshot.Epoch} {snapshot.LastError}");
        }

        foreach (var gone in before.Replicas.Where(r => Array.TrueForAll(snapshot.Replicas, n => n.Id != r.Id)))
        {
            partition.Pauses.Forget(gone.Id);
            partition.Loads.Forget(gone.Id);
            _health.Remove(e => e.Partition == partition.Id && e.Replica == gone.Id);
        }
        foreach (var replica in snapshot.Replicas)
            partition.Pauses.Note(replica.Id, replica.Status == ReplicaStatus.Ready);
        foreach (var (kind, text) in partition.Watch.Take(snapshot))
            _events.Add(kind, $"{partition.Service.Name}/{partition.Id}", text);
        var lost = snapshot.Status == PartitionStatus.InQuorumLoss;
        if (lost && !partition.HasLostQuorum)
            AwaitQuorum(partition);
        partition.HasLostQuorum = lost;
        var changed = partition.Changed;
        partition.Changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        _ = changed.TrySetResult();
        GoOn(partition);
        CheckDeployment(partition.Application);
    }

    /// <summary>Gets what a resolver may use: the primary and active secondaries, or the instances.</summary>
    private static IEnumerable<ReplicaSnapshot> Endpoints(PartitionSnapshot snapshot) =>
        snapshot.Replicas.Where(r => r.Status == ReplicaStatus.Ready).OrderByDescending(r => r.Role == Role.Primary);

    private static string HostId(NodeEntry node, PartitionEntry partition) =>
        $"{node.Name}/{partition.Application.Id}/{partition.Service.PackageName}";
}
