#nullable disable

namespace System.Fabric;

public interface IServicePartition
{
    ServicePartitionInformation PartitionInfo { get; }

    void ReportFault(FaultType faultType);
}
