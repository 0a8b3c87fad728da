using System;
using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Health;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Doubles;

internal sealed class TestPartition : IStatefulServicePartition
{
    private volatile int _readStatus = (int)PartitionAccessStatus.Granted;

    internal static Guid Id { get; } = Guid.Parse("11111111-2222-3333-4444-555555555555");

    public ServicePartitionInformation PartitionInfo { get; } =
        new Int64RangePartitionInformation { Id = Id, LowKey = long.MinValue, HighKey = long.MaxValue };

    public PartitionAccessStatus ReadStatus
    {
        get => (PartitionAccessStatus)_readStatus;
        set => _readStatus = (int)value;
    }

    public PartitionAccessStatus WriteStatus => PartitionAccessStatus.Granted;

    public void ReportFault(FaultType faultType) => throw new NotSupportedException($"A {faultType} fault.");

    public void ReportLoad(IEnumerable<LoadMetric> metrics) => throw new NotSupportedException();

    public void ReportMoveCost(MoveCost moveCost) => throw new NotSupportedException();

    public void ReportPartitionHealth(HealthInformation healthInfo) => throw new NotSupportedException($"{healthInfo}");

    public void ReportPartitionHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        ReportPartitionHealth(healthInfo);

    public void ReportReplicaHealth(HealthInformation healthInfo) => throw new NotSupportedException($"{healthInfo}");

    public void ReportReplicaHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        ReportReplicaHealth(healthInfo);
}
