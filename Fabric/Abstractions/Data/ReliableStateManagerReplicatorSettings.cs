#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Data;

/// <summary>Settings of one replica's replicator; null stands for the runtime's default.</summary>
public partial class ReliableStateManagerReplicatorSettings
{
    public SecurityCredentials SecurityCredentials { get; set; }

    public TimeSpan? BatchAcknowledgementInterval { get; set; }

    public TimeSpan? RetryInterval { get; set; }

    public TimeSpan? SlowApiMonitoringDuration { get; set; }

    public bool? OptimizeForLocalSSD { get; set; }

    public bool? OptimizeLogForLowerDiskUsage { get; set; }

    public bool? SecondaryClearAcknowledgedOperations { get; set; }

    public int? CheckpointThresholdInMB { get; set; }

    /// <summary>Gets or sets after how many seconds the log is shortened although it has not grown to the threshold.
    /// </summary>
    /// <value>0 or more; 0, or null: never for its age.</value>
    public int? LogTruncationIntervalSeconds { get; set; }

    public int? MaxAccumulatedBackupLogSizeInMB { get; set; }

    public int? MaxMetadataSizeInKB { get; set; }

    public int? MaxRecordSizeInKB { get; set; }

    public int? MaxStreamSizeInMB { get; set; }

    public int? MaxWriteQueueDepthInKB { get; set; }

    public int? MinLogSizeInMB { get; set; }

    public int? ThrottlingThresholdFactor { get; set; }

    public int? TruncationThresholdFactor { get; set; }

    public long? InitialCopyQueueSize { get; set; }

    public long? InitialPrimaryReplicationQueueSize { get; set; }

    public long? InitialSecondaryReplicationQueueSize { get; set; }

    public long? MaxCopyQueueSize { get; set; }

    public long? MaxPrimaryReplicationQueueMemorySize { get; set; }

    public long? MaxPrimaryReplicationQueueSize { get; set; }

    public long? MaxReplicationMessageSize { get; set; }

    public long? MaxSecondaryReplicationQueueMemorySize { get; set; }

    public long? MaxSecondaryReplicationQueueSize { get; set; }

    public string ReplicatorAddress { get; set; }

    public string ReplicatorListenAddress { get; set; }

    public string ReplicatorPublishAddress { get; set; }

    public string SharedLogId { get; set; }

    public string SharedLogPath { get; set; }
}
