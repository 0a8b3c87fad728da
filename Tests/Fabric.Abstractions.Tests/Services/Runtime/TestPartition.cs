using System;
using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Health;
using System.Linq;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Runtime;

internal sealed class TestPartition(Trace trace) : IStatefulServicePartition, IStatelessServicePartition
{
    private volatile int _writeStatus = (int)PartitionAccessStatus.Granted;
    private volatile int _readStatus = (int)PartitionAccessStatus.Granted;

    public ServicePartitionInformation PartitionInfo { get; } =
        new SingletonPartitionInformation { Id = Guid.Parse("11111111-2222-3333-4444-555555555555") };

    public PartitionAccessStatus ReadStatus
    {
        get => (PartitionAccessStatus)_readStatus;
        set => _readStatus = (int)value;
    }

    public PartitionAccessStatus WriteStatus
    {
        get
        {
            trace.Add($"asked({(PartitionAccessStatus)_writeStatus})");
            return (PartitionAccessStatus)_writeStatus;
        }
        set => _writeStatus = (int)value;
    }

    public void ReportFault(FaultType faultType) => trace.Add($"fault({faultType})");

    public void ReportLoad(IEnumerable<LoadMetric> metrics) =>
        trace.Add($"load({string.Join(", ", metrics.Select(m => $"{m.Name} {m.Value}"))})");

    public void ReportMoveCost(MoveCost moveCost) => trace.Add($"cost({moveCost})");

    /// <summary>Gets what takes the reports on the partition; unset, the trace does.</summary>
    internal Action<HealthInformation>? Reported { get; init; }

    public void ReportPartitionHealth(HealthInformation healthInfo)
    {
        if (Reported is not null)
            Reported(healthInfo);
        else
            trace.Add($"partition({healthInfo})");
    }

    public void ReportPartitionHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        ReportPartitionHealth(healthInfo);

    public void ReportReplicaHealth(HealthInformation healthInfo) => trace.Add($"replica({healthInfo})");

    public void ReportReplicaHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        ReportReplicaHealth(healthInfo);

    public void ReportInstanceHealth(HealthInformation healthInfo) => trace.Add($"instance({healthInfo})");

    public void ReportInstanceHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        ReportInstanceHealth(healthInfo);
}
