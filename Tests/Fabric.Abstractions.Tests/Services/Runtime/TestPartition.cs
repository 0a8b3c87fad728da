using System;
using System.Fabric;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Runtime;

internal sealed class TestPartition(Trace trace) : IStatefulServicePartition, IStatelessServicePartition
{
    private volatile int _writeStatus = (int)PartitionAccessStatus.Granted;

    public ServicePartitionInformation PartitionInfo { get; } =
        new SingletonPartitionInformation { Id = Guid.Parse("11111111-2222-3333-4444-555555555555") };

    public PartitionAccessStatus ReadStatus => PartitionAccessStatus.Granted;

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
}
