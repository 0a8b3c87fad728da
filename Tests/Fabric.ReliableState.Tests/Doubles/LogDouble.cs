using System;
using System.Collections.Generic;
using System.Fabric;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Replication;

namespace SfPerf.Fabric.ReliableState.Tests.Doubles;

/// <summary>A log of one replica in memory: a record is committed at once, or when the test says so.</summary>
internal sealed class LogDouble(IReplicatedState state) : IReplicatedLog, IReplicator
{
    private static readonly Action<ReplicationOperation, long> SetLsn = typeof(ReplicationOperation)
        .GetProperty(nameof(ReplicationOperation.Lsn))!.GetSetMethod(nonPublic: true)!
        .CreateDelegate<Action<ReplicationOperation, long>>();

    private static readonly Action<ReplicationOperation, Exception?> Complete = typeof(ReplicationOperation)
        .GetMethod("Complete", BindingFlags.Instance | BindingFlags.NonPublic)!
        .CreateDelegate<Action<ReplicationOperation, Exception?>>();

    private static readonly Action<ReplicationOperation> CompleteInPlace = typeof(ReplicationOperation)
        .GetMethod("CompleteInPlace", BindingFlags.Instance | BindingFlags.NonPublic)!
        .CreateDelegate<Action<ReplicationOperation>>();

    private static readonly Func<ReplicationOperation, bool> IsCurrent = typeof(ReplicationOperation)
        .GetProperty("IsCurrent", BindingFlags.Instance | BindingFlags.NonPublic)!.GetGetMethod(nonPublic: true)!
        .CreateDelegate<Func<ReplicationOperation, bool>>();

    private readonly Lock _gate = new();
    private readonly Lock _applying = new(); // taken before _gate
    private readonly Queue<(long Lsn, ReplicationOperation Operation)> _held = [];

    public PartitionAccessStatus ReadStatus { get; set; } = PartitionAccessStatus.Granted;

    public PartitionAccessStatus WriteStatus { get; set; } = PartitionAccessStatus.Granted;

    public bool HasCaughtUp { get; set; } = true;

    public ReplicaRole Role { get; set; } = ReplicaRole.Primary;

    public long AppliedLsn { get; private set; }

    /// <summary>Gets the records by LSN; the first has LSN 1.</summary>
    internal List<byte[]> Records { get; } = [];

    /// <summary>Gets the replicas that are fed what this one commits.</summary>
    internal List<LogDouble> Secondaries { get; } = [];

    /// <summary>Gets what the next calls of Replicate throw.</summary>
    internal Queue<Exception> Refusals { get; } = [];

    internal int RefusedCount { get; private set; }

    /// <summary>Gets or sets a value indicating whether records wait for <see cref="CommitHeld"/>.</summary>
    internal bool IsHolding { get; set; }

    public void Replicate(ReadOnlySpan<byte> record, ReplicationOperation operation)
    {
        lock (_gate)
        {
            if (Role != ReplicaRole.Primary)
                throw new FabricNotPrimaryException("Not the primary.");
            if (Refusals.TryDequeue(out var refusal))
            {
                RefusedCount++;
                throw refusal;
            }
            if (!IsCurrent(operation))
                throw new FabricNotPrimaryException("Another primary wrote.");
            Records.Add(record.ToArray());
            SetLsn(operation, Records.Count);
            _held.Enqueue((Records.Count, operation));
        }
        if (ApplyThread is { } wake)
            wake.Release();
        else if (!IsHolding)
            CommitHeld();
    }

    /// <summary>Gets what wakes the apply thread; null while records are applied by those who replicate them.</summary>
    internal SemaphoreSlim? ApplyThread { get; private set; }

    /// <summary>Applies records on a task of its own, as the real log does, until the token is cancelled.</summary>
    internal async Task ApplyApartAsync(CancellationToken token)
    {
        ApplyThread = new SemaphoreSlim(0);
        try
        {
            while (true)
            {
                await ApplyThread.WaitAsync(token).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
                CommitHeld();
            }
        }
        catch (OperationCanceledException)
        {
            CommitHeld();
        }
    }

    /// <summary>Commits what waits, the oldest first.</summary>
    internal void CommitHeld(int countMax = int.MaxValue, bool inPlace = false)
    {
        lock (_applying)
        {
            for (; countMax > 0 && TryTake(out var lsn, out var record, out var operation); countMax--)
            {
                Apply(lsn, record, operation);
                if (inPlace)
                    CompleteInPlace(operation);
                else
                    Complete(operation, null);
            }
        }
    }

    /// <summary>Ends what waits with an unknown outcome.</summary>
    internal void FailHeld(Exception why)
    {
        while (TryTake(out _, out _, out var operation))
            Complete(operation, why);
    }

    /// <summary>Applies a record as a secondary does, or a recovering replica.</summary>
    internal void Apply(long lsn, byte[] record, ReplicationOperation? operation)
    {
        lock (_applying)
        {
            if (operation is null && Records.Count < lsn)
                Records.Add(record);
            state.Apply(lsn, record, operation);
            AppliedLsn = lsn;
        }
        foreach (var secondary in Secondaries)
            secondary.Apply(lsn, record, null);
    }

    internal ICheckpointSource Capture()
    {
        lock (_applying)
            return state.CaptureCheckpoint();
    }

    internal ICheckpointSource? CaptureUnchanged(long sinceLsn)
    {
        lock (_applying)
            return state.CaptureUnchanged(sinceLsn);
    }

    private bool TryTake(out long lsn, out byte[] record, out ReplicationOperation operation)
    {
        lock (_gate)
        {
            var found = _held.TryDequeue(out var next);
            (lsn, operation) = next;
            record = found ? Records[(int)lsn - 1] : [];
            return found;
        }
    }

    public Task<string> OpenAsync(CancellationToken cancellationToken) => Task.FromResult("double");

    public Task ChangeRoleAsync(Epoch epoch, ReplicaRole role, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    public Task CloseAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task UpdateEpochAsync(Epoch epoch, CancellationToken cancellationToken) => Task.CompletedTask;

    public long GetCatchUpCapability() => 0;

    public long GetCurrentProgress() => Records.Count;

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
