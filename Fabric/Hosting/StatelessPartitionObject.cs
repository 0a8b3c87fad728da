using System;
using System.Fabric;

namespace SfPerf.Fabric.Hosting;

/// <summary>The partition as a stateless instance sees it.</summary>
internal sealed class StatelessPartitionObject(ServicePartitionInformation information, Action<bool> reportFault)
    : IStatelessServicePartition
{
    public ServicePartitionInformation PartitionInfo { get; } = information;

    public void ReportFault(FaultType faultType) => reportFault(faultType == FaultType.Permanent);
}
