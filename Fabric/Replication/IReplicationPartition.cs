using System.Fabric;

namespace SfPerf.Fabric.Replication;

/// <summary>The partition object that the embedded cluster hands to a replica's state provider when it opens.</summary>
public interface IReplicationPartition : IStatefulServicePartition
{
    /// <summary>Creates the replicator of this replica over the process-wide log. Called once, in OpenAsync.</summary>
    /// <param name="state">The state that it applies records to.</param>
    /// <param name="limits">What the service's settings say of its replicator.</param>
    /// <returns>
    /// An object that is both <see cref="IReplicatedLog"/> (for the collections) and <see cref="IReplicator"/> (for the
    /// runtime, which opens it, changes its role and configures it).
    /// </returns>
    IReplicatedLog CreateReplicator(IReplicatedState state, ReplicatorLimits limits);
}
