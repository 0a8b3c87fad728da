using System;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Gateway;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>What the gateway may ask for.</content>
internal sealed partial class ClusterManager
{
    private static readonly TimeSpan ResolveWait = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan MoveLimit = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Resolves a partition; waits up to 1 s for a version above the one given, or for a first endpoint.
    /// </summary>
    /// <exception cref="ClusterException">No such service or partition, a wrong key, or no endpoint.</exception>
    internal async Task<ResolvedView> ResolveAsync(
        string service, ResolveKey key, long previousVersion, CancellationToken cancellationToken)
    {
        var start = _time.GetTimestamp();
        while (true)
        {
            var (view, changed) = await _loop.InvokeAsync(() =>
            {
                var partition = Select(service, key);
                return (Resolve(partition), partition.Changed.Task);
            }).ConfigureAwait(false);
            if (view.Version > previousVersion && view.Endpoints.Count > 0)
                return view;
            var left = ResolveWait - _time.GetElapsedTime(start);
            if (left <= TimeSpan.Zero)
            {
                return view.Endpoints.Count > 0 ? view : throw new ClusterException("FABRIC_E_SERVICE_OFFLINE",
                    $"Partition {view.Partition.Id} of {service} has no endpoint now; it is {view.Partition.Status}.");
            }
            _ = await Task.WhenAny(changed, Task.Delay(left, _time, cancellationToken)).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    /// <summary>Kills a node's process and its hosts, as a power cut of that machine would.</summary>
    internal Task<int[]> KillNodeAsync(string name) => _loop.InvokeAsync(() =>
    {
        var node = NodeOf(name);
        return node.Process is not null ? Kill(node) : throw new ClusterException(InvalidOperation,
            $"Node {node.Name} is down already.");
    });

    /// <summary>Kills the host process of a primary.</summary>
    internal Task<int[]> KillPrimaryAsync(string service, Guid? partitionId) => _loop.InvokeAsync(() =>
    {
        var partition = Select(service,
            new() { Kind = partitionId is null ? "" : "Id", Text = partitionId?.ToString() ?? "" });
        var primary = partition.Snapshot.Replicas.FirstOrDefault(r => r.Serves);
        var process = primary is null ? 0 : HostOf(partition, primary.Node)?.ProcessId ?? 0;
        if (process == 0)
            throw new ClusterException(InvalidOperation, $"{service} has no primary now.");
        _events.Add(EventKinds.Kill, $"{partition.Service.Name}/{partition.Id}",
            $"kill of the primary of {partition.Name} on {primary!.Node} ({Processes([process])})");
        _ = ProcessControl.Kill(process);
        return new[] { process };
    });

    /// <summary>
    /// Gives up, in quorum loss, the replicas that are down and the writes that only they hold. Does not wait for the
    /// partition to serve again.
    /// </summary>
    internal Task<Guid> RecoverPartitionAsync(string id) => _loop.InvokeAsync(() =>
    {
        var partition = PartitionOf(id);
        if (partition.Snapshot.Status != PartitionStatus.InQuorumLoss)
        {
            throw new ClusterException(InvalidOperation, $"Partition {id} of {partition.Service.Name} is "
                + $"{partition.Snapshot.Status}: only one in quorum loss can be recovered.");
        }
        Recover(partition);
        return partition.Id;
    });

    /// <summary>Does the same with each partition that is in quorum loss.</summary>
    /// <param name="service">The service whose partitions these are; null for all.</param>
    /// <returns>How many there were.</returns>
    /// <exception cref="ClusterException">No such service.</exception>
    internal Task<int> RecoverPartitionsAsync(string? service) => _loop.InvokeAsync(() =>
    {
        var lost = (service is null ? _partitions.Values.ToList() : PartitionsOf(service))
            .Where(p => p.Snapshot.Status == PartitionStatus.InQuorumLoss).ToArray();
        foreach (var partition in lost)
            Recover(partition);
        return lost.Length;
    });

    /// <summary>Forgets the loads that the replicas of a partition have reported.</summary>
    /// <exception cref="ClusterException">No such partition.</exception>
    internal Task<bool> ResetLoadAsync(string id) => _loop.InvokeAsync(() =>
    {
        PartitionOf(id).Loads.Clear();
        return true;
    });

    private void Recover(PartitionEntry partition)
    {
        Log.PartitionRecovered(partition.Id, partition.Service.Name);
        _events.Add(EventKinds.Recover, $"{partition.Service.Name}/{partition.Id}",
            $"recovery of {partition.Name} without the replicas that are down");
        Apply(partition, new PartitionEvent.Recover { Found = UnknownReplicas(partition) });
    }

    /// <summary>Swaps the primary with a secondary and waits until the new one serves.</summary>
    internal async Task<(Guid Partition, string From, string To)> MovePrimaryAsync(
        string service, Guid? partitionId, string? node)
    {
        var key = new ResolveKey { Kind = partitionId is null ? "" : "Id", Text = partitionId?.ToString() ?? "" };
        var from = await _loop.InvokeAsync(() =>
        {
            var partition = Select(service, key);
            var primary = partition.Snapshot.Replicas.FirstOrDefault(r => r.Role == Role.Primary);
            var possible = partition.Snapshot.Replicas.Any(r =>
                r is { Role: Role.ActiveSecondary, Status: ReplicaStatus.Ready } && (node is null || r.Node == node));
            if (primary is null || !possible || partition.Snapshot.Status != PartitionStatus.Ready)
                throw new ClusterException(InvalidOperation, MoveRefusal(partition, service, node));
            _events.Add(EventKinds.Move, $"{partition.Service.Name}/{partition.Id}",
                $"move of the primary of {partition.Name} from {primary.Node}");
            Apply(partition, new PartitionEvent.MovePrimary(node));
            return (partition.Id, primary.Node);
        }).ConfigureAwait(false);
        var start = _time.GetTimestamp();
        while (_time.GetElapsedTime(start) < MoveLimit)
        {
            var (now, changed) = await _loop.InvokeAsync(() =>
            {
                if (_stopping)
                    throw new ClusterException("FABRIC_E_GATEWAY_NOT_REACHABLE", "The cluster stops.");
                var partition = Select(service, key);
                var changed = partition.Changed.Task;
                // The request is repeated, because a partition whose primary was busy or whose secondary was not
                // connected has ignored it.
                if (partition.Snapshot.Status == PartitionStatus.Ready
                    && partition.Snapshot.Replicas.Any(r => r.Serves && r.Node == from.Node))
                {
                    Apply(partition, new PartitionEvent.MovePrimary(node));
                }

                return (partition.Snapshot, changed);
            }).ConfigureAwait(false);
            var primary = now.Replicas.FirstOrDefault(r => r.Serves);
            if (now.Status == PartitionStatus.Ready && primary is not null && primary.Node != from.Node)
                return (from.Id, from.Node, primary.Node);
            _ = await Task.WhenAny(changed, Task.Delay(ResolveWait, _time)).ConfigureAwait(false);
        }
        throw new ClusterException("FABRIC_E_TIMEOUT",
            $"The primary of {service} did not move within {MoveLimit.TotalSeconds:0} s.");
    }

    private string MoveRefusal(PartitionEntry partition, string service, string? node)
    {
        var (now, nodes) = (partition.Snapshot, _nodes.Select(n => n.Name).ToArray());
        string[] ready = [.. now.Replicas
            .Where(r => r is { Role: Role.ActiveSecondary, Status: ReplicaStatus.Ready }).Select(r => r.Node)];
        return !partition.Service.Stateful ? $"{service} is stateless: it has no primary."
            : now.Status != PartitionStatus.Ready
                ? $"The primary of {service} cannot move now: its partition is {now.Status}. Try again once it is "
                    + "Ready."
            : ready.Length == 0 ? $"The primary of {service} cannot move: it has no secondary that is ready."
            : node is null ? $"The primary of {service} cannot move now. Try again."
            : !nodes.Contains(node) ? $"There is no node '{node}'. Allowed: {string.Join(", ", ready)}."
            : now.Replicas.Any(r => r.Role == Role.Primary && r.Node == node)
                ? $"The primary of {service} is on {node} already."
            : $"There is no ready secondary of {service} on {node}. Allowed: {string.Join(", ", ready)}.";
    }

    /// <summary>Gets the events after a number, as far as they are kept.</summary>
    internal Task<ClusterEventsView> EventsAsync(long after) => _loop.InvokeAsync(() => _events.After(after));

    private static string Processes(int[] ids) =>
        $"{(ids.Length == 1 ? "process" : "processes")} {string.Join(", ", ids)}";

    private PartitionEntry Select(string service, ResolveKey key)
    {
        var partitions = PartitionsOf(service);
        var kind = partitions[0].Key.Kind;
        if (key.Kind.Length == 0)
            return partitions[0];
        if (key.Kind == "Id")
        {
            return partitions.Find(p => p.Id.ToString() == key.Text.ToLowerInvariant()) ?? throw new ClusterException(
                "FABRIC_E_PARTITION_NOT_FOUND", $"{service} has no partition '{key.Text}'.");
        }
        if (key.Kind != kind)
        {
            throw new ClusterException("FABRIC_E_INVALID_PARTITION_KEY",
                $"The partitions of {service} are of kind {kind}; the key is of kind {key.Kind}.");
        }
        var found = kind switch
        {
            "Int64Range" => long.TryParse(key.Text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture,
                out var number)
                ? partitions.Find(p => p.Key.LowKey <= number && number <= p.Key.HighKey) : null,
            "Named" => partitions.Find(p => p.Key.Name == key.Text),
            _ => partitions[0],
        };
        return found ?? throw new ClusterException("FABRIC_E_INVALID_PARTITION_KEY", $"The key '{key.Text}' lies in "
            + $"no partition of {service}.");
    }

    private ResolvedView Resolve(PartitionEntry partition) => new(partition.Service.Name,
        Short(View(partition)), partition.Version,
        [.. Endpoints(partition.Snapshot).Select(r => new EndpointView(partition.Service.Stateful
            ? r.Role == Role.Primary ? "StatefulPrimary" : "StatefulSecondary" : "Stateless",
            r.Address, Text(r.Id), r.Node))]);
}
