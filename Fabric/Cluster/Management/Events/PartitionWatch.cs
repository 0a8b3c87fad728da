using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Management.Events;

/// <summary>Tells what changed between the states of a partition that follow each other.</summary>
/// <param name="name">What people call the partition.</param>
internal sealed class PartitionWatch(string name)
{
    private IReadOnlyList<ReplicaSnapshot> _replicas = [];
    private string? _primary;
    private bool _serves;
    private bool _lostQuorum;

    /// <summary>Takes the next state; returns kind and text of each change.</summary>
    internal IReadOnlyList<(string Kind, string Text)> Take(PartitionSnapshot now)
    {
        (string Kind, string Text)[] changes = [.. Quorum(now), .. Replicas(now), .. Primary(now)];
        _replicas = now.Replicas;
        return changes;
    }

    private IEnumerable<(string Kind, string Text)> Quorum(PartitionSnapshot now)
    {
        var lost = now.Status == PartitionStatus.InQuorumLoss;
        if (lost != _lostQuorum)
            yield return (EventKinds.Quorum, $"{name} is {(lost ? "in" : "out of")} quorum loss");
        _lostQuorum = lost;
    }

    private IEnumerable<(string Kind, string Text)> Replicas(PartitionSnapshot now)
    {
        foreach (var gone in _replicas.Where(r => Array.TrueForAll(now.Replicas, n => n.Id != r.Id)))
            yield return Changed(gone, "given up");
        foreach (var replica in now.Replicas)
        {
            if (_replicas.FirstOrDefault(r => r.Id == replica.Id)?.Status != replica.Status)
                yield return Changed(replica, replica.Status.ToString());
        }
    }

    private (string Kind, string Text) Changed(ReplicaSnapshot replica, string how) => (EventKinds.Replica,
        $"{(replica.Role == Role.None ? "instance" : "replica")} of {name} on {replica.Node}: {how}");

    private IEnumerable<(string Kind, string Text)> Primary(PartitionSnapshot now)
    {
        var node = Array.Find(now.Replicas, r => r.Serves)?.Node;
        if (node is null && _serves)
        {
            yield return (EventKinds.Primary, $"no primary of {name}: {_primary} is out");
        }
        else if (node is not null && (node != _primary || !_serves))
        {
            yield return (EventKinds.Primary,
                _primary is null || _primary == node
                    ? $"primary of {name} on {node}" : $"primary of {name} moved from {_primary} to {node}");
        }

        _serves = node is not null;
        _primary = node ?? _primary;
    }
}
