using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>
/// Represents something the driver must do, in the order given; a store must be durable before what follows it.
/// </summary>
internal abstract record PartitionAction
{
    /// <summary>Replaces the configuration of the version before.</summary>
    internal sealed record Store(PartitionConfiguration Configuration) : PartitionAction
    {
        public override string ToString() => $"store {Configuration}";
    }

    /// <summary>
    /// Sees to it that the service host runs on a node, and reports HostUp once it is ready (at once if it is).
    /// </summary>
    internal sealed record EnsureHost(string Node) : PartitionAction
    {
        public override string ToString() => $"host {Node}";
    }

    /// <summary>Sends a command to a replica. A request of 0 wants no answer.</summary>
    internal sealed record Send(ReplicaLocation Replica, long Request, ReplicaCommand Command) : PartitionAction
    {
        public override string ToString() => $"{Replica.Id}@{Replica.Node}: {Command}";
    }

    /// <summary>Waits a little, longer with each attempt, then reports RetryDue.</summary>
    internal sealed record RetryLater(long Replica, int Attempt) : PartitionAction
    {
        public override string ToString() => $"retry {Replica} attempt {Attempt}";
    }

    /// <summary>Reports RestartWaitExpired if the replica stays down for the restart wait.</summary>
    internal sealed record AwaitRestart(long Replica) : PartitionAction
    {
        public override string ToString() => $"await restart {Replica}";
    }

    /// <summary>Waits for the longest lease, then reports LeaseExpired with this version.</summary>
    internal sealed record AwaitLease(long Version) : PartitionAction
    {
        public override string ToString() => $"await lease v{Version}";
    }

    /// <summary>
    /// Waits a little for replicas that have not answered in an election, then reports StragglerWaitExpired with this
    /// version.
    /// </summary>
    internal sealed record AwaitStragglers(long Version) : PartitionAction
    {
        public override string ToString() => $"await stragglers v{Version}";
    }

    /// <summary>Waits a while for the replica meant to lead a new partition, then reports FirstWaitExpired.</summary>
    internal sealed record AwaitFirst(long Replica) : PartitionAction
    {
        public override string ToString() => $"await first {Replica}";
    }

    /// <summary>Publishes what clients may know: the partition's status and endpoints have changed.</summary>
    internal sealed record Publish(PartitionSnapshot Snapshot) : PartitionAction
    {
        public override string ToString() => $"publish {Snapshot}";
    }
}
