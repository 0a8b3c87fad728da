using System;
using SfPerf.Fabric.Cluster.Failover;

namespace SfPerf.Fabric.Cluster.Configuration;

/// <summary>One record of the journal: a configuration, or the id of a partition that was removed.</summary>
internal sealed record ConfigurationRecord
{
    public PartitionConfiguration? Configuration { get; init; }

    public Guid Removed { get; init; }
}
