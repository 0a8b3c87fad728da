using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Log.Storage;
using SfPerf.Fabric.Replication.Links;
using SfPerf.Fabric.Replication.Storage;
using SfPerf.Fabric.Replication.Wire;
using SfPerf.Fabric.Transport;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// Represents what all replicas of one process share: the log, the address that primaries connect to, and the
/// heartbeat.
/// </summary>
public sealed partial class ReplicationHost : IAsyncDisposable
{
    private const string ReplicasName = "replicas";
    private const int HeartbeatsPerLease = 8;
    private readonly Lock _gate = new();
    private readonly Dictionary<Guid, Replicator> _replicators = [];    // guarded by _gate
    private readonly Dictionary<Guid, RecordGate> _recordGates = [];    // guarded by _gate
    private readonly ManualResetEvent _stopped = new(initialState: false);
    private readonly TaskCompletionSource _heartbeatEnded = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Listener _listener;
    private readonly string _replicasFolder;
    private int _open;
    private string? _lossOfAll;                                         // set while the host is opened
    private long _highestStreamId;                                      // guarded by _gate
    private bool _disposed;                                             // guarded by _gate

    private ReplicationHost(
        ReplicationHostOptions options, SharedLog log, QueuedSends groupSends, string replicasFolder,
        long highestStreamId)
    {
        (Options, Log, _replicasFolder, _highestStreamId) = (options, log, replicasFolder, highestStreamId);
        GroupSends = groupSends;
        var connections = Frames.Options(options);
        Links = new HostLinks(connections);
        _listener = new Listener(options.ListenAddress, connections, _ => new HostSession(this));
        new Thread(SendHeartbeats)
        {
            IsBackground = true,
            Name = "replication heartbeat",
            Priority = ThreadPriority.AboveNormal,
        }
            .UnsafeStart();
        ReplicationMeter.Add(this);
    }

    /// <summary>Gets how the process keeps and replicates.</summary>
    public ReplicationHostOptions Options { get; }

    /// <summary>Gets "host:port": the replicator address of every replica of this process.</summary>
    public string Address => _listener.LocalEndPoint.ToString();

    internal SharedLog Log { get; }

    internal CommitPoints CommitPoints { get; } = new();

    /// <summary>Gets the links of this host's primaries to other hosts.</summary>
    internal HostLinks Links { get; }

    /// <summary>Gets what was queued for other hosts while the log told the owners of a group of it.</summary>
    internal QueuedSends GroupSends { get; }

    /// <summary>
    /// Gets the threshold of one partition: the partitions of a process share the log that the option allows.
    /// </summary>
    internal long CheckpointThresholdBytes => Options.CheckpointThresholdBytes / Math.Max(1, Volatile.Read(ref _open));

    /// <inheritdoc cref="CheckpointThresholdBytes"/>
    internal long CheckpointThresholdRecords =>
        Options.CheckpointThresholdRecords / Math.Max(1, Volatile.Read(ref _open));

    /// <summary>
    /// Opens the shared log and recovers it, then listens. A corrupt log is set aside with the replicas in it, and a
    /// new one begun: each of them is lost when it is opened.
    /// </summary>
    /// <exception cref="LogLockedException">Another process has the folder open.</exception>
    /// <exception cref="IOException">The disk does not work.</exception>
    /// <exception cref="System.Net.Sockets.SocketException">The address is taken.</exception>
    public static async Task<ReplicationHost> OpenAsync(
        ReplicationHostOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        cancellationToken.ThrowIfCancellationRequested();
        if (options.Durability == Durability.Memory)
        {
            return await OpenAsync(
                options with { Log = MemoryLayout(options.Log) }, new MemoryLogStorage()).ConfigureAwait(false);
        }
        try
        {
            return await OpenAsync(options, OpenStorage(options)).ConfigureAwait(false);
        }
        catch (LogCorruptedException e)
        {
            // The replicas without their log are no better than lost; together they are all there is to look at.
            var reason = $"The replicas of this host are lost: {e.Message}";
            new SetAsideFolder(options.DataFolder, options.Time, options.Logger).Move(
                "log", reason, LogFolder(options), LogFolder(options) + FileLogStorage.MarkSuffix,
                ReplicasFolder(options));
            var host = await OpenAsync(options, OpenStorage(options)).ConfigureAwait(false);
            host._lossOfAll = reason;
            return host;
        }
    }

    private static FileLogStorage OpenStorage(ReplicationHostOptions options) =>
        new(LogFolder(options), flushes: options.Durability == Durability.Fsync);

    internal static async Task<ReplicationHost> OpenAsync(ReplicationHostOptions options, ILogStorage storage)
    {
        var groupSends = new QueuedSends();
        var log = await Task.Run(() => SharedLog.Open(storage, options.Log with
        {
            OwnersTold = groupSends.Flush,
            FlushToDevice = options.Durability == Durability.Fsync,
            PayloadBytesMax = options.RecordBytesMax,
            Faulted = options.DiskFailed,
            Time = options.Time,
        })).ConfigureAwait(false);
        try
        {
            var replicas = ReplicasFolder(options);
            HashSet<long> claimed = options.Durability == Durability.Memory ? [] : ClaimedStreams(replicas, log.Id);
            foreach (var stream in log.Streams.Where(s => !claimed.Contains(s.Id)))
                log.DropStream(stream);
            return new ReplicationHost(options, log, groupSends, replicas, claimed.DefaultIfEmpty(0).Max());
        }
        catch
        {
            await log.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Creates the replicator of one replica; it does nothing before it is opened.</summary>
    /// <param name="partitionId">The partition; one replica of it per process.</param>
    /// <param name="replicaId">The replica. Data that another id left here for the partition is removed at
    /// open.</param>
    /// <param name="state">The state that it applies records to.</param>
    /// <param name="options">What it needs to know of its service; null for the defaults.</param>
    public Replicator CreateReplicator(
        Guid partitionId, long replicaId, IReplicatedState state, ReplicatorOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(state);
        IReplicaStorage storage = Options.Durability == Durability.Memory
            ? new ReplicaMemory($"replica {replicaId} of partition {partitionId}")
            : new ReplicaFolder(Path.Combine(_replicasFolder, ReplicaFolder.NameOf(partitionId)));
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_disposed, this);
            if (!_recordGates.TryGetValue(partitionId, out var recordGate))
                _recordGates.Add(partitionId, recordGate = new RecordGate());
            var replicator = new Replicator(
                this, storage, recordGate, partitionId, replicaId, state, options ?? new ReplicatorOptions());
            if (!_replicators.TryAdd(partitionId, replicator))
                throw new InvalidOperationException($"Partition {partitionId} has a replica in this process already.");
            _open = _replicators.Count;
            return replicator;
        }
    }

    /// <summary>Closes what is open, flushes the log and releases the folder.</summary>
    public async ValueTask DisposeAsync()
    {
        Replicator[] open;
        lock (_gate)
        {
            if (_disposed)
                return;
            _disposed = true;
            open = [.. _replicators.Values];
        }
        ReplicationMeter.Remove(this);
        _stopped.Set();
        try
        {
            await Task.WhenAll(open.Select(r => r.CloseAsync(CancellationToken.None))).ConfigureAwait(false);
        }
        finally
        {
            // A replica that cannot close must not keep the folder locked and the port taken.
            await _listener.DisposeAsync().ConfigureAwait(false);
            await _heartbeatEnded.Task.ConfigureAwait(false);
            CommitPoints.Dispose();
            await Log.DisposeAsync().ConfigureAwait(false);
            _stopped.Dispose();
        }
    }

    /// <summary>Gets what each open replica has still to do. Any thread.</summary>
    internal Backlog[] Backlogs()
    {
        Replicator[] open;
        lock (_gate)
            open = [.. _replicators.Values];
        return Array.ConvertAll(open, static r => r.Backlog);
    }

    internal Replicator? Find(Guid partitionId, long replicaId)
    {
        lock (_gate)
        {
            return _replicators.TryGetValue(partitionId, out var replicator) && replicator.ReplicaId == replicaId
                ? replicator : null;
        }
    }

    internal void Remove(Replicator replicator)
    {
        lock (_gate)
        {
            if (_replicators.TryGetValue(replicator.PartitionId, out var present) && present == replicator)
                _replicators.Remove(replicator.PartitionId);
            _open = _replicators.Count;
        }
    }

    internal LogStream CreateStream(long firstLsn)
    {
        lock (_gate)
        {
            var stream = Log.CreateStream(firstLsn, _highestStreamId);
            _highestStreamId = stream.Id;
            return stream;
        }
    }

    /// <summary>Sets one replica's files aside; what its stream held is given up.</summary>
    /// <returns>The whole reason: that the log was corrupt, if it was.</returns>
    internal string SetAside(IReplicaStorage storage, string reason, long? stream)
    {
        if (storage is ReplicaFolder folder && Directory.Exists(folder.Path))
        {
            new SetAsideFolder(Options.DataFolder, Options.Time, Options.Logger).Move(
                Path.GetFileName(folder.Path), reason, folder.Path);
        }
        if (stream is { } id && Log.FindStream(id) is { } found)
            Log.DropStream(found);
        return _lossOfAll ?? reason;
    }

    /// <summary>Tells whether a data folder holds the intact record of this replica.</summary>
    /// <remarks>Nobody needs to have opened the folder. What the record promises is checked when the replica is opened.
    /// </remarks>
    public static bool HoldsRecord(string dataFolder, Guid partition, long replicaId)
    {
        try
        {
            return new ReplicaFolder(Path.Combine(dataFolder, ReplicasName, ReplicaFolder.NameOf(partition)))
                .ReadRecord() is { } record && record.PartitionId == partition && record.ReplicaId == replicaId;
        }
        catch (InvalidDataException)
        {
            return false;
        }
    }

    /// <summary>
    /// Tells whether a data folder holds something of a partition, usable or not: its folder, or what was set aside of
    /// it or of the log. A disk that was wiped, or is new, holds nothing.
    /// </summary>
    /// <remarks>Reads names only; nobody needs to have opened the folder.</remarks>
    public static bool HoldsRemains(string dataFolder, Guid partition)
    {
        var aside = Path.Combine(dataFolder, SetAsideFolder.Name);
        return Directory.Exists(Path.Combine(dataFolder, ReplicasName, $"{partition:N}"))
            || Directory.Exists(aside) && Directory.EnumerateDirectories(aside).Any(f =>
                f.Contains($"-{partition:N}", StringComparison.Ordinal)
                || f.Contains("Z-log", StringComparison.Ordinal));
    }

    // Memory is not reserved ahead as a disk is, and a flush that takes no time gains nothing by waiting for more.
    private static LogOptions MemoryLayout(LogOptions log) => log with
    {
        SegmentBytes = 4 << 20,
        InitialSegments = 1,
        SpareSegments = 1,
        GroupSpacing = TimeSpan.Zero,
    };

    private static string LogFolder(ReplicationHostOptions options) => Path.Combine(options.DataFolder, LogName);

    private static string ReplicasFolder(ReplicationHostOptions options) =>
        Path.Combine(options.DataFolder, ReplicasName);

    // A record that cannot be read claims nothing; its replica is lost when it is opened.
    private static HashSet<long> ClaimedStreams(string replicasFolder, Guid logId)
    {
        var claimed = new HashSet<long>();
        if (!Directory.Exists(replicasFolder))
            return claimed;
        foreach (var folder in Directory.GetDirectories(replicasFolder))
        {
            try
            {
                if (new ReplicaFolder(folder).ReadRecord() is { } record && record.IsOf(logId))
                    claimed.Add(record.StreamId);
            }
            catch (InvalidDataException)
            {
                continue;
            }
        }
        return claimed;
    }

    // A thread of its own: a starved thread pool must not look like a dead primary.
    private void SendHeartbeats()
    {
        var sends = new QueuedSends();
        while (!_stopped.WaitOne(Options.ReadLease / HeartbeatsPerLease))
        {
            Replicator[] replicators;
            lock (_gate)
                replicators = [.. _replicators.Values];
            foreach (var replicator in replicators)
                replicator.QueueHeartbeats(sends);
            sends.Flush();
        }
        _heartbeatEnded.SetResult();
    }
}
