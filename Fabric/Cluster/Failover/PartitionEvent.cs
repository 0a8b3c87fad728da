using System.Collections.Frozen;
using System.Collections.Generic;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>Specifies what becomes of the replicas on a node that is deactivated.</summary>
internal enum Departure
{
    /// <summary>They are closed and keep their state: the node comes back.</summary>
    Close,

    /// <summary>Others are built elsewhere first; then they are dropped with their state.</summary>
    Drop,
}

/// <summary>
/// Specifies why a partition still needs its replica on a node that is deactivated; in Service Fabric's words.
/// </summary>
internal enum SafetyCheck
{
    /// <summary>Without the replica there would be fewer than the minimum, or no quorum.</summary>
    EnsurePartitionQuorum,

    /// <summary>The primary is there, and no secondary elsewhere is ready to take its place.</summary>
    WaitForPrimaryPlacement,

    /// <summary>The primary is about to be swapped away.</summary>
    WaitForPrimarySwap,

    /// <summary>A change of the configuration is under way.</summary>
    WaitForReconfiguration,

    /// <summary>The replica that takes its place is being built.</summary>
    WaitForInbuildReplica,

    /// <summary>No other instance is open.</summary>
    EnsureAvailability,
}

/// <summary>Represents something that happened to a partition.</summary>
internal abstract record PartitionEvent
{
    /// <summary>The nodes on which a new replica may be placed now, the best first.</summary>
    internal sealed record Nodes(IReadOnlyList<string> Candidates) : PartitionEvent
    {
        /// <summary>Gets the nodes that somebody has deactivated: no replica shall be open there any longer than its
        /// partition needs it.</summary>
        public IReadOnlyDictionary<string, Departure> Leaving { get; init; } =
            FrozenDictionary<string, Departure>.Empty;
    }

    /// <summary>
    /// States that somebody has changed how many replicas or instances there shall be. It is durable.
    /// </summary>
    /// <param name="Target">The number of replicas, or of instances (-1: one on every node).</param>
    /// <param name="Min">The smallest size of a configuration; of no meaning for instances.</param>
    internal sealed record Resize(int Target, int Min) : PartitionEvent;

    /// <summary>States that somebody wants a replica or instance to be aborted; it opens again.</summary>
    internal sealed record Restart(long Replica) : PartitionEvent;

    /// <summary>
    /// States that somebody wants a replica or instance to be removed with its state. Counts where
    /// <see cref="IPartition.RefusesRemoval"/> gives no reason against it.
    /// </summary>
    internal sealed record Remove(long Replica) : PartitionEvent;

    /// <summary>
    /// States that the disk of a node, which is down, is gone: the replicas there count as lost.
    /// </summary>
    internal sealed record NodeStateLost(string Node) : PartitionEvent;

    /// <summary>
    /// States that somebody wants a secondary to be elsewhere. Counts where <see cref="IPartition.RefusesMove"/> gives
    /// no reason against it: another one is built there first.
    /// </summary>
    internal sealed record MoveSecondary(string From, string To) : PartitionEvent;

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

    /// <summary>
    /// Those that have not answered in the election after this configuration version were waited for long enough.
    /// </summary>
    internal sealed record StragglerWaitExpired(long Version) : PartitionEvent;

    /// <summary>Every read lease that the primary before this configuration version could hold has run out.</summary>
    internal sealed record LeaseExpired(long Version) : PartitionEvent;

    /// <summary>
    /// States that somebody gives up the replicas that are down, and with them writes that only they hold. Counts in
    /// quorum loss.
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

    /// <summary>A test closes replicas that are open; their state stays.</summary>
    /// <param name="Replicas">Their ids.</param>
    /// <param name="Held">Whether they stay closed until <see cref="Release"/>; otherwise they open again after a
    /// pause.</param>
    internal sealed record TakeDown(IReadOnlyList<long> Replicas, bool Held) : PartitionEvent;

    /// <summary>Replicas that a test holds down may open again.</summary>
    internal sealed record Release : PartitionEvent;

    /// <summary>A move of the primary was requested; no node means any.</summary>
    internal sealed record MovePrimary(string? Node) : PartitionEvent;
}
