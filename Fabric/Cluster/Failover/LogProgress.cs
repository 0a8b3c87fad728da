namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>How far a replica's durable log reaches.</summary>
/// <param name="Epoch">The epoch of the last record.</param>
/// <param name="LastLsn">The last record's LSN; 0 when the log is empty.</param>
/// <param name="CommittedLsn">The highest LSN this replica knows to be committed.</param>
/// <param name="Complete">False while a full copy is under way: such a log counts for nothing.</param>
internal sealed record LogProgress(FailoverEpoch Epoch, long LastLsn, long CommittedLsn, bool Complete = true);
