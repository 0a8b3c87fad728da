using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Tests;

namespace SfPerf.Fabric.Replication.Tests;

/// <summary>
/// Several replicas of one partition in this process, each with its own host, folder and connections.
/// </summary>
internal sealed class TestPartition : IAsyncDisposable
{
    internal static readonly TimeSpan Limit = TimeSpan.FromSeconds(120);
    // The disks are in memory.
    private const int SegmentBytes = 1 << 20;
    private readonly string _folder = Path.Combine(Path.GetTempPath(), "sfperf-" + Path.GetRandomFileName());
    private readonly Guid _id = Guid.NewGuid();
    private readonly Func<ReplicationHostOptions, ReplicationHostOptions> _configure;
    private long _configurationNumber;

    internal TestPartition(Func<ReplicationHostOptions, ReplicationHostOptions>? configure = null) =>
        _configure = configure ?? (o => o);

    internal Dictionary<long, Replica> Replicas { get; } = [];

    internal Guid Id => _id;

    /// <summary>The disks that the logs are on; each survives its replica.</summary>
    internal Dictionary<long, FaultyStorage> Disks { get; } = [];

    internal Dictionary<long, TaskCompletionSource<Exception>> Faults { get; } = [];

    internal Replica Primary { get; private set; } = null!;

    internal Epoch Epoch => new(1, _configurationNumber);

    internal static async Task<TestPartition> StartAsync(
        int replicas, Func<ReplicationHostOptions, ReplicationHostOptions>? configure = null,
        ReplicatorLimits? limits = null)
    {
        var partition = new TestPartition(configure) { Limits = limits ?? ReplicatorLimits.None };
        for (var id = 1; id <= replicas; id++)
            await partition.OpenAsync(id);
        await partition.PromoteAsync(1);
        return partition;
    }

    internal async Task<Replica> OpenAsync(long id)
    {
        var state = new TestState();
        Disks.TryAdd(id, new FaultyStorage());
        var host = await ReplicationHost.OpenAsync(
            _configure(new ReplicationHostOptions
            {
                DataFolder = Path.Combine(_folder, id.ToString(System.Globalization.CultureInfo.InvariantCulture)),
                Log = new() { SegmentBytes = SegmentBytes },
            }),
            Disks[id]);
        var fault = Faults[id] = new(TaskCreationOptions.RunContinuationsAsynchronously);
        var replicator = host.CreateReplicator(
            _id, id, state, new ReplicatorOptions { Faulted = e => fault.SetResult(e), Limits = Limits });
        var replica = new Replica(host, replicator, state);
        await replica.Replicator.OpenAsync(default);
        var comesBack = Replicas.ContainsKey(id);
        Replicas[id] = replica;
        // As the failover manager does: a replica takes a primary's connection only once it was told of its epoch.
        if (comesBack && replica.Replicator.Progress.AcceptedEpoch.ConfigurationNumber < Epoch.ConfigurationNumber)
            await replica.Replicator.UpdateEpochAsync(Epoch, default).WaitAsync(Limit);
        return replica;
    }

    /// <summary>What the service's settings say.</summary>
    internal ReplicatorLimits Limits { get; init; } = ReplicatorLimits.None;

    /// <summary>The files of a replica apart from its log.</summary>
    internal string FolderOf(long id) => Path.Combine(
        _folder, id.ToString(System.Globalization.CultureInfo.InvariantCulture), "replicas",
        Storage.ReplicaFolder.NameOf(_id));

    /// <summary>A second replicator of the same replica in the same process; the first one must be gone.</summary>
    internal Replica CreateAgain(long id)
    {
        var state = new TestState();
        var host = Replicas[id].Host;
        return Replicas[id] = new Replica(host, host.CreateReplicator(_id, id, state), state);
    }

    /// <summary>Fences everyone that is there, then makes one the primary, as a failover does.</summary>
    internal async Task PromoteAsync(long id, params long[] without)
    {
        var members = Replicas.Where(r => !without.Contains(r.Key)).ToArray();
        // No election takes one that lacks what was committed: it could not catch up those that have applied it.
        using var limit = new CancellationTokenSource(Limit);
        var elected = Replicas[id].Replicator;
        while (elected.Progress.LastLsn < Replicas.Values.Max(r => r.Replicator.Progress.CommittedLsn))
            await Task.Delay(TimeSpan.FromMilliseconds(1), TimeProvider.System, limit.Token);
        _configurationNumber++;
        foreach (var (_, replica) in members)
            await replica.Replicator.UpdateEpochAsync(Epoch, default).WaitAsync(Limit);
        foreach (var (other, replica) in members.Where(m => m.Key != id))
            await replica.Replicator.ChangeRoleAsync(Epoch, ReplicaRole.ActiveSecondary, default).WaitAsync(Limit);
        Primary = Replicas[id];
        await Primary.Replicator.ChangeRoleAsync(Epoch, ReplicaRole.Primary, default).WaitAsync(Limit);
        Primary.Replicator.UpdateCurrentReplicaSetConfiguration(Configuration(id));
        await Primary.Replicator.WaitForCatchUpQuorumAsync(ReplicaSetQuorumMode.WriteQuorum, default).WaitAsync(Limit);
    }

    /// <summary>All replicas but the primary, with the addresses they have now.</summary>
    internal ReplicaSetConfiguration Configuration(long primary, int writeQuorum = 0) => new()
    {
        Replicas = [.. Replicas.Where(r => r.Key != primary).Select(r => Information(r.Key, primary))],
        WriteQuorum = writeQuorum,
    };

    /// <summary>Which way a primary reaches a replica where that is not the direct one.</summary>
    internal Func<long, long, string>? Route { get; set; }

    internal ReplicaInformation Information(long id, long? primary = null) => new()
    {
        Id = id,
        ReplicatorAddress = primary is { } from && Route is { } route ? route(from, id) : Replicas[id].Host.Address,
        Status = ReplicaStatus.Up,
    };

    /// <summary>Ends when every replica has applied the record.</summary>
    internal async Task EverywhereAsync(long lsn)
    {
        foreach (var replica in Replicas.Values)
            await replica.State.ReachedAsync(lsn).WaitAsync(Limit);
    }

    /// <summary>Ends a replica and opens it again from its folder.</summary>
    internal async Task<Replica> RestartAsync(long id)
    {
        await StopAsync(id);
        return await OpenAsync(id);
    }

    internal async Task StopAsync(long id) => await Replicas[id].Host.DisposeAsync().AsTask().WaitAsync(Limit);

    internal Task<long> Write(string record) => Start(Primary, record).Completed.WaitAsync(Limit);

    internal static TestOperation Start(Replica replica, string record)
    {
        var operation = new TestOperation();
        replica.Replicator.Replicate(Encoding.UTF8.GetBytes(record), operation);
        return operation;
    }

    /// <summary>Writes once the partition takes writes again.</summary>
    internal async Task<long> WriteWhenReady(string record)
    {
        using var limit = new CancellationTokenSource(Limit);
        while (true)
        {
            try
            {
                return await Write(record);
            }
            catch (FabricTransientException)
            {
                limit.Token.ThrowIfCancellationRequested();
                await Task.Yield();
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var replica in Replicas.Values)
            await replica.Host.DisposeAsync();
        if (Directory.Exists(_folder))
            Directory.Delete(_folder, recursive: true);
    }

    internal sealed record Replica(ReplicationHost Host, Replicator Replicator, TestState State);
}
