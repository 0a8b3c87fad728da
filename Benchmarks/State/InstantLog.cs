using System;
using System.Fabric;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Replication;

namespace SfPerf.Benchmarks.State;

/// <summary>
/// A partition whose log commits and applies each record before Replicate returns, and keeps the last one.
/// </summary>
internal sealed class InstantLog : IReplicationPartition, IReplicatedLog, IReplicator
{
    private static readonly Action<ReplicationOperation, long> SetLsn = typeof(ReplicationOperation)
        .GetProperty(nameof(ReplicationOperation.Lsn))!.GetSetMethod(nonPublic: true)!
        .CreateDelegate<Action<ReplicationOperation, long>>();

    private static readonly Action<ReplicationOperation, Exception?> Complete = typeof(ReplicationOperation)
        .GetMethod("Complete", BindingFlags.Instance | BindingFlags.NonPublic)!
        .CreateDelegate<Action<ReplicationOperation, Exception?>>();

    private readonly Lock _gate = new();
    private readonly byte[] _record = new byte[64 * 1024];

    public PartitionAccessStatus ReadStatus => PartitionAccessStatus.Granted;

    public PartitionAccessStatus WriteStatus => PartitionAccessStatus.Granted;

    public bool HasCaughtUp => true;

    public ReplicaRole Role => ReplicaRole.Primary;

    public long AppliedLsn { get; private set; }

    public ServicePartitionInformation PartitionInfo => throw new NotSupportedException();

    /// <summary>Gets the state above this log.</summary>
    internal IReplicatedState State { get; private set; } = null!;

    /// <summary>Gets the record that came last.</summary>
    internal ReadOnlyMemory<byte> LastRecord { get; private set; }

    public IReplicatedLog CreateReplicator(IReplicatedState state, ReplicatorLimits limits)
    {
        State = state;
        return this;
    }

    public void Replicate(ReadOnlySpan<byte> record, ReplicationOperation operation)
    {
        lock (_gate)
        {
            record.CopyTo(_record);
            LastRecord = _record.AsMemory(0, record.Length);
            SetLsn(operation, ++AppliedLsn);
            State.Apply(AppliedLsn, LastRecord, operation);
            Complete(operation, null);
        }
    }

    /// <summary>Applies a record as a secondary does.</summary>
    internal void Apply(ReadOnlyMemory<byte> record) => State.Apply(++AppliedLsn, record, null);

    public void ReportFault(FaultType faultType)
    {
    }

    public Task<string> OpenAsync(CancellationToken cancellationToken) => Task.FromResult("");

    public Task ChangeRoleAsync(Epoch epoch, ReplicaRole role, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    public Task CloseAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task UpdateEpochAsync(Epoch epoch, CancellationToken cancellationToken) => Task.CompletedTask;

    public long GetCatchUpCapability() => 0;

    public long GetCurrentProgress() => AppliedLsn;

    public void Abort()
    {
    }

    public Task BuildReplicaAsync(ReplicaInformation replicaInfo, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    public Task WaitForCatchUpQuorumAsync(ReplicaSetQuorumMode quorumMode, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    public Task<bool> OnDataLossAsync(CancellationToken cancellationToken) => Task.FromResult(false);

    public void RemoveReplica(long replicaId)
    {
    }

    public void UpdateCatchUpReplicaSetConfiguration(
        ReplicaSetConfiguration currentConfiguration, ReplicaSetConfiguration previousConfiguration)
    {
    }

    public void UpdateCurrentReplicaSetConfiguration(ReplicaSetConfiguration currentConfiguration)
    {
    }
}
