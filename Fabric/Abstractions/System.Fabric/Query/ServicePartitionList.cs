#nullable disable

using System.Collections.Generic;

namespace System.Fabric.Query;

public sealed class ServicePartitionList : PagedList<Partition>
{
    public ServicePartitionList()
    {
    }

    internal ServicePartitionList(IList<Partition> partitions)
        : base(partitions)
    {
    }
}
