using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Events;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>Describes what of a service a client changes; null: it stays.</summary>
internal sealed record ServiceUpdate
{
    /// <summary>Gets the number of replicas.</summary>
    public int? TargetReplicaSetSize { get; init; }

    public int? MinReplicaSetSize { get; init; }

    public int? QuorumLossWaitSeconds { get; init; }

    /// <summary>Gets how long a replica that goes down from now on is waited for.</summary>
    public int? ReplicaRestartWaitSeconds { get; init; }

    /// <summary>Gets the number of instances; -1: one on every node.</summary>
    public int? InstanceCount { get; init; }

    /// <summary>Gets which nodes it may be placed on; replicas on others leave. Empty: on each.</summary>
    public string? PlacementConstraints { get; init; }
}

/// <content>Services that are made from templates, and services that change while they run.</content>
internal sealed partial class ClusterManager
{
    /// <summary>Creates a service as the application manifest's template of its type describes it.</summary>
    /// <exception cref="ClusterException">The application or the template is not there, or the name is.</exception>
    internal async Task CreateServiceFromTemplateAsync(
        string application, string name, string typeName, byte[] initializationData)
    {
        var template = await _loop.InvokeAsync(() =>
        {
            var entry = _applications.Find(a => a.Name == application && a.IsOpen)
                ?? throw new ClusterException(NotFound, $"There is no application '{application}' that runs.");
            var templates = entry.Definition.Templates;
            return templates.FirstOrDefault(t => t.TypeName == typeName) ?? throw new ClusterException(
                "FABRIC_E_SERVICE_TYPE_TEMPLATE_NOT_FOUND", $"{application} has no template of the service type "
                    + $"'{typeName}'. There are: {string.Join(", ", templates.Select(t => t.TypeName))}.");
        }).ConfigureAwait(false);
        _ = await CreateServiceAsync(application, template with
        {
            Name = name,
            InitializationData = initializationData,
        }, persisted: null).ConfigureAwait(false);
    }

    /// <summary>Changes a service that runs. It is durable at the return; replicas come and go afterwards.</summary>
    /// <exception cref="ClusterException">There is no such service, or a value is wrong.</exception>
    internal Task<bool> UpdateServiceAsync(
        string name, bool stateful, ServiceUpdate update) => _loop.InvokeAsync(() =>
    {
        var partitions = PartitionsOf(name);
        var (entry, before) = (partitions[0].Application, partitions[0].Service);
        if (before.Stateful != stateful)
        {
            throw new ClusterException("E_INVALIDARG", $"ServiceKind is {(stateful ? "Stateful" : "Stateless")}, and "
                + $"{name} is {(before.Stateful ? "stateful" : "stateless")}.");
        }
        var next = before with
        {
            TargetReplicaSetSize = update.TargetReplicaSetSize ?? before.TargetReplicaSetSize,
            MinReplicaSetSize = update.MinReplicaSetSize ?? before.MinReplicaSetSize,
            QuorumLossWaitSeconds = update.QuorumLossWaitSeconds ?? before.QuorumLossWaitSeconds,
            ReplicaRestartWaitSeconds = update.ReplicaRestartWaitSeconds ?? before.ReplicaRestartWaitSeconds,
            InstanceCount = update.InstanceCount ?? before.InstanceCount,
            PlacementConstraints = update.PlacementConstraints ?? before.PlacementConstraints,
        };
        if (update.PlacementConstraints is not null)
            CheckPlacement(next);
        CheckCounts(next);
        if (next == before)
            return false;
        entry.Stored = entry.Stored with
        {
            Services = [.. entry.Stored.Present.Select(s => s.Name == name ? next : s)],
        };
        SaveApplications();
        var size = next.Stateful ? $"{next.TargetReplicaSetSize} replicas, at least {next.MinReplicaSetSize}"
            : $"{next.InstanceCount} instances";
        Log.ServiceUpdated(name, size);
        _events.Add(EventKinds.Application, name, $"{name} is updated: {size}");
        foreach (var partition in partitions)
            partition.Service = next;
        foreach (var partition in partitions)
        {
            TellCandidates(partition);
            Apply(partition, next.Stateful
                ? new PartitionEvent.Resize(next.TargetReplicaSetSize, next.MinReplicaSetSize)
                : new PartitionEvent.Resize(next.InstanceCount, 0));
        }
        return true;
    });
}
