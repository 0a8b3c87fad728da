using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Evaluation;
using SfPerf.Fabric.Cluster.Management.Reported;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Gateway;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>What the gateway shows.</content>
internal sealed partial class ClusterManager
{
    private const string NotEvaluated = "Unknown";

    /// <summary>Evaluates the health of every entity, not on the loop: only the status is taken there.</summary>
    internal async Task<ClusterHealth> HealthAsync(HealthPolicies policies) =>
        (await WithHealthAsync(policies, static () => 0).ConfigureAwait(false)).Health;

    internal async Task<ClusterView> StatusAsync() =>
        (await HealthAsync(HealthPolicies.Own).ConfigureAwait(false)).Status;

    internal async Task<NodeView[]> NodesAsync() =>
        [.. (await StatusAsync().ConfigureAwait(false)).Nodes.Select(n => n with { Hosts = null })];

    internal async Task<ApplicationView[]> ApplicationsAsync() =>
        [.. (await StatusAsync().ConfigureAwait(false)).Applications.Select(a => a with { Services = null })];

    internal async Task<ServiceView[]> ServicesAsync() =>
        [.. (await StatusAsync().ConfigureAwait(false)).Services.Select(s => s with { Partitions = null })];

    /// <exception cref="ClusterException">No such service.</exception>
    internal async Task<PartitionView[]> PartitionsAsync(string service)
    {
        var (status, name) = await WithStatusAsync(() => PartitionsOf(service)[0].Service.Name).ConfigureAwait(false);
        return [.. status.Services.First(s => s.Name == name).Partitions!.Select(Short)];
    }

    /// <exception cref="ClusterException">No such partition.</exception>
    internal async Task<PartitionView> PartitionAsync(string id) =>
        Short(await FullAsync(id).ConfigureAwait(false));

    /// <exception cref="ClusterException">No such partition.</exception>
    internal async Task<ReplicasView> ReplicasAsync(string id)
    {
        var partition = await FullAsync(id).ConfigureAwait(false);
        return new(partition.Id, partition.Stateful, partition.Replicas!);
    }

    private async Task<PartitionView> FullAsync(string id)
    {
        var (status, found) = await WithStatusAsync(() => PartitionOf(id).Id).ConfigureAwait(false);
        return status.Services.SelectMany(s => s.Partitions!).First(p => p.Id == found);
    }

    private async Task<(ClusterView Status, T Found)> WithStatusAsync<T>(Func<T> find)
    {
        var (health, found) = await WithHealthAsync(HealthPolicies.Own, find).ConfigureAwait(false);
        return (health.Status, found);
    }

    // The entity that was found is in the status as well, because both are taken in one turn of the loop.
    private async Task<(ClusterHealth Health, T Found)> WithHealthAsync<T>(HealthPolicies policies, Func<T> find)
    {
        var (status, own, found) = await _loop.InvokeAsync(() => (Unevaluated(),
            _applications.ToDictionary(a => a.Name, a => a.Definition.HealthPolicy), find())).ConfigureAwait(false);
        return (ClusterHealth.Of(status, policies with { Manifests = own }), found);
    }

    private ClusterView Unevaluated() => new()
    {
        Pid = Environment.ProcessId,
        Data = _folder.Path,
        Durability = _options.Durability,
        Health = NotEvaluated,
        UpSeconds = Math.Round(Uptime.TotalSeconds, 3),
        Nodes = [.. _nodes.Select(n => View(n) with { Deactivation = DeactivationOf(n) })],
        Applications = [.. _applications.Select(View)],
        HealthEvents = [.. HealthEvents(), .. _health.Current().Select(View)],
    };

    private static PartitionView Short(PartitionView partition) =>
        partition with { Epoch = null, Version = null, Replicas = null };

    private PartitionEntry PartitionOf(string id) =>
        Guid.TryParse(id, out var guid) && _partitions.TryGetValue(guid, out var partition) ? partition
            : throw new ClusterException("FABRIC_E_PARTITION_NOT_FOUND", $"There is no partition '{id}'.");

    private List<PartitionEntry> PartitionsOf(string asked)
    {
        var names = _applications.SelectMany(a => a.Stored.Present, (_, s) => s.Name).ToArray();
        var service = ServiceNames.Full(asked, names);
        var found = InOrder(_partitions.Values.Where(p => p.Service.Name == service));
        if (found.Count > 0)
            return found;
        // An application that an earlier start stored: the service will come.
        if (_applications.Exists(a => !a.IsOpen && Array.Exists(a.Stored.Present, s => s.Name == service)))
        {
            throw new ClusterException("FABRIC_E_SERVICE_OFFLINE",
                $"Service '{service}' is not opened yet: the cluster is starting. Try again.");
        }
        throw new ClusterException("FABRIC_E_SERVICE_DOES_NOT_EXIST",
            $"There is no service '{asked}'. {Suggestion.For(service, names)}");
    }

    private static List<PartitionEntry> InOrder(IEnumerable<PartitionEntry> partitions) =>
        [.. partitions.OrderBy(p => p.Key.LowKey).ThenBy(p => p.Key.Name, StringComparer.Ordinal)];

    private IEnumerable<HealthEventView> HealthEvents()
    {
        foreach (var node in _nodes.Where(n => !n.Up))
            yield return new(node.Name, "System.FM", "State", "Error", "The node is down.");
        foreach (var (node, host) in Hosts().Where(h => !h.Host.Ready))
        {
            yield return new(host.Activation.HostId, "System.Hosting", "Activation", host.Failures > 0 ? "Error"
                : "Warning",
                host.LastWords.Length > 0 ? $"Its last process ended: {host.LastWords.TrimEnd()}"
                : "It runs and has not registered its service types yet.")
            {
                Deployed = PartOf(node, host),
            };
        }
        foreach (var (node, host) in Hosts())
        {
            foreach (var (name, problem) in host.CompanionProblems)
            {
                yield return new($"{host.Activation.HostId}/{name}", "System.Hosting", "CodePackage", "Error", problem)
                {
                    Deployed = PartOf(node, host),
                };
            }
        }
        foreach (var p in _partitions.Values.Where(p => p.Snapshot.Health != Health.Ok))
        {
            yield return new($"{p.Service.Name}/{p.Id}", "System.FM", "State", p.Snapshot.Health.ToString(),
                PartitionHealthText.Of(p.Snapshot, p.Service.Stateful, WantedOf(p)));
        }
        foreach (var e in StorageEvents())
            yield return e;
    }

    private IEnumerable<(NodeEntry Node, HostEntry Host)> Hosts() =>
        _nodes.SelectMany(n => n.Hosts.Values, (n, h) => (n, h));

    private static DeployedPartView PartOf(NodeEntry node, HostEntry host) =>
        new(node.Name, host.Activation.ApplicationName, host.Activation.Package.Name);

    private int WantedOf(PartitionEntry p) => p.Service.Stateful ? p.Service.TargetReplicaSetSize
        : p.Service.InstanceCount < 0 ? _nodes.Length : p.Service.InstanceCount;

    private static HealthEventView View(KeptReport kept) => new(kept.Entity.ToString(), kept.Report.SourceId,
        kept.Report.Property, kept.State, kept.Report.Description)
    {
        SequenceNumber = Text(kept.Report.SequenceNumber),
        Utc = kept.Utc,
        TimeToLiveSeconds = kept.Report.TimeToLiveMilliseconds is > 0 and var lives ? lives / 1000 : null,
        RemoveWhenExpired = kept.Report.RemoveWhenExpired,
        IsExpired = kept.IsExpired,
        Deployed = kept.Entity.Kind is HealthEntityKind.DeployedApplication or HealthEntityKind.DeployedServicePackage
            ? new(kept.Entity.Node, kept.Entity.Application, kept.Entity.ServicePackage) : null,
    };

    private ApplicationView View(ApplicationEntry application)
    {
        var definition = application.Definition;
        var (failed, partitions) = (application.Problem.Length > 0, application.Partitions);
        var ready = application.IsOpen && partitions.TrueForAll(p => p.Snapshot.Status == PartitionStatus.Ready);
        var services = application.IsOpen ? application.Stored.Present : [];
        return new()
        {
            Name = application.Name,
            TypeName = definition.TypeName,
            TypeVersion = definition.TypeVersion,
            Status = failed ? "Failed" : ready ? "Ready" : "Creating",
            Health = NotEvaluated,
            Parameters = definition.Parameters,
            Services = [.. services.Select(s => View(application, s))],
        };
    }

    private ServiceView View(ApplicationEntry application, ServiceDefinition service) => new()
    {
        Name = service.Name,
        TypeName = service.TypeName,
        Kind = service.Stateful ? "Stateful" : "Stateless",
        HasPersistedState = service.Stateful ? IsPersisted(application, service) : null,
        Application = application.Name,
        ManifestVersion = application.Definition.Packages.First(p => p.Name == service.PackageName).Version,
        Health = NotEvaluated,
        Partitions = [.. InOrder(application.Partitions.Where(p => p.Service.Name == service.Name)).Select(View)],
    };

    private static bool IsPersisted(ApplicationEntry application, ServiceDefinition service) =>
        application.Definition.Packages.Any(
            p => Array.Exists(p.Types, t => t.Name == service.TypeName && t.HasPersistedState));

    private PartitionView View(PartitionEntry p)
    {
        var range = p.Key.Kind == "Int64Range";
        var epoch = p.Snapshot.Epoch;
        return new()
        {
            Id = p.Id,
            Kind = p.Key.Kind,
            LowKey = range ? Text(p.Key.LowKey) : null,
            HighKey = range ? Text(p.Key.HighKey) : null,
            Name = p.Key.Kind == "Named" ? p.Key.Name : null,
            Status = p.Snapshot.Status.ToString(),
            Health = p.Snapshot.Health.ToString(),
            TargetReplicaSetSize = p.Service.TargetReplicaSetSize,
            MinReplicaSetSize = p.Service.MinReplicaSetSize,
            InstanceCount = p.Service.InstanceCount,
            Stateful = p.Service.Stateful,
            Epoch = p.Service.Stateful ? new(Text(epoch.DataLossNumber), Text(epoch.ConfigurationNumber)) : null,
            Version = p.Version,
            Replicas = [.. p.Snapshot.Replicas.Select(r => View(p, r))],
        };
    }

    private ReplicaStatusView View(PartitionEntry partition, ReplicaSnapshot r) => new(
        Text(r.Id), r.Node, r.Role.ToString(), r.Status.ToString(), HostOf(partition, r.Node)?.ProcessId ?? 0,
        r.Address, r.ReplicatorAddress)
    {
        Health = NotEvaluated,
        // A copy: the view is written on another thread.
        Load = partition.Loads.Of(r.Id) is { Metrics: { Count: > 0 } metrics }
            ? new Dictionary<string, int>(metrics) : null,
        MoveCost = partition.Loads.Of(r.Id)?.MoveCost,
    };

    private HostEntry? HostOf(PartitionEntry partition, string node)
    {
        var entry = _nodes.First(n => n.Name == node);
        return entry.Hosts.GetValueOrDefault(HostId(entry, partition));
    }

    private static NodeView View(NodeEntry node)
    {
        var d = node.Description;
        return new()
        {
            Name = d.Name,
            Id = d.Id,
            Type = d.Type,
            Status = node.Up ? "Up" : "Down",
            Health = NotEvaluated,
            Address = d.Address,
            FaultDomain = d.FaultDomain,
            UpgradeDomain = d.UpgradeDomain,
            Pid = node.Process?.Id ?? 0,
            Instance = Text(d.Instance),
            Properties = node.Given.Count == 0 ? null : node.Given,
            Starts = node.Starts,
            Since = node.Since,
            IsStopped = node.StoppedUntil is not null,
            Hosts = [.. node.Hosts.Values.Select(h => View(node, h))],
        };
    }

    private static HostView View(NodeEntry node, HostEntry host) => new()
    {
        Application = host.Activation.ApplicationName,
        ServicePackage = host.Activation.Package.Name,
        ServicePackageVersion = host.Activation.Package.Version,
        CodePackage = host.Activation.Package.Code.Name,
        Program = ProgramName.Stem(host.Activation.Package.Code.Program),
        Status = host.Ready ? "Ready" : host.ProcessId != 0 ? "Starting" : "Down",
        Pid = host.ProcessId,
        Starts = host.Starts,
        Types = [.. host.Activation.Package.Types.Select(t => t.Name)],
        LastWords = host.LastWords,
        Endpoints = [.. host.Endpoints.Select(e => new PortView(e.Name, e.Protocol, e.Port))],
        Folder = HostEnvironment.ApplicationFolder(node.Description, host.Activation.ApplicationId),
        CodePackages = CodePackagesOf(host),
    };

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}
