using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>
/// Nodes that somebody deactivates. What a partition still needs stays; when nothing is needed any more, the node's
/// hosts are ended. The intent is durable: a manager that starts again goes on.
/// </content>
internal sealed partial class ClusterManager
{
    private bool _clearing;

    /// <summary>Deactivates a node. Does not wait until its replicas have left.</summary>
    /// <exception cref="ClusterException">There is no such node, or it is deactivated for more already.</exception>
    internal Task<bool> DeactivateNodeAsync(string name, DeactivationIntent intent) => _loop.InvokeAsync(() =>
    {
        name = NodeOf(name).Name;
        if (_folder.State.Deactivated.TryGetValue(name, out var before) && intent < before)
        {
            throw new ClusterException(InvalidOperation,
                $"{name} is deactivated with the intent {before}. Allowed: a higher intent; activate it first for "
                    + $"{intent}.");
        }
        SaveState(_folder.State with { Deactivated = new(_folder.State.Deactivated) { [name] = intent } });
        Log.NodeDeactivated(name, intent.ToString());
        _events.Add(EventKinds.Node, name, $"{name} is deactivated ({intent})");
        TellCandidates();
        return true;
    });

    /// <summary>Lets a node take replicas again; those that it kept come back.</summary>
    /// <exception cref="ClusterException">There is no such node.</exception>
    internal Task<bool> ActivateNodeAsync(string name) => _loop.InvokeAsync(() =>
    {
        var node = NodeOf(name);
        name = node.Name;
        if (!IsDeactivated(node))
            return false;
        var left = new SortedDictionary<string, DeactivationIntent>(_folder.State.Deactivated);
        _ = left.Remove(name);
        SaveState(_folder.State with { Deactivated = left });
        Log.NodeActivated(name);
        _events.Add(EventKinds.Node, name, $"{name} is activated");
        TellCandidates();
        return true;
    });

    private bool IsDeactivated(NodeEntry node) => _folder.State.Deactivated.ContainsKey(node.Name);

    private Dictionary<string, Departure> Leaving() => _folder.State.Deactivated
        .Where(d => d.Value != DeactivationIntent.Pause)
        .ToDictionary(d => d.Key, d => d.Value == DeactivationIntent.Restart ? Departure.Close : Departure.Drop);

    // Many events in turn are followed by one look.
    private void LookWhetherCleared()
    {
        if (_clearing || _folder.State.Deactivated.Count == 0)
            return;
        _clearing = true;
        _loop.Post(ClearNodes);
    }

    // Ends the hosts of each node that no partition needs any more.
    private void ClearNodes()
    {
        _clearing = false;
        if (_stopping || _halted)
            return;
        foreach (var (name, _) in Leaving())
        {
            var node = NodeOf(name);
            if (node.Hosts.Count == 0 || PendingChecks(node).Any())
                continue;
            foreach (var id in node.Hosts.Values.Select(h => h.Activation.ApplicationId).Distinct().ToArray())
            {
                foreach (var host in node.Hosts.Values.Where(h => h.Activation.ApplicationId == id).ToArray())
                {
                    _ = node.Hosts.Remove(host.Activation.HostId);
                    host.Ready = false;
                    TellHostDown(node, host, certain: true);
                }
                if (node.Link is null)
                    continue;
                _ = node.Ending.Add(id);
                node.Link.Send(new ControlMessage.DeactivateHosts(id, DeleteState: false));
            }
            Log.NodeCleared(name);
            _events.Add(EventKinds.Node, name, $"{name} is disabled");
        }
    }

    // The node was activated while its hosts ended: those that are wanted again start now.
    private void TakeCleared(NodeEntry node, string applicationId)
    {
        if (!node.Ending.Remove(applicationId))
            return;
        foreach (var host in node.Hosts.Values.Where(h => h.Activation.ApplicationId == applicationId))
            node.Link?.Send(new ControlMessage.ActivateHost(host.Activation));
    }

    private IEnumerable<(PartitionEntry Partition, SafetyCheck Check)> PendingChecks(NodeEntry node)
    {
        foreach (var partition in _partitions.Values)
        {
            if (partition.Machine.Holds(node.Name) is { } check)
                yield return (partition, check);
        }
    }

    private DeactivationView? DeactivationOf(NodeEntry node)
    {
        if (!_folder.State.Deactivated.TryGetValue(node.Name, out var intent))
            return null;
        SafetyCheckView[] pending = intent == DeactivationIntent.Pause ? []
            : [.. PendingChecks(node).Select(p => new SafetyCheckView(p.Check.ToString(), p.Partition.Id))];
        var done = intent == DeactivationIntent.Pause
            || pending.Length == 0 && node.Hosts.Count == 0 && node.Ending.Count == 0;
        return new(intent.ToString(), done, pending);
    }
}
