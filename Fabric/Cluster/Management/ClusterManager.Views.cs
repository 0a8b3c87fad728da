using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Reported;
using SfPerf.Fabric.Cluster.Management.Views;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>What the gateway shows.</content>
internal sealed partial class ClusterManager
{
    internal Task<ClusterView> StatusAsync() => _loop.InvokeAsync(() =>
    {
        var reports = _health.Current();
        var reported = new ReportedStates(reports);
        var events = HealthEvents().Concat(reports.Select(View)).ToArray();
        return new ClusterView
        {
            Pid = Environment.ProcessId,
            Data = _folder.Path,
            Durability = _options.Durability,
            Health = Worst(events.Select(e => Enum.Parse<Health>(e.State))),
            UpSeconds = Math.Round(Uptime.TotalSeconds, 3),
            Nodes = [.. _nodes.Select(n => View(n, full: true, reported))],
            Applications = Applications(full: true, reported),
            HealthEvents = events,
        };
    });

    internal Task<NodeView[]> NodesAsync() => _loop.InvokeAsync(() =>
    {
        var reported = new ReportedStates(_health.Current());
        return _nodes.Select(n => View(n, full: false, reported)).ToArray();
    });

    internal Task<ApplicationView[]> ApplicationsAsync() => _loop.InvokeAsync(
        () => Applications(full: false, new(_health.Current())));

    internal Task<ServiceView[]> ServicesAsync() =>
        _loop.InvokeAsync(() =>
        {
            var reported = new ReportedStates(_health.Current());
            return _applications.Where(a => a.IsOpen)
                .SelectMany(a => a.Stored.Present, (a, s) => View(a, s, full: false, reported)).ToArray();
        });

    /// <exception cref="ClusterException">No such service.</exception>
    internal Task<PartitionView[]> PartitionsAsync(string service) =>
        _loop.InvokeAsync(() =>
        {
            var reported = new ReportedStates(_health.Current());
            return PartitionsOf(service).Select(p => View(p, full: false, reported)).ToArray();
        });

    /// <exception cref="ClusterException">No such partition.</exception>
    internal Task<PartitionView> PartitionAsync(string id) => _loop.InvokeAsync(
        () => View(PartitionOf(id), full: false, new(_health.Current())));

    /// <exception cref="ClusterException">No such partition.</exception>
    internal Task<ReplicasView> ReplicasAsync(string id) => _loop.InvokeAsync(() =>
    {
        var (partition, reported) = (PartitionOf(id), new ReportedStates(_health.Current()));
        return new ReplicasView(partition.Id, partition.Service.Stateful,
            [.. partition.Snapshot.Replicas.Select(r => View(partition, r, reported))]);
    });

    private PartitionEntry PartitionOf(string id) =>
        Guid.TryParse(id, out var guid) && _partitions.TryGetValue(guid, out var partition) ? partition
            : throw new ClusterException("FABRIC_E_PARTITION_NOT_FOUND", $"There is no partition '{id}'.");

    private List<PartitionEntry> PartitionsOf(string service)
    {
        var found = InOrder(_partitions.Values.Where(p => p.Service.Name == service));
        if (found.Count > 0) return found;
        // An application that an earlier start stored: the service will come.
        if (_applications.Exists(a => !a.IsOpen && Array.Exists(a.Stored.Present, s => s.Name == service)))
        {
            throw new ClusterException("FABRIC_E_SERVICE_OFFLINE",
                $"Service '{service}' is not opened yet: the cluster is starting. Try again.");
        }
        var names = _applications.SelectMany(a => a.Stored.Present, (_, s) => s.Name).ToArray();
        throw new ClusterException("FABRIC_E_SERVICE_DOES_NOT_EXIST",
            $"There is no service '{service}'. {Suggestion.For(service, names)}");
    }

    private static List<PartitionEntry> InOrder(IEnumerable<PartitionEntry> partitions) =>
        [.. partitions.OrderBy(p => p.Key.LowKey).ThenBy(p => p.Key.Name, StringComparer.Ordinal)];

    private IEnumerable<HealthEventView> HealthEvents()
    {
        foreach (var node in _nodes.Where(n => !n.Up))
            yield return new(node.Name, "System.FM", "State", "Error", "The node is down.");
        foreach (var host in _nodes.SelectMany(n => n.Hosts.Values).Where(h => !h.Ready))
        {
            yield return new(host.Activation.HostId, "System.Hosting", "Activation", host.Failures > 0 ? "Error"
                : "Warning",
                host.LastWords.Length > 0 ? $"Its last process ended: {host.LastWords.TrimEnd()}"
                : "It runs and has not registered its service types yet.");
        }
        foreach (var host in _nodes.SelectMany(n => n.Hosts.Values))
        {
            foreach (var (name, problem) in host.CompanionProblems)
                yield return new($"{host.Activation.HostId}/{name}", "System.Hosting", "CodePackage", "Error", problem);
        }
        foreach (var p in _partitions.Values.Where(p => p.Snapshot.Health != Health.Ok))
        {
            yield return new($"{p.Service.Name}/{p.Id}", "System.FM", "State", p.Snapshot.Health.ToString(),
                PartitionHealthText.Of(p.Snapshot, p.Service.Stateful, WantedOf(p)));
        }
        foreach (var e in StorageEvents()) yield return e;
    }

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
    };

    private static string Worst(IEnumerable<Health> states) => states.DefaultIfEmpty(Health.Ok).Max().ToString();

    private ApplicationView[] Applications(bool full, ReportedStates reported) =>
        [.. _applications.Select(a => View(a, full, reported))];

    private ApplicationView View(ApplicationEntry application, bool full, ReportedStates reported)
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
            Health = failed ? nameof(Health.Error)
                : Worst(partitions.Select(p => p.Snapshot.Health).Concat(reported.OfApplication(application.Name))),
            Parameters = definition.Parameters,
            Services = full ? [.. services.Select(s => View(application, s, full: true, reported))] : null,
        };
    }

    private ServiceView View(
        ApplicationEntry application, ServiceDefinition service, bool full, ReportedStates reported)
    {
        var partitions = InOrder(application.Partitions.Where(p => p.Service.Name == service.Name));
        return new()
        {
            Name = service.Name,
            TypeName = service.TypeName,
            Kind = service.Stateful ? "Stateful" : "Stateless",
            HasPersistedState = service.Stateful ? IsPersisted(application, service) : null,
            Application = application.Name,
            ManifestVersion = application.Definition.Packages.First(p => p.Name == service.PackageName).Version,
            Health = Worst(partitions.Select(p => p.Snapshot.Health).Concat(reported.OfService(service.Name))),
            Partitions = full ? [.. partitions.Select(p => View(p, full: true, reported))] : null,
        };
    }

    private static bool IsPersisted(ApplicationEntry application, ServiceDefinition service) =>
        application.Definition.Packages.Any(
            p => Array.Exists(p.Types, t => t.Name == service.TypeName && t.HasPersistedState));

    private PartitionView View(PartitionEntry p, bool full, ReportedStates reported)
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
            Health = Worst(reported.OfPartition(p.Id).Append(p.Snapshot.Health)),
            TargetReplicaSetSize = p.Service.TargetReplicaSetSize,
            MinReplicaSetSize = p.Service.MinReplicaSetSize,
            InstanceCount = p.Service.InstanceCount,
            Stateful = p.Service.Stateful,
            Epoch = full && p.Service.Stateful ? new(Text(epoch.DataLossNumber), Text(epoch.ConfigurationNumber))
                : null,
            Version = full ? p.Version : null,
            Replicas = full ? [.. p.Snapshot.Replicas.Select(r => View(p, r, reported))] : null,
        };
    }

    private ReplicaStatusView View(PartitionEntry partition, ReplicaSnapshot r, ReportedStates reported) => new(
        Text(r.Id), r.Node, r.Role.ToString(), r.Status.ToString(), HostOf(partition, r.Node)?.ProcessId ?? 0,
        r.Address,
            r.ReplicatorAddress)
    {
        Health = Worst(reported.OfReplica(partition.Id, r.Id)
            .Append(r.Status is ReplicaStatus.Ready or ReplicaStatus.InBuild ? Health.Ok : Health.Warning)),
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

    private static NodeView View(NodeEntry node, bool full, ReportedStates reported)
    {
        var d = node.Description;
        return new()
        {
            Name = d.Name,
            Id = d.Id,
            Type = d.Type,
            Status = node.Up ? "Up" : "Down",
            Health = Worst(reported.OfNode(d.Name).Append(node.Up ? Health.Ok : Health.Error)),
            Address = d.Address,
            FaultDomain = d.FaultDomain,
            UpgradeDomain = d.UpgradeDomain,
            Pid = node.Process?.Id ?? 0,
            Instance = Text(d.Instance),
            Starts = node.Starts,
            Since = node.Since,
            Hosts = full ? [.. node.Hosts.Values.Select(View)] : null,
        };
    }

    private static HostView View(HostEntry host) => new()
    {
        Application = host.Activation.ApplicationName,
        ServicePackage = host.Activation.Package.Name,
        CodePackage = host.Activation.Package.Code.Name,
        Program = ProgramName.Stem(host.Activation.Package.Code.Program),
        Status = host.Ready ? "Ready" : host.ProcessId != 0 ? "Starting" : "Down",
        Pid = host.ProcessId,
        Starts = host.Starts,
        Types = [.. host.Activation.Package.Types.Select(t => t.Name)],
        LastWords = host.LastWords,
        Endpoints = host.Endpoints,
    };

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}
