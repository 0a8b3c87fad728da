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
    /// <summary>All at once stop the log for longest, one at a time slow it down for longest.</summary>
    internal const int CheckpointsAtOnce = 2;

    private const string ReplicasName = "replicas";
    private const int HeartbeatsPerLease = 8;
    private readonly Lock _gate = new();
    private readonly Dictionary<Guid, Replicator> _replicators = [];    // guarded by _gate
    private readonly Dictionary<Guid, RecordGate> _recordGates = [];    // guarded by _gate
    private readonly ManualResetEvent _stopped = new(initialState: false);
    private readonly TaskCompletionSource _heartbeatEnded = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Listener _listener;
    private readonly string _replicasFolder;
    private volatile SharedLog? _log;                                   // null until it is open
    private int _open;
    private bool _ended;                                                // set once, by whoever ends the host
    private string? _lossOfAll;                                         // set while the log is opened
    private long _highestStreamId;                                      // guarded by _gate
    private bool _disposed;                                             // guarded by _gate

    private ReplicationHost(ReplicationHostOptions options, ILogStorage storage, bool setsAside)
    {
        (Options, _replicasFolder) = (options, ReplicasFolder(options));
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
        Opened = Task.Run(() => OpenLogAsync(storage, setsAside));
    }

    /// <summary>Gets how the process keeps and replicates.</summary>
    public ReplicationHostOptions Options { get; }

    /// <summary>Gets "host:port": the replicator address of every replica of this process.</summary>
    public string Address => _listener.LocalEndPoint.ToString();

    /// <summary>Gets a task that ends when the log is open. A replica that opens waits for it.</summary>
    /// <remarks>It fails with <see cref="IOException"/> if the disk does not work. The host has closed itself
    /// then.</remarks>
    public Task Opened { get; }

    // Once it is open.
    internal SharedLog Log => _log ?? throw new InvalidOperationException("The log is not open.");

    internal CommitPoints CommitPoints { get; } = new();

    /// <summary>Gets the links of this host's primaries to other hosts.</summary>
    internal HostLinks Links { get; }

    /// <summary>Gets what was queued for other hosts while the log told the owners of a group of it.</summary>
    internal QueuedSends GroupSends { get; } = new();

    /// <summary>Gets what may apply a little since the log told the owners of a group of it.</summary>
    internal GroupApplies GroupApplies { get; } = new();

    /// <summary>
    /// Gets the threshold of one partition: the partitions of a process share the log that the option allows. On a disk
    /// a checkpoint costs several flushes, however small it is, so that many partitions may have more.
    /// </summary>
    internal long CheckpointThresholdBytes =>
        Share(Options.CheckpointThresholdBytes, ReplicationHostOptions.CheckpointBytesLeast);

    /// <inheritdoc cref="CheckpointThresholdBytes"/>
    internal long CheckpointThresholdRecords =>
        Share(Options.CheckpointThresholdRecords, ReplicationHostOptions.CheckpointRecordsLeast);

    /// <summary>Gets the right to write a checkpoint because it is due. Partitions that share a load reach their
    /// thresholds together, and the flushes of all of them would hold up those of the log.</summary>
    internal SemaphoreSlim CheckpointTurns { get; } = new(CheckpointsAtOnce, CheckpointsAtOnce);

    /// <summary>
    /// Listens, and begins to recover the shared log: <see cref="Opened"/> tells when that has ended. Until then
    /// replicas restore their checkpoints. A corrupt log is set aside with the replicas in it, and a new one begun:
    /// each of them is lost when it is opened.
    /// </summary>
    /// <exception cref="LogLockedException">Another process has the folder open.</exception>
    /// <exception cref="IOException">The disk does not work.</exception>
    /// <exception cref="System.Net.Sockets.SocketException">The address is taken.</exception>
    public static ReplicationHost Begin(ReplicationHostOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options.Durability == Durability.Memory
            ? Begin(options with { Log = MemoryLayout(options.Log) }, new MemoryLogStorage())
            : Begin(options, OpenStorage(options), setsAside: true);
    }

    internal static ReplicationHost Begin(ReplicationHostOptions options, ILogStorage storage, bool setsAside = false)
    {
        try
        {
            return new ReplicationHost(options, storage, setsAside);
        }
        catch
        {
            storage.Dispose();
            throw;
        }
    }

    /// <summary>Begins, as <see cref="Begin(ReplicationHostOptions)"/> does, and waits until the log is open.</summary>
    /// <param name="options">How the process keeps and replicates.</param>
    /// <param name="cancellationToken">Is looked at once, before anything is done.</param>
    public static async Task<ReplicationHost> OpenAsync(
        ReplicationHostOptions options, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return await OpenedAsync(Begin(options)).ConfigureAwait(false);
    }

    internal static Task<ReplicationHost> OpenAsync(ReplicationHostOptions options, ILogStorage storage) =>
        OpenedAsync(Begin(options, storage));

    private static async Task<ReplicationHost> OpenedAsync(ReplicationHost host)
    {
        await host.Opened.ConfigureAwait(false);
        return host;
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
        await Opened.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        try
        {
            await Task.WhenAll(open.Select(r => r.CloseAsync(CancellationToken.None))).ConfigureAwait(false);
        }
        finally
        {
            // A replica that cannot close must not keep the folder locked and the port taken.
            await EndAsync().ConfigureAwait(false);
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

    private async Task OpenLogAsync(ILogStorage storage, bool setsAside)
    {
        try
        {
            Recover(storage, setsAside);
        }
        catch
        {
            lock (_gate)
                _disposed = true;
            await EndAsync().ConfigureAwait(false);
            throw;
        }
    }

    private void Recover(ILogStorage storage, bool setsAside)
    {
        SharedLog log;
        try
        {
            log = OpenLog(storage);
        }
        catch (LogCorruptedException e) when (setsAside)
        {
            // The replicas without their log are no better than lost; together they are all there is to look at.
            _lossOfAll = $"The replicas of this host are lost: {e.Message}";
            new SetAsideFolder(Options.DataFolder, Options.Time, Options.Logger).Move(
                "log", _lossOfAll, LogFolder(Options), LogFolder(Options) + FileLogStorage.MarkSuffix, _replicasFolder);
            log = OpenLog(OpenStorage(Options));
        }
        _log = log;
        HashSet<long> claimed = Options.Durability == Durability.Memory ? [] : ClaimedStreams(_replicasFolder, log.Id);
        foreach (var stream in log.Streams.Where(s => !claimed.Contains(s.Id)))
            log.DropStream(stream);
        lock (_gate)
            _highestStreamId = claimed.DefaultIfEmpty(0).Max();
    }

    private SharedLog OpenLog(ILogStorage storage) => SharedLog.Open(storage, Options.Log with
    {
        OwnersTold = OwnersTold,
        FlushToDevice = Options.Durability == Durability.Fsync,
        PayloadBytesMax = Options.RecordBytesMax,
        Faulted = Options.DiskFailed,
        Time = Options.Time,
    });

    private long Share(long ofHost, long least) => Math.Max(
        ofHost / Math.Max(1, Volatile.Read(ref _open)),
        Options.Durability == Durability.Memory ? 0 : Math.Min(ofHost, least));

    private void OwnersTold()
    {
        GroupSends.Flush();
        GroupApplies.Run();
    }

    private static FileLogStorage OpenStorage(ReplicationHostOptions options) =>
        new(LogFolder(options), flushes: options.Durability == Durability.Fsync);

    // Ends everything but the replicas. A second time does nothing.
    private async Task EndAsync()
    {
        if (Interlocked.Exchange(ref _ended, true))
            return;
        ReplicationMeter.Remove(this);
        _stopped.Set();
        await _listener.DisposeAsync().ConfigureAwait(false);
        await _heartbeatEnded.Task.ConfigureAwait(false);
        CommitPoints.Dispose();
        if (_log is { } log)
            await log.DisposeAsync().ConfigureAwait(false);
        _stopped.Dispose();
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
