namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>A replica that has or may have state, and the node whose disk holds it.</summary>
internal sealed record ReplicaLocation(long Id, string Node);
