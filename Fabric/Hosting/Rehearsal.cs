using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Replication;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Hosting;

/// <summary>
/// Goes through a promotion once, with two replicas in memory that belong to no service, while nobody waits. What a
/// replica does when it becomes a primary is compiled then, and not while its clients wait for a failover.
/// </summary>
internal static class Rehearsal
{
    /// <summary>Runs it after a while. Never fails: a host serves without it.</summary>
    /// <param name="context">What the state managers are told of their service.</param>
    /// <param name="secret">The cluster's secret.</param>
    /// <param name="delay">How long to wait first: the host may have more replicas to open.</param>
    internal static async Task RunAsync(StatefulServiceContext context, ReadOnlyMemory<byte> secret, TimeSpan delay)
    {
        await Task.Delay(delay, TimeProvider.System).ConfigureAwait(false);
        try
        {
            using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(5));
            await PlayAsync(context, secret, limit.Token).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            EventLog.OfProcess.RehearsalFailed(e);
        }
    }

    /// <summary>Opens two replicas, makes one of them the primary, and writes and reads a value.</summary>
    internal static async Task PlayAsync(
        StatefulServiceContext context, ReadOnlyMemory<byte> secret, CancellationToken cancellationToken)
    {
        var partition = Guid.NewGuid();
        var primary = new Player(partition, 1);
        var secondary = new Player(partition, 2);
        await using var first = primary.ConfigureAwait(false);
        await using var second = secondary.ConfigureAwait(false);
        var epoch = new Epoch(1, 1);
        foreach (var player in (Player[])[primary, secondary])
        {
            await player.OpenAsync(context, secret, cancellationToken).ConfigureAwait(false);
            await player.Replicator.UpdateEpochAsync(epoch, cancellationToken).ConfigureAwait(false);
        }
        var progress = primary.Replicator.Progress;
        var (kind, json) = ControlFrame.Write(new ControlMessage.Answer("", new()
        {
            PartitionId = partition,
            ReplicaId = 1,
            Request = 1,
            Progress = new(new(1, 1), progress.LastLsn, progress.CommittedLsn, progress.IsComplete),
        }));
        _ = ControlFrame.Read([kind, .. json]);
        await secondary.Replicator.ChangeRoleAsync(epoch, ReplicaRole.ActiveSecondary, cancellationToken)
            .ConfigureAwait(false);
        await primary.Replicator.ChangeRoleAsync(epoch, ReplicaRole.Primary, cancellationToken).ConfigureAwait(false);
        var configuration = new ReplicaSetConfiguration { Replicas = [secondary.Information], WriteQuorum = 2 };
        primary.Replicator.UpdateCatchUpReplicaSetConfiguration(configuration, configuration);
        await primary.Replicator.WaitForCatchUpQuorumAsync(ReplicaSetQuorumMode.WriteQuorum, cancellationToken)
            .ConfigureAwait(false);
        primary.Replicator.UpdateCurrentReplicaSetConfiguration(configuration);
        await primary.WriteAndReadAsync(cancellationToken).ConfigureAwait(false);
    }

    private sealed class Player(Guid partition, long id) : IReplicationPartition, IAsyncDisposable
    {
        // The bound is small because a rehearsal's records are in memory only and are dropped at once.
        private const int RecordBytesMax = 64 << 10;
        private ReplicationHost? _host;
        private IReliableStateManagerReplica2? _manager;

        internal Replicator Replicator { get; private set; } = null!;

        internal ReplicaInformation Information => new()
        {
            Id = id, ReplicatorAddress = _host!.Address, Status = ReplicaStatus.Up,
        };

        public ServicePartitionInformation PartitionInfo { get; } =
            new SingletonPartitionInformation { Id = partition };

        public PartitionAccessStatus ReadStatus => Replicator.ReadStatus;

        public PartitionAccessStatus WriteStatus => Replicator.WriteStatus;

        internal async Task OpenAsync(
            StatefulServiceContext context, ReadOnlyMemory<byte> secret, CancellationToken cancellationToken)
        {
            _host = await ReplicationHost.OpenAsync(new()
            {
                DataFolder = "",
                Durability = Durability.Memory,
                ClusterSecret = secret,
                RecordBytesMax = RecordBytesMax,
                Log = new() { SegmentBytes = 4 * RecordBytesMax, InitialSegments = 1, SpareSegments = 0 },
            }, cancellationToken).ConfigureAwait(false);
            _manager = ReliableState.ReliableStateManagerFactory.Create(context, null);
            var replicator = await _manager.OpenAsync(ReplicaOpenMode.New, this, cancellationToken)
                .ConfigureAwait(false);
            _ = await replicator.OpenAsync(cancellationToken).ConfigureAwait(false);
        }

        public IReplicatedLog CreateReplicator(IReplicatedState state, ReplicatorLimits limits) =>
            Replicator = _host!.CreateReplicator(partition, id, state, new() { Limits = limits });

        public void ReportFault(FaultType faultType)
        {
        }

        internal async Task WriteAndReadAsync(CancellationToken cancellationToken)
        {
            using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(5), TimeProvider.System);
            while (WriteStatus != PartitionAccessStatus.Granted || ReadStatus != PartitionAccessStatus.Granted)
                _ = await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false);
            var limit = TimeSpan.FromSeconds(4);
            var dictionary = await _manager!.GetOrAddAsync<IReliableDictionary<long, byte[]>>("rehearsal", limit)
                .ConfigureAwait(false);
            using var transaction = _manager.CreateTransaction();
            await dictionary.SetAsync(transaction, 1, [1], limit, cancellationToken).ConfigureAwait(false);
            await transaction.CommitAsync().ConfigureAwait(false);
            using var reading = _manager.CreateTransaction();
            _ = await dictionary.TryGetValueAsync(reading, 1, limit, cancellationToken).ConfigureAwait(false);
        }

        public async ValueTask DisposeAsync()
        {
            if (_manager is not null && Replicator is not null)
            {
                await Replicator.CloseAsync(CancellationToken.None).ConfigureAwait(false);
                await _manager.CloseAsync(CancellationToken.None).ConfigureAwait(false);
            }
            if (_host is not null)
                await _host.DisposeAsync().ConfigureAwait(false);
        }
    }
}
