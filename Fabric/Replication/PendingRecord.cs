using SfPerf.Fabric.Log.Records;

namespace SfPerf.Fabric.Replication;

/// <summary>A record in the log that is not applied yet.</summary>
/// <param name="Record">The record; its payload lives in the slice.</param>
/// <param name="Slice">The memory, released after apply.</param>
/// <param name="Operation">The caller's operation; null on a secondary and for records without one.</param>
internal readonly record struct PendingRecord(LogRecord Record, LogSlice Slice, ReplicationOperation? Operation);
