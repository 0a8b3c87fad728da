using System.Collections.Generic;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>The decisions of one partition, for the driver around them.</summary>
internal interface IPartition
{
    /// <summary>Gets the partition's last published state.</summary>
    PartitionSnapshot Snapshot { get; }

    /// <summary>Gets the nodes that hold a replica or instance which still counts.</summary>
    IEnumerable<string> Nodes { get; }

    /// <summary>Gets why the replica on a node may not go yet; null if none is open there, so that its host may end.
    /// </summary>
    SafetyCheck? Holds(string node);

    /// <summary>Gets why a replica or instance may not be removed; null if it may.</summary>
    string? RefusesRemoval(long replica);

    /// <summary>Gets why the secondary on a node may not move to another one; null if it may.</summary>
    string? RefusesMove(string from, string to);

    /// <summary>
    /// Takes one event and gives the actions to be done, in order. The list is valid until the next call.
    /// </summary>
    IReadOnlyList<PartitionAction> Step(PartitionEvent happened);
}
