using System.Collections.Generic;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>Something that happened to a partition.</summary>
internal abstract record PartitionEvent
{
    /// <summary>The nodes on which a new replica may be placed now, the best first.</summary>
    internal sealed record Nodes(IReadOnlyList<string> Candidates) : PartitionEvent;

    /// <summary>The service host on a node has registered the service type: replicas there can be opened.</summary>
    internal sealed record HostUp(string Node) : PartitionEvent;

    /// <summary>The service host on a node is gone. Not certain: it may still run, unseen.</summary>
    internal sealed record HostDown(string Node, bool Certain = true) : PartitionEvent;

    /// <summary>A command ended.</summary>
    internal sealed record Reply(long Request) : PartitionEvent
    {
        public string? Error { get; init; }

        /// <summary>Gets whether the replica reported that it has no state to open.</summary>
        public bool StateLost { get; init; }

        /// <summary>Gets whether remains of the lost state are there; not so on a wiped disk.</summary>
        public bool StateDamaged { get; init; }

        /// <summary>Gets why the state is lost, if it is known.</summary>
        public string LostReason { get; init; } = "";

        public string Address { get; init; } = "";

        public string ReplicatorAddress { get; init; } = "";

        public LogProgress? Progress { get; init; }
    }

    /// <summary>A replica reported that it cannot go on.</summary>
    internal sealed record Fault(long Replica, bool Permanent) : PartitionEvent;

    /// <summary>The pause after a failure is over.</summary>
    internal sealed record RetryDue(long Replica) : PartitionEvent;

    /// <summary>A replica has been down for so long that another one shall take its place.</summary>
    internal sealed record RestartWaitExpired(long Replica) : PartitionEvent;

    /// <summary>The replica meant to lead a new partition has been waited for long enough.</summary>
    internal sealed record FirstWaitExpired : PartitionEvent;

    /// <summary>Every read lease that the primary before this configuration version could hold has run out.</summary>
    internal sealed record LeaseExpired(long Version) : PartitionEvent;

    /// <summary>
    /// Somebody gives up the replicas that are down, and with them writes that only they hold. Counts in quorum loss.
    /// </summary>
    /// <param name="Patient">Not while one of them is being opened: it may end the quorum loss.</param>
    internal sealed record Recover(bool Patient = false) : PartitionEvent
    {
        /// <summary>
        /// Gets replicas that the nodes found on their disks and no configuration names: they are asked, too.
        /// </summary>
        public IReadOnlyList<ReplicaLocation> Found { get; init; } = [];
    }

    /// <summary>
    /// A test asks for a data loss. Counts while the partition is ready.
    /// </summary>
    /// <param name="Full">Every replica is dropped; otherwise a write quorum of them, the primary among them.</param>
    internal sealed record LoseData(bool Full) : PartitionEvent;

    /// <summary>A move of the primary was requested; no node means any.</summary>
    internal sealed record MovePrimary(string? Node) : PartitionEvent;
}
