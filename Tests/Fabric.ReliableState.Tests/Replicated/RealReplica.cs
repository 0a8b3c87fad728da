using System;
using System.Fabric;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.Replication;

namespace SfPerf.Fabric.ReliableState.Tests.Replicated;

/// <summary>One replica as in a service host: the real state manager over the real replicator and log.</summary>
internal sealed class RealReplica : IReplicationPartition
{
    private readonly ReplicationHost _host;
    private readonly Guid _partitionId;

    private RealReplica(ReplicationHost host, Guid partitionId, long id) =>
        (_host, _partitionId, Id) = (host, partitionId, id);

    internal long Id { get; }

    internal Replicator Replicator { get; private set; } = null!;

    internal IReliableStateManagerReplica2 Manager { get; private set; } = null!;

    internal ReplicaInformation Information => new()
    {
        Id = Id,
        ReplicatorAddress = _host.Address,
        Status = ReplicaStatus.Up,
    };

    public ServicePartitionInformation PartitionInfo => null!;

    public PartitionAccessStatus ReadStatus => Replicator.ReadStatus;

    public PartitionAccessStatus WriteStatus => Replicator.WriteStatus;

    internal static async Task<RealReplica> OpenAsync(
        ReplicationHostOptions options, Guid partitionId, long id, Action<IReliableStateManager>? prepare = null,
        TimeProvider? time = null)
    {
        var host = await ReplicationHost.OpenAsync(options, cancellationToken: default);
        var replica = new RealReplica(host, partitionId, id);
        replica.Manager = new ReliableStateManagerReplica(
            new ReliableStateManagerConfiguration(), time ?? TimeProvider.System);
        prepare?.Invoke(replica.Manager);
        var replicator = await replica.Manager.OpenAsync(ReplicaOpenMode.New, replica, default);
        await replicator.OpenAsync(default);
        return replica;
    }

    public IReplicatedLog CreateReplicator(IReplicatedState state, ReplicatorLimits limits) =>
        Replicator = _host.CreateReplicator(_partitionId, Id, state, new() { Limits = limits });

    public void ReportFault(FaultType faultType)
    {
    }

    internal Task<IReliableDictionary2<long, byte[]>> DictionaryAsync() =>
        Manager.GetOrAddAsync<IReliableDictionary2<long, byte[]>>("d");

    internal async Task CloseAsync()
    {
        await Replicator.CloseAsync(default);
        await Manager.CloseAsync(default);
        await _host.DisposeAsync();
    }
}
