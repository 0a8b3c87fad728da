using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Cluster.Management.Faults;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Gateway;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>
/// Faults that tests ask for. They are stored before they are done. A manager that starts again finds them: it does
/// again what it may not have done of a data loss, and starts every host and node, so that quorum losses and stops of
/// nodes end with the manager before.
/// </content>
internal sealed partial class ClusterManager
{
    private const int FaultsMax = 1024;
    private readonly Dictionary<Guid, FaultOperation> _interrupted = [];

    /// <summary>Drops all replicas of a stateful partition, or a write quorum of them, and lets it go on with what is
    /// left. Does not wait until it serves again.</summary>
    /// <param name="operation">The caller's name for it, under which <see cref="FaultAsync"/> finds it.</param>
    /// <param name="id">The partition.</param>
    /// <param name="full">Whether all replicas are dropped.</param>
    /// <exception cref="ClusterException">The operation is known, there is no such partition, it is stateless, or it is
    /// not ready.</exception>
    internal Task<TestCommandView> StartDataLossAsync(Guid operation, string id, bool full) => _loop.InvokeAsync(() =>
    {
        var partition = StatefulOf(operation, id, "it has no data to lose");
        var fault = Begin(partition, new()
        {
            Id = operation,
            Type = FaultType.PartitionDataLoss,
            Full = full,
            DataLossNumber = partition.Snapshot.Epoch.DataLossNumber,
        });
        var what = full ? "of all data" : "of a quorum of replicas";
        Log.LossAsked(what, partition.Id, partition.Service.Name);
        _events.Add(EventKinds.DataLoss, $"{partition.Service.Name}/{partition.Id}",
            $"loss {what} of {partition.Name}");
        Apply(partition, new PartitionEvent.LoseData(full));
        return View(Settled(fault));
    });

    /// <summary>Takes a write quorum of a stateful partition's replicas down, or all, and opens them again after a
    /// while.</summary>
    /// <exception cref="ClusterException">As with a data loss.</exception>
    internal Task<FaultOperation> StartQuorumLossAsync(Guid operation, string id, bool all, TimeSpan duration) =>
        _loop.InvokeAsync(() =>
    {
        var partition = StatefulOf(operation, id, "it has no quorum to lose");
        var fault = Begin(partition, new()
        {
            Id = operation,
            Type = FaultType.PartitionQuorumLoss,
            Until = _time.GetUtcNow() + duration,
        });
        var open = partition.Snapshot.Replicas.Where(r => r.Status == ReplicaStatus.Ready)
            .OrderByDescending(r => r.Role == Role.Primary).ToArray();
        var down = open[..(all ? open.Length : ReplicaCommand.WriteQuorum(open.Length))];
        Log.QuorumLossAsked(
            down.Length, open.Length, partition.Id, partition.Service.Name, duration.TotalSeconds);
        _events.Add(EventKinds.Quorum, $"{partition.Service.Name}/{partition.Id}",
            $"a test takes the quorum of {partition.Name} for {duration.TotalSeconds:0.#} s");
        Apply(partition, new PartitionEvent.TakeDown([.. down.Select(r => r.Id)], Held: true));
        Schedule(duration, () => EndQuorumLoss(fault));
        return fault;
    });

    /// <summary>Closes replicas of a partition at once and opens them again, as after a fault of each.</summary>
    /// <exception cref="ClusterException">As with a data loss; the primary of a stateless one cannot be spared.
    /// </exception>
    internal Task<FaultOperation> StartRestartAsync(Guid operation, string id, bool onlySecondaries) =>
        _loop.InvokeAsync(() =>
    {
        CheckNew(operation);
        var partition = PartitionOf(id);
        if (onlySecondaries && !partition.Service.Stateful)
        {
            throw new ClusterException("FABRIC_E_INVALID_FOR_STATELESS_SERVICES",
                $"{partition.Service.Name} is stateless: it has no secondaries. Allowed: AllReplicasOrInstances.");
        }
        CheckReady(partition);
        var fault = Begin(partition, new() { Id = operation, Type = FaultType.PartitionRestart });
        var closed = partition.Snapshot.Replicas
            .Where(r => !onlySecondaries || r.Role == Role.ActiveSecondary).Select(r => r.Id).ToArray();
        Log.RestartAsked(closed.Length, partition.Id, partition.Service.Name);
        RestartReplicas(partition, closed);
        return fault;
    });

    /// <summary>Stops a node for a while, or starts one that is stopped.</summary>
    /// <exception cref="ClusterException">The operation is known, there is no such node, it has another instance, or
    /// it is down already, or up.</exception>
    internal Task<FaultOperation> StartTransitionAsync(
        Guid operation, string name, string instance, TimeSpan? stopped) => _loop.InvokeAsync(() =>
    {
        CheckNew(operation);
        var node = NodeOf(name);
        if (instance != "0" && instance != Text(node.Description.Instance))
        {
            throw new ClusterException("FABRIC_E_INSTANCE_ID_MISMATCH", $"NodeInstanceId is '{instance}'; node "
                + $"{node.Name} is instance {node.Description.Instance} now.");
        }
        if (stopped is null && node.Up)
            throw new ClusterException("FABRIC_E_NODE_IS_UP", $"Node {node.Name} is up already.");
        if (stopped is not null && (node.StoppedUntil is not null || node.Process is null))
            throw new ClusterException(InvalidOperation, $"Node {node.Name} is down already.");
        var until = _time.GetUtcNow() + (stopped ?? TimeSpan.Zero);
        var fault = Add(new()
        {
            Id = operation,
            Type = FaultType.NodeTransition,
            Node = node.Name,
            NodeInstance = Text(node.Description.Instance),
            Stops = stopped is not null,
            Until = until,
        });
        if (stopped is not { } duration)
        {
            EndStop(node, node.StoppedUntil);
        }
        else
        {
            Log.NodeStopAsked(node.Name, duration.TotalSeconds);
            node.StoppedUntil = until;
            _ = Kill(node);
            Schedule(duration, () => EndStop(node, until));
        }
        return fault;
    });

    /// <summary>Gets the faults that are kept, in the order of their starts.</summary>
    internal Task<FaultOperation[]> FaultsAsync() => _loop.InvokeAsync(() =>
    {
        Settle();
        return _folder.State.Faults;
    });

    /// <exception cref="ClusterException">There is no such operation.</exception>
    internal Task<FaultOperation> FaultAsync(Guid id) => _loop.InvokeAsync(() => FaultOf(id));

    /// <summary>Ends what a fault does. What it has done stays so: lost data is lost.</summary>
    /// <param name="id">The operation.</param>
    /// <param name="force">Whether it is called ended at once; only after a cancellation without force.</param>
    /// <exception cref="ClusterException">There is no such operation, or force comes first.</exception>
    internal Task<FaultOperation> CancelFaultAsync(Guid id, bool force) => _loop.InvokeAsync(() =>
    {
        var fault = FaultOf(id);
        if (fault.HasEnded)
            return fault;
        if (force && fault.State == FaultState.Running)
        {
            throw new ClusterException(InvalidOperation, $"Operation {id} is Running. Allowed: Force=true only once "
                + "it was cancelled with Force=false.");
        }
        Log.FaultCancelled(id, fault.Type.ToString(), force ? " by force" : "");
        fault = fault with { State = force ? FaultState.ForceCancelled : FaultState.RollingBack };
        Save(fault);
        if (!force)
            RollBack(fault);
        return Settled(fault);
    });

    /// <exception cref="ClusterException">There is no such operation.</exception>
    internal Task<TestCommandView> TestCommandAsync(string id) => _loop.InvokeAsync(() =>
        Guid.TryParse(id, out var operation) ? View(FaultOf(operation)) : throw NoOperation(id));

    private static TestCommandView View(FaultOperation fault) =>
        new(fault.Id, fault.State.ToString(), fault.Service, fault.Partition);

    private static ClusterException NoOperation(string id) =>
        new("FABRIC_E_TEST_COMMAND_NOT_FOUND", $"There is no operation '{id}'.");

    private FaultOperation FaultOf(Guid id)
    {
        Settle();
        return Array.Find(_folder.State.Faults, f => f.Id == id) ?? throw NoOperation(id.ToString());
    }

    private FaultOperation Settled(FaultOperation fault)
    {
        Settle();
        return _folder.State.Faults.First(f => f.Id == fault.Id);
    }

    // What has come to its end meanwhile is stored as such before anybody hears of it.
    private void Settle()
    {
        var faults = _folder.State.Faults;
        var next = Array.ConvertAll(faults, f => f.HasEnded ? f : f.Next(SightOf(f)));
        if (!next.SequenceEqual(faults))
            SaveState(_folder.State with { Faults = next });
    }

    private FaultSight SightOf(FaultOperation fault)
    {
        var now = _time.GetUtcNow();
        if (fault.Node.Length > 0)
        {
            return new(now, IsGone: false, NodeOf(fault.Node).Process is not null
            && (fault.Stops || NodeOf(fault.Node).Up), IsComplete: false, 0);
        }

        if (!_applications.Exists(a => a.Stored.Partitions.Contains(fault.Partition)))
            return new(now, IsGone: true, Serves: false, IsComplete: false, 0);
        return _partitions.TryGetValue(fault.Partition, out var partition)
            ? new(now, IsGone: false, partition.Snapshot.Status == PartitionStatus.Ready, partition.Snapshot.Complete,
                partition.Snapshot.Epoch.DataLossNumber) : new(now, false, false, false, 0);
    }

    private PartitionEntry StatefulOf(Guid operation, string id, string why)
    {
        CheckNew(operation);
        var partition = PartitionOf(id);
        if (!partition.Service.Stateful)
        {
            throw new ClusterException("FABRIC_E_INVALID_FOR_STATELESS_SERVICES",
                $"{partition.Service.Name} is stateless: {why}.");
        }
        CheckReady(partition);
        return partition;
    }

    private static void CheckReady(PartitionEntry partition)
    {
        if (partition.Snapshot.Status != PartitionStatus.Ready)
        {
            throw new ClusterException(InvalidOperation, $"Partition {partition.Id} of {partition.Service.Name} is "
                + $"{partition.Snapshot.Status}: only one that is ready can be struck.");
        }
    }

    private void CheckNew(Guid operation)
    {
        if (!Array.Exists(_folder.State.Faults, f => f.Id == operation))
            return;
        throw new ClusterException("FABRIC_E_TEST_COMMAND_OPERATION_ID_ALREADY_EXISTS",
            $"There is an operation '{operation}' already.");
    }

    private FaultOperation Begin(PartitionEntry partition, FaultOperation fault) =>
        Add(fault with { Service = partition.Service.Name, Partition = partition.Id });

    private FaultOperation Add(FaultOperation fault)
    {
        Settle();
        var kept = _folder.State.Faults.ToList();
        if (kept.Count >= FaultsMax)
        {
            var oldest = kept.FindIndex(f => f.HasEnded);
            if (oldest < 0)
            {
                throw new ClusterException(InvalidOperation,
                    $"{FaultsMax} faults have not ended. Allowed: a new one once one of them has.");
            }
            kept.RemoveAt(oldest);
        }
        SaveState(_folder.State with { Faults = [.. kept, fault] });
        return fault;
    }

    private void Save(FaultOperation fault) => SaveState(_folder.State with
    {
        Faults = Array.ConvertAll(_folder.State.Faults, f => f.Id == fault.Id ? fault : f),
    });

    private void RollBack(FaultOperation fault)
    {
        _ = _interrupted.Remove(fault.Partition);
        if (fault.Type == FaultType.PartitionQuorumLoss)
            Release(fault);
        if (fault is { Type: FaultType.NodeTransition, Stops: true }
            && NodeOf(fault.Node) is { StoppedUntil: { } until } node && until == fault.Until)
        {
            EndStop(node, until);
        }
    }

    private void EndQuorumLoss(FaultOperation fault)
    {
        if (Array.Exists(_folder.State.Faults, f => f.Id == fault.Id && f.State == FaultState.Running))
            Release(fault);
    }

    private void Release(FaultOperation fault)
    {
        if (_partitions.TryGetValue(fault.Partition, out var partition))
            Apply(partition, new PartitionEvent.Release());
    }

    private void RestartReplicas(PartitionEntry partition, IReadOnlyList<long> replicas)
    {
        _events.Add(EventKinds.Replica, $"{partition.Service.Name}/{partition.Id}",
            $"restart of {replicas.Count} replicas of {partition.Name}");
        Apply(partition, new PartitionEvent.TakeDown(replicas, Held: false));
    }

    // The end of the process may not be known yet: then its node starts again when it is.
    private void EndStop(NodeEntry node, DateTimeOffset? until)
    {
        if (node.StoppedUntil != until)
            return;
        node.StoppedUntil = null;
        if (node.Process is null && !node.IsEnding)
            StartNode(node);
    }

    // These faults began under the previous manager: the nodes and replicas that they held down have started together
    // with this one.
    private void FindInterrupted()
    {
        var now = _time.GetUtcNow();
        var faults = Array.ConvertAll(_folder.State.Faults, f =>
            f is { State: FaultState.Running, Type: FaultType.PartitionQuorumLoss or FaultType.NodeTransition }
                && f.Until > now
                ? f with { Until = now } : f);
        if (!faults.SequenceEqual(_folder.State.Faults))
            SaveState(_folder.State with { Faults = faults });
        foreach (var fault in faults.Where(f =>
            f is { State: FaultState.Running, Type: FaultType.PartitionDataLoss }))
        {
            _interrupted[fault.Partition] = fault;
        }
    }

    // A quorum loss that had not begun is injected now. One that was injected in part has left less than a quorum; the
    // replicas that are left go on as they would have.
    private void GoOn(PartitionEntry partition)
    {
        if (!_interrupted.TryGetValue(partition.Id, out var fault))
            return;
        var now = partition.Snapshot;
        if (now.Epoch.DataLossNumber > fault.DataLossNumber)
        {
            _ = _interrupted.Remove(partition.Id);
        }
        else if (now.Status == PartitionStatus.Ready)
        {
            _ = _interrupted.Remove(partition.Id);
            _loop.Post(() => Apply(partition, new PartitionEvent.LoseData(fault.Full)));
        }
        else if (now.Status == PartitionStatus.InQuorumLoss)
        {
            _loop.Post(() => Apply(partition, new PartitionEvent.Recover(Patient: true)));
        }
    }

    private NodeEntry NodeOf(string name) => Array.Find(_nodes, n => n.Name == name || n.Name == $"_Node_{name}")
        ?? throw new ClusterException("FABRIC_E_NODE_NOT_FOUND",
            $"There is no node '{name}'. Allowed: {string.Join(", ", _nodes.Select(n => n.Name))}.");

    private int[] Kill(NodeEntry node)
    {
        int[] killed = [node.Process!.Id, .. node.Hosts.Values.Select(h => h.ProcessId).Where(p => p != 0)];
        _events.Add(EventKinds.Kill, node.Name, $"kill of {node.Name} and its hosts ({Processes(killed)})");
        node.Process.Kill();
        foreach (var process in killed[1..])
            _ = ProcessControl.Kill(process);
        return killed;
    }
}
