using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Health;

namespace SfPerf.Fabric.Hosting;

/// <summary>The partition as a stateless instance sees it.</summary>
internal sealed class StatelessPartitionObject(ServicePartitionInformation information, PartitionReports reports)
    : IStatelessServicePartition
{
    public ServicePartitionInformation PartitionInfo { get; } = information;

    public void ReportFault(FaultType faultType) => reports.Fault(faultType == FaultType.Permanent);

    public void ReportLoad(IEnumerable<LoadMetric> metrics) => reports.Load(metrics);

    public void ReportMoveCost(MoveCost moveCost) => reports.Cost(moveCost);

    public void ReportPartitionHealth(HealthInformation healthInfo) => reports.OfPartition(healthInfo);

    public void ReportPartitionHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        reports.OfPartition(healthInfo);

    public void ReportInstanceHealth(HealthInformation healthInfo) => reports.OfReplica(healthInfo);

    public void ReportInstanceHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        reports.OfReplica(healthInfo);
}
