using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Events;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>What clients may do to single replicas and instances. Each command is decided when it is taken, and goes on
/// after its answer.</content>
internal sealed partial class ClusterManager
{
    private const string InvalidOperation = "FABRIC_E_INVALID_OPERATION";

    /// <summary>Aborts a replica or instance, which opens again with the state that it has.</summary>
    /// <exception cref="ClusterException">There is no such replica on the node, or it is not open.</exception>
    internal Task<bool> RestartReplicaAsync(string node, string partitionId, string replicaId) =>
        _loop.InvokeAsync(() =>
        {
            var (partition, replica) = ReplicaOf(node, partitionId, replicaId);
            if (replica.Status is ReplicaStatus.Down or ReplicaStatus.Dropped)
            {
                throw new ClusterException(InvalidOperation,
                    $"Replica {replicaId} of partition {partitionId} is {replica.Status}: it cannot be restarted.");
            }
            Note(partition, $"restart of {Named(partition, replica)}");
            Apply(partition, new PartitionEvent.Restart(replica.Id));
            return true;
        });

    /// <summary>Removes a replica or instance with its state; another one takes its place.</summary>
    /// <exception cref="ClusterException">There is no such replica on the node, or acknowledged writes could be lost
    /// without it.</exception>
    internal Task<bool> RemoveReplicaAsync(string node, string partitionId, string replicaId) =>
        _loop.InvokeAsync(() =>
        {
            var (partition, replica) = ReplicaOf(node, partitionId, replicaId);
            if (partition.Machine.RefusesRemoval(replica.Id) is { } reason)
            {
                throw new ClusterException(InvalidOperation,
                    $"Replica {replicaId} of partition {partitionId} cannot be removed. {reason}");
            }
            Note(partition, $"removal of {Named(partition, replica)}");
            Apply(partition, new PartitionEvent.Remove(replica.Id));
            return true;
        });

    /// <summary>Gives up what the disk of a node holds that is down: its replicas count as lost, and others take their
    /// place. At the return it is durable: they are lost to a manager that starts again, too, and to the node if it
    /// comes back with them.</summary>
    /// <exception cref="ClusterException">There is no such node, or it is up.</exception>
    internal async Task RemoveNodeStateAsync(string name)
    {
        var given = await _loop.InvokeAsync(() =>
        {
            var node = NodeOf(name);
            if (node.Up)
            {
                throw new ClusterException("FABRIC_E_NODE_IS_UP",
                    $"Node {node.Name} is up. Allowed: the state of a node that is down, and whose disk is gone.");
            }
            Log.NodeStateGivenUp(node.Name);
            _events.Add(EventKinds.Node, node.Name, $"the state of {node.Name} is given up");
            node.GivingUp ??= new(TaskCreationOptions.RunContinuationsAsynchronously);
            var done = node.GivingUp.Task;
            // Replicas count as open until it is certain that their hosts have ended.
            if (!node.IsEnding)
                GiveUpState(node);
            return done;
        }).ConfigureAwait(false);
        await given.ConfigureAwait(false);
    }

    /// <summary>Builds a secondary on another node and removes the one that it replaces.</summary>
    /// <param name="partitionId">The partition.</param>
    /// <param name="from">The node that has the secondary.</param>
    /// <param name="to">The other node; empty: the best one.</param>
    /// <exception cref="ClusterException">The secondary cannot move there; the message says why.</exception>
    internal Task<bool> MoveSecondaryAsync(string partitionId, string from, string to) => _loop.InvokeAsync(() =>
    {
        var partition = PartitionOf(partitionId);
        from = NodeOf(from).Name;
        if (to.Length > 0)
            to = NodeOf(to).Name;
        else
            to = Candidates(partition).FirstOrDefault(n => partition.Machine.RefusesMove(from, n) is null) ?? "";
        var reason = to.Length == 0 ? "No other node can take it." : partition.Machine.RefusesMove(from, to);
        if (reason is not null)
        {
            throw new ClusterException(InvalidOperation,
                $"The secondary of partition {partitionId} on {from} cannot move. {reason}");
        }
        Note(partition, $"move of a secondary of {partition.Name} from {from} to {to}");
        Apply(partition, new PartitionEvent.MoveSecondary(from, to));
        return true;
    });

    // A replica that is dropped for another reason is stored as well: its state is lost, too. One that no configuration
    // names any more is forgotten.
    private void GiveUpState(NodeEntry node)
    {
        foreach (var partition in _partitions.Values.ToArray())
            Apply(partition, new PartitionEvent.NodeStateLost(node.Name));
        var lost = _partitions.Values.SelectMany(p => p.Snapshot.Replicas)
            .Where(r => r.Node == node.Name && r.Status == ReplicaStatus.Dropped).Select(r => r.Id);
        var named = _folder.Journal.ReadAll()
            .SelectMany(c => c.Current.Concat(c.Previous).Concat(c.Others)).Select(r => r.Id).ToHashSet();
        SaveState(_folder.State with { GivenUp = [.. _folder.State.GivenUp.Union(lost).Where(named.Contains)] });
        _ = node.GivingUp?.TrySetResult();
        node.GivingUp = null;
    }

    // Before anything of the partition is opened: what was given up must not come back with its node.
    private void TakeGivenUp(PartitionEntry partition)
    {
        foreach (var replica in partition.Snapshot.Replicas.Where(r => _folder.State.GivenUp.Contains(r.Id)).ToArray())
            Apply(partition, new PartitionEvent.NodeStateLost(replica.Node));
    }

    private (PartitionEntry Partition, ReplicaSnapshot Replica) ReplicaOf(
        string node, string partitionId, string replicaId)
    {
        node = NodeOf(node).Name;
        var partition = PartitionOf(partitionId);
        var replica = partition.Snapshot.Replicas.FirstOrDefault(r => Text(r.Id) == replicaId && r.Node == node);
        return replica is not null ? (partition, replica) : throw new ClusterException(
            "FABRIC_E_REPLICA_DOES_NOT_EXIST",
            $"There is no replica or instance '{replicaId}' of partition {partitionId} on {node}.");
    }

    private static string Named(PartitionEntry partition, ReplicaSnapshot replica) =>
        $"replica {replica.Id} of {partition.Name} on {replica.Node}";

    private void Note(PartitionEntry partition, string what)
    {
        Log.ReplicaCommand(what);
        _events.Add(EventKinds.Replica, $"{partition.Service.Name}/{partition.Id}", what);
    }
}
