using System;
using System.Net;
using SfPerf.Fabric.Log;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Replication;

/// <summary>Specifies how one process keeps and replicates its replicas. Immutable.</summary>
public sealed record ReplicationHostOptions
{
    internal const long CheckpointBytesLeast = 4 << 20;
    internal const long CheckpointRecordsLeast = 4096;

    /// <summary>
    /// Gets the folder of the shared log and the checkpoints. Created if missing; one process at a time. Never touched
    /// with <see cref="Durability.Memory"/>.
    /// </summary>
    public required string DataFolder { get; init; }

    /// <summary>Gets where replication connections are accepted.</summary>
    /// <value>A free port on loopback unless set.</value>
    public IPEndPoint ListenAddress { get; init; } = new(IPAddress.Loopback, 0);

    /// <summary>Gets what an acknowledged write survives.</summary>
    public Durability Durability { get; init; } = Durability.Fsync;

    /// <summary>Gets how much log the partitions of the host write between checkpoints, in bytes.</summary>
    /// <value>At least 64 KiB; 64 MiB unless set. Each partition has an equal share of it, but no less than 4 MiB where
    /// it is on a disk. A checkpoint larger than that waits for its own size of log.</value>
    public long CheckpointThresholdBytes
    {
        get;
        init => field = AtLeast(value, 64 << 10);
    } = 64 << 20;

    /// <summary>Gets how many records they write between checkpoints, where these are fewer bytes than
    /// <see cref="CheckpointThresholdBytes"/>: a restart applies them one by one, however short they are.</summary>
    /// <value>At least 1; 65,536 unless set. Each partition has an equal share of it, but no less than 4,096 where it
    /// is on a disk. It does not count where the service has set its own threshold.</value>
    public long CheckpointThresholdRecords
    {
        get;
        init => field = AtLeast(value, 1);
    } = 65_536;

    /// <summary>Gets how many operations of one partition may wait for their quorum.</summary>
    /// <value>At least 1; 8192 unless set. More are refused with FabricTransientException.</value>
    public int PendingOperationsMax
    {
        get;
        init => field = (int)AtLeast(value, 1);
    } = 8192;

    /// <summary>Gets how many bytes of records of one partition may wait for their quorum.</summary>
    /// <value>At least 1; 128 MiB unless set. One record of any allowed length is always taken.</value>
    public long PendingBytesMax
    {
        get;
        init => field = AtLeast(value, 1);
    } = 128 << 20;

    /// <summary>Gets the longest record, in bytes.</summary>
    /// <value>At least 1; 50 MiB unless set.</value>
    public int RecordBytesMax
    {
        get;
        init => field = (int)AtLeast(value, 1);
    } = 50 << 20;

    /// <summary>
    /// Gets how long a primary may serve reads after a quorum last heard from it, counted from the moment it sent.
    /// Whoever replaces a primary must wait as long, and a tenth more, between the fence (UpdateEpoch) and the new
    /// primary's ChangeRole, unless the old one answered the fence itself or its process is known to be gone.
    /// </summary>
    /// <value>At least 10 ms; 0.8 s unless set. The same on every node.</value>
    public TimeSpan ReadLease
    {
        get;
        init => field = value >= TimeSpan.FromMilliseconds(10)
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "At least 10 ms.");
    } = TimeSpan.FromMilliseconds(800);

    /// <summary>Gets the secret that every process of the cluster knows, and proves to know when it connects.</summary>
    /// <value>Null unless set: whoever runs as the same user may connect then.</value>
    public ReadOnlyMemory<byte>? ClusterSecret { get; init; }

    /// <summary>
    /// Gets how long a primary's connection waits for the runtime to tell the secondary of that primary's epoch, which
    /// the primary may have heard of first. Then it is refused.
    /// </summary>
    /// <value>More than zero; 2 s unless set.</value>
    public TimeSpan EpochTimeout
    {
        get;
        init => field = value > TimeSpan.Zero
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "More than zero.");
    } = TimeSpan.FromSeconds(2);

    /// <summary>Gets the clock of leases and heartbeats.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>
    /// Gets who is told, from any thread, that the disk failed: the log or a replica's record could not be written, or
    /// was not read back as written. Everything of this host must then be opened anew, best by ending the process.
    /// </summary>
    public Action<Exception>? DiskFailed { get; init; }

    /// <summary>Gets the log, which says which files were set aside and why.</summary>
    public EventLog Logger { get; init; } = EventLog.None;

    /// <summary>Gets how the shared log is laid out; what the options above say of it counts.</summary>
    internal LogOptions Log { get; init; } = new();

    private static long AtLeast(long value, long least) =>
        value >= least ? value : throw new ArgumentOutOfRangeException(nameof(value), value, $"At least {least}.");
}
