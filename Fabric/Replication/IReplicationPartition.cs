using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Health;

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

    // A partition without a cluster has nobody to report to. The one of a host has these members itself.
    void IServicePartition.ReportLoad(IEnumerable<LoadMetric> metrics) => throw WithoutCluster();

    void IServicePartition.ReportMoveCost(MoveCost moveCost) => throw WithoutCluster();

    void IServicePartition.ReportPartitionHealth(HealthInformation healthInfo) => throw WithoutCluster();

    void IServicePartition.ReportPartitionHealth(
        HealthInformation healthInfo, HealthReportSendOptions sendOptions) => throw WithoutCluster();

    void IStatefulServicePartition.ReportReplicaHealth(HealthInformation healthInfo) => throw WithoutCluster();

    void IStatefulServicePartition.ReportReplicaHealth(
        HealthInformation healthInfo, HealthReportSendOptions sendOptions) => throw WithoutCluster();

    private static FabricException WithoutCluster() =>
        new("No cluster runs this replica: there is nobody to report to.");
}
