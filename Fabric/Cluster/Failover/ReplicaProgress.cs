namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>How far a replica's log reaches: the epoch of its last record, the record's LSN, and the oldest LSN it can give.</summary>
internal sealed record ReplicaProgress(FailoverEpoch Epoch, long LastLsn, long CatchUpCapability);
