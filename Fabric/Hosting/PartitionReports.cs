using System;
using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Health;
using System.Linq;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Hosting;

/// <summary>
/// Represents what one replica or instance reports of itself and its partition. Any thread may call it.
/// </summary>
internal sealed class PartitionReports(ServiceHostRuntime runtime, Guid partitionId, long replicaId)
{
    internal void Fault(bool permanent) => runtime.ReportFault(partitionId, replicaId, permanent);

    internal void OfPartition(HealthInformation information) => Health(HealthEntityKind.Partition, information);

    internal void OfReplica(HealthInformation information) => Health(HealthEntityKind.Replica, information);

    internal void Load(IEnumerable<LoadMetric> metrics)
    {
        ArgumentNullException.ThrowIfNull(metrics);
        runtime.Report(new ControlMessage.LoadReported(runtime.HostId, partitionId, replicaId,
            [.. metrics.Select(m => new MetricLoad(m.Name, m.Value))], null));
    }

    internal void Cost(MoveCost cost)
    {
        if (!Enum.IsDefined(cost))
            throw new ArgumentOutOfRangeException(nameof(cost), cost, null);
        runtime.Report(new ControlMessage.LoadReported(runtime.HostId, partitionId, replicaId, [], cost.ToString()));
    }

    private void Health(HealthEntityKind kind, HealthInformation information) =>
        runtime.ReportHealth(new(kind, partitionId, replicaId), information);
}
