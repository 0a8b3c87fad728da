using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState;
using SfPerf.Fabric.Replication;

namespace SfPerf.Benchmarks.State;

/// <summary>
/// Represents one process with a reliable dictionary over the real replicator: what a replica does, without the
/// cluster.
/// </summary>
internal sealed class StateNode : IReplicationPartition
{
    private const int KeyCount = 2048;
    private static readonly Guid Partition = new("0c1d5a7e-2f43-4e0a-9a25-6f1f0d0c5b77");
    private static readonly Epoch Epoch = new(1, 1);

    private readonly ReplicationHost _host;
    private readonly long _replicaId;

    private StateNode(ReplicationHost host, long replicaId) => (_host, _replicaId) = (host, replicaId);

    public PartitionAccessStatus ReadStatus => Replicator.ReadStatus;

    public PartitionAccessStatus WriteStatus => Replicator.WriteStatus;

    public ServicePartitionInformation PartitionInfo => throw new NotSupportedException();

    private Replicator Replicator { get; set; } = null!;

    public IReplicatedLog CreateReplicator(IReplicatedState state, ReplicatorLimits limits) =>
        Replicator = _host.CreateReplicator(Partition, _replicaId, state, new() { Limits = limits });

    public void ReportFault(FaultType faultType) => Environment.FailFast($"The replica failed: {faultType}.");

    /// <summary>Arguments: the folder, "secondary" or the secondaries' addresses, then the settings.</summary>
    internal static async Task RunAsync(string[] args)
    {
        var settings = new Settings(args[2..]);
        var host = await ReplicationHost.OpenAsync(
            new ReplicationHostOptions
            {
                DataFolder = args[0],
                Durability = settings.Fsync ? Durability.Fsync : Durability.ProcessCrash,
            },
            CancellationToken.None).ConfigureAwait(false);
        await using var _ = host.ConfigureAwait(false);
        var primary = args[1] != "secondary";
        var node = new StateNode(host, primary ? 1 : settings.Number("id", 2));
        using var manager = new ReliableStateManagerReplica(
            new ReliableStateManagerConfiguration(), TimeProvider.System);
        var replicator = await manager.OpenAsync(ReplicaOpenMode.New, node, default).ConfigureAwait(false);
        await replicator.OpenAsync(default).ConfigureAwait(false);
        if (!primary)
        {
            await replicator.ChangeRoleAsync(Epoch, ReplicaRole.ActiveSecondary, default).ConfigureAwait(false);
            Console.WriteLine(host.Address);
            await RealNode.ReportUntilInputEndsAsync(() => node.Replicator.AppliedLsn).ConfigureAwait(false);
            return;
        }
        await RealNode.LeadAsync(node.Replicator, args[1].Split(',')).ConfigureAwait(false);
        Console.WriteLine(await WriteAsync(manager, settings).ConfigureAwait(false));
    }

    private static async Task<Measurement> WriteAsync(IReliableStateManager manager, Settings settings)
    {
        var dictionary = await manager.GetOrAddAsync<IReliableDictionary2<long, byte[]>>("d").ConfigureAwait(false);
        var value = new byte[settings.Bytes];
        var keysPerWorker = Math.Max(1, KeyCount / settings.Outstanding);
        return await Workload.RunAsync(settings.Outstanding, settings.Seconds, worker =>
        {
            var next = 0;
            return async () =>
            {
                using var tx = manager.CreateTransaction();
                var key = (worker * keysPerWorker) + (next++ % keysPerWorker);
                await dictionary.SetAsync(tx, key, value).ConfigureAwait(false);
                await tx.CommitAsync().ConfigureAwait(false);
            };
        }, tell: true).ConfigureAwait(false);
    }
}
