using System.Collections.Generic;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

/// <summary>A replica as a simulation plays it: its log survives its process.</summary>
internal sealed class SimulatedReplica(ReplicaLocation location)
{
    internal ReplicaLocation Location { get; } = location;

    /// <summary>Gets or sets the durable log: each record's epoch and number.</summary>
    internal List<(FailoverEpoch Epoch, int Number)> Log { get; set; } = [];

    /// <summary>Gets or sets the newest epoch accepted durably.</summary>
    internal FailoverEpoch Accepted { get; set; }

    internal int Committed { get; set; }

    internal bool Exists { get; set; }

    internal bool Open { get; set; }

    internal Role Role { get; set; }

    internal FailoverEpoch Term { get; set; }

    internal ReplicaView[] Current { get; set; } = [];

    internal ReplicaView[] Previous { get; set; } = [];

    internal bool Activated { get; set; }

    internal void Die() => (Open, Role, Activated, Current, Previous) = (false, Role.Unknown, false, [], []);
}
