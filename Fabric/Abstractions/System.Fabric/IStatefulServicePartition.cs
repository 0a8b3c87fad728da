#nullable disable

namespace System.Fabric;

public interface IStatefulServicePartition : IServicePartition
{
    PartitionAccessStatus ReadStatus { get; }

    PartitionAccessStatus WriteStatus { get; }
}
