using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Management.Reported;

/// <summary>The reported health of entities, each with all that it contains.</summary>
internal sealed class ReportedStates(IReadOnlyList<KeptReport> reports)
{
    private readonly ILookup<string, Health> _applications =
        reports.ToLookup(r => r.Entity.Application, StateOf);

    private readonly ILookup<string, Health> _nodes =
        reports.Where(r => r.Entity.Kind == HealthEntityKind.Node).ToLookup(r => r.Entity.Node, StateOf);

    private readonly ILookup<string, Health> _services = reports.ToLookup(r => r.Entity.Service, StateOf);

    private readonly ILookup<Guid, Health> _partitions = reports.ToLookup(r => r.Entity.Partition, StateOf);

    private readonly ILookup<(Guid Partition, long Replica), Health> _replicas =
        reports.ToLookup(r => (r.Entity.Partition, r.Entity.Replica), StateOf);

    internal static ReportedStates None { get; } = new([]);

    internal IEnumerable<Health> OfNode(string name) => _nodes[name];

    internal IEnumerable<Health> OfApplication(string name) => _applications[name];

    internal IEnumerable<Health> OfService(string name) => _services[name];

    internal IEnumerable<Health> OfPartition(Guid id) => _partitions[id];

    internal IEnumerable<Health> OfReplica(Guid partition, long replica) => _replicas[(partition, replica)];

    private static Health StateOf(KeptReport report) => Enum.Parse<Health>(report.State);
}
