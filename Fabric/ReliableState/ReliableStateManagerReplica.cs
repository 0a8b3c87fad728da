using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.ReliableState.States;
using SfPerf.Fabric.ReliableState.Transactions;
using SfPerf.Fabric.Replication;
using SfPerf.Fabric.Replication.Backups;

namespace SfPerf.Fabric.ReliableState;

/// <summary>The state manager of one replica: reliable collections over the replicated log.</summary>
internal sealed partial class ReliableStateManagerReplica : IReliableStateManagerReplica2, IReplicatedState, IDisposable
{
    private const long RecordBytesMaxDefault = 52_428_800;
    private const long BytesPerMegabyte = 1 << 20;

    private readonly ReliableStateManagerConfiguration _configuration;
    private readonly StateContext _context;
    private readonly StateRegistry _states;

    internal ReliableStateManagerReplica(ReliableStateManagerConfiguration configuration, TimeProvider time)
    {
        _configuration = configuration;
        _context = new StateContext(
            time, configuration.ReplicatorSettings?.MaxReplicationMessageSize ?? RecordBytesMaxDefault);
        _states = new StateRegistry(_context) { Changed = RaiseStateManagerChanged };
    }

    public Func<CancellationToken, Task<bool>>? OnDataLossAsync { private get; set; }

    public Func<CancellationToken, Task>? OnRestoreCompletedAsync { private get; set; }

    internal StateContext Context => _context;

    public void Initialize(StatefulServiceInitializationParameters initializationParameters)
    {
    }

    public async Task<IReplicator> OpenAsync(
        ReplicaOpenMode openMode, IStatefulServicePartition partition, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(partition);
        var replicated = partition as IReplicationPartition
            ?? throw new ArgumentException($"A {partition.GetType()} cannot replicate state.", nameof(partition));
        // The state is recovered when the replicator opens: the serializers must be known before.
        if (_configuration.OnInitializeStateSerializersEvent is { } initialize)
            await initialize().ConfigureAwait(false);
        var log = replicated.CreateReplicator(this, Limits(_configuration.ReplicatorSettings));
        _context.Attach(log);
        _backups = log as IReplicaBackups;
        return (IReplicator)log;
    }

    public Task ChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken) => Task.CompletedTask;

    public Task CloseAsync(CancellationToken cancellationToken)
    {
        Dispose();
        return Task.CompletedTask;
    }

    public void Abort() => Dispose();

    public void Dispose() => _context.Dispose();

    // A queue's memory size of 0 stands for no bound, as in Service Fabric; that of the host holds then.
    private static ReplicatorLimits Limits(ReliableStateManagerReplicatorSettings? settings)
    {
        if (settings is null)
            return ReplicatorLimits.None;
        var bytes = settings.MaxPrimaryReplicationQueueMemorySize;
        var operations = settings.MaxPrimaryReplicationQueueSize is { } size
            ? (int?)long.Min(size, int.MaxValue) : null;
        return new(settings.CheckpointThresholdInMB * BytesPerMegabyte, operations, bytes > 0 ? bytes : null)
        {
            TruncationInterval = settings.LogTruncationIntervalSeconds is > 0 and var seconds
                ? TimeSpan.FromSeconds(seconds) : null,
        };
    }
}
