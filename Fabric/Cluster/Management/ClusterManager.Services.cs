using System;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>Services that are created in, and deleted from, an application that runs.</content>
internal sealed partial class ClusterManager
{
    private const int PartitionsMax = 1024;

    /// <summary>Creates a service in an application. Does not wait until it serves.</summary>
    /// <exception cref="ClusterException">The application or the type is not there, the name is, or a value is wrong.
    /// </exception>
    internal Task<bool> CreateServiceAsync(
        string application, ServiceDefinition asked, bool? persisted) => _loop.InvokeAsync(() =>
    {
        var entry = _applications.Find(a => a.Name == application && a.IsOpen)
            ?? throw new ClusterException(NotFound, $"There is no application '{application}' that runs.");
        var service = Checked(entry, asked);
        if (persisted is { } wanted && asked.Stateful && wanted != IsPersisted(entry, service))
        {
            throw new ClusterException("E_INVALIDARG", $"HasPersistedState of {asked.Name} is {wanted}. Allowed: "
                + $"{!wanted}, as the service manifest says of {asked.TypeName}.");
        }
        var ids = Enumerable.Range(0, service.Scheme.Count).Select(_ => Guid.NewGuid()).ToArray();
        entry.Stored = entry.Stored with
        {
            Services = [.. entry.Stored.Present, service],
            Partitions = [.. entry.Stored.Partitions, .. ids],
        };
        SaveApplications();
        Log.ServiceCreated(service.Name);
        _events.Add(EventKinds.Application, service.Name, $"{service.Name} is created");
        Open(entry, service, new(ids), []);
        return true;
    });

    /// <summary>Deletes a service with its state. Its replicas close as they would anyway, and are not waited for; what
    /// lies on the disk of a node that is down stays there.</summary>
    /// <exception cref="ClusterException">There is no such service.</exception>
    internal Task<bool> DeleteServiceAsync(string asked) => _loop.InvokeAsync(() =>
    {
        var partitions = PartitionsOf(asked);
        var name = partitions[0].Service.Name;
        var (entry, gone) = (partitions[0].Application, partitions.Select(p => p.Id).ToHashSet());
        entry.Stored = entry.Stored with
        {
            Services = [.. entry.Stored.Present.Where(s => s.Name != name)],
            Partitions = [.. entry.Stored.Partitions.Where(p => !gone.Contains(p))],
            Created = [.. entry.Stored.Created.Where(p => !gone.Contains(p))],
        };
        // The state first: a partition that it names must keep its configuration.
        SaveApplications();
        RemoveConfigurations(gone);
        foreach (var partition in partitions)
            Drop(entry, partition);
        _health.Remove(e => e.Service == name);
        Log.ServiceDeleted(name);
        _events.Add(EventKinds.Application, name, $"{name} is deleted");
        return true;
    });

    /// <summary>Gets what a service was created from.</summary>
    /// <exception cref="ClusterException">There is no such service.</exception>
    internal Task<(string Application, ServiceDefinition Service, bool? Persisted)> DescribeServiceAsync(
        string name) => _loop.InvokeAsync(() =>
    {
        var (entry, service) = (PartitionsOf(name)[0].Application, PartitionsOf(name)[0].Service);
        return (entry.Name, service, service.Stateful ? IsPersisted(entry, service) : (bool?)null);
    });

    private void Drop(ApplicationEntry application, PartitionEntry partition)
    {
        _ = _partitions.Remove(partition.Id);
        _ = application.Partitions.Remove(partition);
        _ = application.Created.Remove(partition.Id);
        foreach (var replica in partition.Snapshot.Replicas)
        {
            var node = _nodes.First(n => n.Name == replica.Node);
            node.Link?.Send(new ControlMessage.Order(HostId(node, partition), new()
            {
                PartitionId = partition.Id,
                ReplicaId = replica.Id,
                Request = 0,
                Command = new()
                {
                    Kind = partition.Service.Stateful ? ReplicaCommandKind.Drop : ReplicaCommandKind.Close,
                    Epoch = partition.Snapshot.Epoch,
                },
            }));
        }
        _ = partition.Changed.TrySetResult();
    }

    private ServiceDefinition Checked(ApplicationEntry application, ServiceDefinition asked)
    {
        if (!asked.Name.StartsWith(application.Name + "/", StringComparison.Ordinal)
            || !ManifestName.IsApplication(asked.Name))
        {
            throw new ClusterException("E_INVALIDARG", $"The service's name is '{asked.Name}'. Allowed: "
                + $"{application.Name}/ and one or more names between slashes.");
        }
        if (_applications.Exists(a => a.Name == asked.Name
            || Array.Exists(a.Stored.Present, s => s.Name == asked.Name)))
        {
            throw new ClusterException("FABRIC_E_SERVICE_ALREADY_EXISTS", $"There is a '{asked.Name}' already.");
        }

        var types = application.Definition.Packages.SelectMany(p => p.Types, (p, t) => (Package: p.Name, Type: t))
            .Where(t => t.Type.Stateful == asked.Stateful).ToArray();
        var (package, type) = types.FirstOrDefault(t => t.Type.Name == asked.TypeName);
        if (type is null)
        {
            throw new ClusterException("FABRIC_E_SERVICE_TYPE_NOT_FOUND", $"{application.Name} has no "
                + $"{(asked.Stateful ? "stateful" : "stateless")} service type '{asked.TypeName}'. There are: "
                + $"{string.Join(", ", types.Select(t => t.Type.Name))}.");
        }
        // As in a manifest: a service that says nothing is placed as its type says.
        if (asked.PlacementConstraints.Length == 0)
            asked = asked with { PlacementConstraints = type.PlacementConstraints };
        else
            CheckPlacement(asked);
        CheckCounts(asked);
        return asked with { PackageName = package };
    }

    private void CheckCounts(ServiceDefinition asked)
    {
        var (target, min) = (asked.TargetReplicaSetSize, asked.MinReplicaSetSize);
        var nodes = NodesFor(asked).Length;
        var allowed = nodes == _nodes.Length ? $"1 to the {nodes} node(s)"
            : $"1 to the {nodes} node(s) that meet '{asked.PlacementConstraints}'";
        if (asked.Stateful && (target < 1 || target > nodes || min < 1 || min > target))
        {
            throw Wrong("TargetReplicaSetSize and MinReplicaSetSize", $"{target} and {min}",
                $"{allowed}, and 1 to the target");
        }

        if (!asked.Stateful && asked.InstanceCount is not -1 && (asked.InstanceCount < 1
            || asked.InstanceCount > nodes))
        {
            throw Wrong("InstanceCount", $"{asked.InstanceCount}", $"-1, {allowed}");
        }

        if (asked is not { QuorumLossWaitSeconds: >= 0, ReplicaRestartWaitSeconds: >= 0 })
        {
            throw Wrong("QuorumLossWaitDurationSeconds and ReplicaRestartWaitDurationSeconds",
                $"{asked.QuorumLossWaitSeconds} and {asked.ReplicaRestartWaitSeconds}", "0 or more");
        }

        var scheme = asked.Scheme;
        if (scheme.Count is < 1 or > PartitionsMax || scheme.Kind == "Int64Range"
            && (Int128)scheme.HighKey - scheme.LowKey + 1 < scheme.Count)
        {
            throw Wrong("the partition count", $"{scheme.Count} from {scheme.LowKey} to {scheme.HighKey}",
                $"1 to {PartitionsMax}, and a key for each");
        }

        if (scheme.Kind == "Named" && scheme.Names.Distinct(StringComparer.Ordinal).Count() != scheme.Count)
            throw Wrong("the partitions' names", string.Join(", ", scheme.Names), "different names");

        ClusterException Wrong(string what, string value, string allowed) =>
            new("E_INVALIDARG", $"{asked.Name}: {what}: {value}. Allowed: {allowed}.");
    }
}
