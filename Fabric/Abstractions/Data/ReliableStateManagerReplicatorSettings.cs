#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Data;

/// <summary>Settings of one replica's replicator; null stands for the runtime's default.</summary>
/// <remarks>
/// <para>Five of them have an effect here: <see cref="MaxReplicationMessageSize"/>,
/// <see cref="CheckpointThresholdInMB"/>, <see cref="LogTruncationIntervalSeconds"/>,
/// <see cref="MaxPrimaryReplicationQueueSize"/> and <see cref="MaxPrimaryReplicationQueueMemorySize"/>. The others tune
/// parts of Service Fabric's replicator that this one does not have. The values are checked when a
/// <c>ReliableStateManager</c> is created and must not be changed afterwards.</para>
/// <para>The section <c>ReplicatorConfig</c> of <c>Settings.xml</c>, or the one that
/// <see cref="ReliableStateManagerConfiguration"/> names, is read by the names of these properties, with durations in
/// seconds. Other names and empty values are ignored there.</para>
/// </remarks>
public partial class ReliableStateManagerReplicatorSettings
{
    /// <summary>
    /// Gets or sets the credentials of the replicator. It has no effect here. The local cluster listens on loopback.
    /// </summary>
    public SecurityCredentials SecurityCredentials { get; set; }

    /// <summary>
    /// Gets or sets how long acknowledgements are collected. Here a secondary acknowledges when its flush has ended. It
    /// is checked and has no effect here.
    /// </summary>
    /// <value>Zero or more; null unless set.</value>
    public TimeSpan? BatchAcknowledgementInterval { get; set; }

    /// <summary>
    /// Gets or sets after which time a record that was not acknowledged is sent again. It is checked and has no effect
    /// here.
    /// </summary>
    /// <value>More than zero; null unless set.</value>
    public TimeSpan? RetryInterval { get; set; }

    /// <summary>Gets or sets after which time a call of the service counts as slow. It has no effect here.</summary>
    public TimeSpan? SlowApiMonitoringDuration { get; set; }

    /// <summary>
    /// Gets or sets a value indicating whether the log is written for a local SSD. It has no effect here.
    /// </summary>
    public bool? OptimizeForLocalSSD { get; set; }

    /// <summary>Gets or sets a value indicating whether the file of the log is sparse. It has no effect here.</summary>
    public bool? OptimizeLogForLowerDiskUsage { get; set; }

    /// <summary>
    /// Gets or sets a value indicating whether a secondary drops operations once they are acknowledged. It has no
    /// effect here.
    /// </summary>
    public bool? SecondaryClearAcknowledgedOperations { get; set; }

    /// <summary>
    /// Gets or sets how much log this partition writes between two checkpoints, in units of 1,048,576 bytes.
    /// </summary>
    /// <value>
    /// More than zero; null unless set. Then a checkpoint is due after 64 MiB of log or 65,536 records, whichever is
    /// reached first; the open partitions of the process share these two limits. With any threshold, none is due before
    /// the log since the last checkpoint is as long as that checkpoint.
    /// </value>
    public int? CheckpointThresholdInMB { get; set; }

    /// <summary>
    /// Gets or sets after how many seconds the log is shortened although it has not grown to the threshold.
    /// </summary>
    /// <value>0 or more; 0, or null: never for its age.</value>
    /// <remarks>
    /// Service Fabric's assemblies for .NET have no such property: there the setting is read from <c>Settings.xml</c>
    /// only.
    /// </remarks>
    public int? LogTruncationIntervalSeconds { get; set; }

    /// <summary>
    /// Gets or sets how much log incremental backups may hold together, in MB. It is checked and has no effect here.
    /// </summary>
    /// <value>More than zero; null unless set.</value>
    public int? MaxAccumulatedBackupLogSizeInMB { get; set; }

    /// <summary>
    /// Gets or sets the size of the metadata of the log, in KB. It is checked and has no effect here.
    /// </summary>
    /// <value>More than zero; null unless set.</value>
    public int? MaxMetadataSizeInKB { get; set; }

    /// <summary>
    /// Gets or sets the size of a record of the log, in KB. The length of an operation is limited by
    /// <see cref="MaxReplicationMessageSize"/>. It is checked and has no effect here.
    /// </summary>
    /// <value>More than zero; null unless set.</value>
    public int? MaxRecordSizeInKB { get; set; }

    /// <summary>Gets or sets the size of the log, in MB. It is checked and has no effect here.</summary>
    /// <value>More than zero; null unless set.</value>
    public int? MaxStreamSizeInMB { get; set; }

    /// <summary>Gets or sets how much waits to be written, in KB. It has no effect here.</summary>
    public int? MaxWriteQueueDepthInKB { get; set; }

    /// <summary>Gets or sets how much log is kept, in MB. It has no effect here.</summary>
    public int? MinLogSizeInMB { get; set; }

    /// <summary>
    /// Gets or sets from how many times the checkpoint threshold on writes are held up by the length of the log. It is
    /// checked and has no effect here.
    /// </summary>
    /// <value>
    /// 3 or more, and above <see cref="TruncationThresholdFactor"/>; null unless set, which counts as 4 in that
    /// comparison.
    /// </value>
    public int? ThrottlingThresholdFactor { get; set; }

    /// <summary>
    /// Gets or sets from how many times its least size on the log is shortened. It is checked and has no effect here.
    /// </summary>
    /// <value>
    /// 2 or more; null unless set, which counts as 2 when it is compared with <see cref="ThrottlingThresholdFactor"/>.
    /// </value>
    public int? TruncationThresholdFactor { get; set; }

    /// <summary>Gets or sets the first size of the queue of copies. It is checked and has no effect here.</summary>
    /// <value>A power of two above 1, and not above the largest size of this queue; null unless set.</value>
    public long? InitialCopyQueueSize { get; set; }

    /// <summary>
    /// Gets or sets the first size of the queue of the primary. It is checked and has no effect here.
    /// </summary>
    /// <value>A power of two above 1, and not above the largest size of this queue; null unless set.</value>
    public long? InitialPrimaryReplicationQueueSize { get; set; }

    /// <summary>
    /// Gets or sets the first size of the queue of a secondary. It is checked and has no effect here.
    /// </summary>
    /// <value>A power of two above 1, and not above the largest size of this queue; null unless set.</value>
    public long? InitialSecondaryReplicationQueueSize { get; set; }

    /// <summary>Gets or sets the largest size of the queue of copies. It is checked and has no effect here.</summary>
    /// <value>A power of two above 1; null unless set.</value>
    public long? MaxCopyQueueSize { get; set; }

    /// <summary>Gets or sets how many bytes of records may wait for their quorum on the primary.</summary>
    /// <value>0, or null: the limit of the process, 128 MiB. One record of any allowed length is always taken.</value>
    /// <remarks>
    /// A commit beyond the limit waits and is tried again; the service sees a longer commit and no error.
    /// </remarks>
    public long? MaxPrimaryReplicationQueueMemorySize { get; set; }

    /// <summary>
    /// Gets or sets how many records may wait for their quorum on the primary. A transaction is one record.
    /// </summary>
    /// <value>A power of two above 1; null unless set: the limit of the process, 8192.</value>
    /// <remarks>
    /// A commit beyond the limit waits and is tried again; the service sees a longer commit and no error.
    /// </remarks>
    public long? MaxPrimaryReplicationQueueSize { get; set; }

    /// <summary>
    /// Gets or sets how many bytes the writes of one transaction may take together, as they are in the log.
    /// </summary>
    /// <value>
    /// More than zero; 52,428,800 unless set. A larger value does not help: the replicator takes no longer records.
    /// </value>
    /// <remarks>
    /// A call that exceeds it, or the commit, fails with a <see cref="TransactionFaultedException"/>, and the
    /// transaction is aborted. Service Fabric limits each operation; here the record of the whole transaction counts as
    /// well.
    /// </remarks>
    public long? MaxReplicationMessageSize { get; set; }

    /// <summary>Gets or sets how many bytes the queue of a secondary may hold. It is checked and has no effect
    /// here.</summary>
    /// <value>0 or more; null unless set.</value>
    public long? MaxSecondaryReplicationQueueMemorySize { get; set; }

    /// <summary>
    /// Gets or sets the largest size of the queue of a secondary. It is checked and has no effect here.
    /// </summary>
    /// <value>A power of two above 1; null unless set.</value>
    public long? MaxSecondaryReplicationQueueSize { get; set; }

    /// <summary>
    /// Gets or sets the address of the replicator. It has no effect here. The process has one address for all its
    /// replicas.
    /// </summary>
    public string ReplicatorAddress { get; set; }

    /// <summary>Gets or sets the address where the replicator listens. It has no effect here.</summary>
    public string ReplicatorListenAddress { get; set; }

    /// <summary>Gets or sets the address that the replicator publishes. It has no effect here.</summary>
    public string ReplicatorPublishAddress { get; set; }

    /// <summary>Gets or sets the id of the log that replicas share. It is checked and has no effect here.</summary>
    /// <value>A GUID, given together with <see cref="SharedLogPath"/>; null unless set.</value>
    public string SharedLogId { get; set; }

    /// <summary>
    /// Gets or sets the file of the log that replicas share. It is checked and has no effect here. All replicas of a
    /// process share its log.
    /// </summary>
    /// <value>Given together with <see cref="SharedLogId"/>; null unless set.</value>
    public string SharedLogPath { get; set; }
}
