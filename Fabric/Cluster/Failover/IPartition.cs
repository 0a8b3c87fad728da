using System.Collections.Generic;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>The decisions of one partition, for the driver around them.</summary>
internal interface IPartition
{
    /// <summary>Gets the partition's last published state.</summary>
    PartitionSnapshot Snapshot { get; }

    /// <summary>Gets the nodes that hold a replica or instance which still counts.</summary>
    IEnumerable<string> Nodes { get; }

    /// <summary>
    /// Takes one event and gives the actions to be done, in order. The list is valid until the next call.
    /// </summary>
    IReadOnlyList<PartitionAction> Step(PartitionEvent happened);
}
