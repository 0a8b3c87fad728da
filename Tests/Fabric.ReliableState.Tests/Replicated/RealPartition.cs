using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.Replication;
using SfPerf.TestKit;

namespace SfPerf.Fabric.ReliableState.Tests.Replicated;

/// <summary>Three real replicas of one partition in this process, each with its own folder and connections.</summary>
internal sealed class RealPartition : IAsyncDisposable
{
    internal static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly string _folder = Path.Combine(Path.GetTempPath(), "sfperf-" + Path.GetRandomFileName());
    private readonly Guid _id = Guid.NewGuid();
    private long _dataLossNumber = 1;
    private long _configurationNumber;
    private Action<IReliableStateManager>? _prepare;
    private TimeProvider? _time;

    internal Dictionary<long, RealReplica> Replicas { get; } = [];

    internal RealReplica Primary { get; private set; } = null!;

    /// <param name="prepare">Called with each replica's state manager before it opens.</param>
    /// <param name="time">The time of the state managers; their locks and repeated commits wait by it.</param>
    internal static async Task<RealPartition> StartAsync(
        Action<IReliableStateManager>? prepare = null, TimeProvider? time = null)
    {
        var partition = new RealPartition { _prepare = prepare, _time = time };
        await partition.OpenAsync(1, 2, 3);
        await partition.PromoteAsync(1);
        return partition;
    }

    internal async Task OpenAsync(params long[] ids)
    {
        foreach (var id in ids)
        {
            Replicas[id] = await RealReplica.OpenAsync(new ReplicationHostOptions
            {
                DataFolder = Path.Combine(_folder, $"{id}"),
                CheckpointThresholdBytes = 256 * 1024,
                // A disk that stands still for a second refuses no read: who reads here does not ask again.
                ReadLease = TimeSpan.FromSeconds(20),
            }, _id, id, _prepare, _time);
        }
    }

    internal async Task StopAsync(long id)
    {
        await Replicas[id].CloseAsync().WaitAsync(Limit);
        Replicas.Remove(id);
    }

    /// <summary>Fences everyone that is there, then makes one the primary, as a swap does.</summary>
    internal async Task PromoteAsync(long id)
    {
        // A swap waits for the new primary. One that lacks what both others have applied cannot catch them up.
        if (Replicas.ContainsValue(Primary))
        {
            await Eventually.HoldsAsync(
                () => Replicas[id].Replicator.Progress.LastLsn >= Primary.Replicator.Progress.LastLsn);
        }
        await PromoteAsync(id, () => Task.CompletedTask);
    }

    /// <summary>Moves the primary, under load, to the other replica with the longest log, as a failover does.</summary>
    internal async Task MoveAsync()
    {
        var epoch = new Epoch(_dataLossNumber, ++_configurationNumber);
        foreach (var replica in Replicas.Values)
            await replica.Replicator.UpdateEpochAsync(epoch, default).WaitAsync(Limit);
        var best = Replicas.Values.Where(r => r != Primary)
            .OrderByDescending(r => r.Replicator.Progress.LastLsnEpoch)
            .ThenByDescending(r => r.Replicator.Progress.LastLsn).First();
        await PromoteAsync(best.Id, () => Task.CompletedTask);
    }

    /// <summary>Makes a replica the primary after a data loss, and lets it restore what it can.</summary>
    internal async Task<bool> LoseDataAsync(long id, Func<IReliableStateManagerReplica2, Task> restore)
    {
        var restored = false;
        var manager = Replicas[id].Manager;
        manager.OnDataLossAsync = async _ =>
        {
            await restore(manager);
            return true;
        };
        _dataLossNumber++;
        await PromoteAsync(id,
            async () => restored = await Primary.Replicator.OnDataLossAsync(default).WaitAsync(Limit));
        return restored;
    }

    /// <summary>Makes one the primary, and does something before it is told of its configuration.</summary>
    internal async Task PromoteAsync(long id, Func<Task> beforeServing)
    {
        var epoch = new Epoch(_dataLossNumber, ++_configurationNumber);
        foreach (var replica in Replicas.Values)
            await replica.Replicator.UpdateEpochAsync(epoch, default).WaitAsync(Limit);
        foreach (var replica in Replicas.Values.Where(r => r.Id != id))
            await replica.Replicator.ChangeRoleAsync(epoch, ReplicaRole.ActiveSecondary, default).WaitAsync(Limit);
        Primary = Replicas[id];
        await Primary.Replicator.ChangeRoleAsync(epoch, ReplicaRole.Primary, default).WaitAsync(Limit);
        await beforeServing();
        Primary.Replicator.UpdateCurrentReplicaSetConfiguration(new ReplicaSetConfiguration
        {
            Replicas = [.. Replicas.Values.Where(r => r.Id != id).Select(r => r.Information)],
        });
        await CatchUpAsync();
        await Eventually.HoldsAsync(() => Primary.WriteStatus == PartitionAccessStatus.Granted
            && Primary.ReadStatus == PartitionAccessStatus.Granted);
    }

    private async Task CatchUpAsync()
    {
        try
        {
            await Primary.Replicator.WaitForCatchUpQuorumAsync(ReplicaSetQuorumMode.WriteQuorum, default)
                .WaitAsync(Limit);
        }
        catch (TimeoutException e)
        {
            throw new TimeoutException($"No quorum caught up: {string.Join("; ", Primary.Replicator.Secondaries)}", e);
        }
    }

    /// <summary>Ends when every replica has applied what the primary has.</summary>
    internal Task AllAppliedAsync() =>
        Eventually.HoldsAsync(() => Replicas.Values.All(r => r.Replicator.AppliedLsn == Primary.Replicator.AppliedLsn));

    public async ValueTask DisposeAsync()
    {
        foreach (var replica in Replicas.Values)
            await replica.CloseAsync();
        if (Directory.Exists(_folder))
            Directory.Delete(_folder, recursive: true);
    }
}
