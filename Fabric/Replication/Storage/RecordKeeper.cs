using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Replication.Core;

namespace SfPerf.Fabric.Replication.Storage;

/// <summary>
/// Represents what a replica remembers on its disk besides its log. Written inside the <see cref="RecordGate"/>, never
/// under the replicator's gate; read inside either.
/// </summary>
internal sealed class RecordKeeper(
    IReplicaStorage storage, RecordGate recordGate, Lock gate, ReplicaCore core, ReplicaRecord first,
    Action<Exception>? diskFailed)
{
    private TaskCompletionSource? _changed;             // guarded by gate

    internal ReplicaRecord Current { get; private set; } = first;

    /// <summary>Gets or sets what runs before the record is written; a test blocks or throws in it.</summary>
    internal Action? Writing { get; set; }

    /// <summary>Gets what ends with the next change. Under the replicator's gate.</summary>
    internal Task Changed =>
        (_changed ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;

    /// <summary>
    /// Writes the record. When it returns, the record is durable and the core knows what it promises. When it throws,
    /// the record may or may not be on the disk: the epoch given to it is the least that any later record names.
    /// </summary>
    internal void Save(ReplicaRecord record)
    {
        if (record.AcceptedEpoch > recordGate.WrittenEpoch)
            recordGate.WrittenEpoch = record.AcceptedEpoch;
        try
        {
            Writing?.Invoke();
            storage.WriteRecord(record with { AcceptedEpoch = recordGate.WrittenEpoch });
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Whether the next start finds the old record or the new one is unknown.
            diskFailed?.Invoke(e);
            throw;
        }
        lock (gate)
        {
            Current = record;
            core.Promised(record.AcceptedEpoch, record.IsComplete);
            TellChanged();
        }
    }

    /// <summary>Ends the waits for a change; also when there will be none. Under the replicator's gate.</summary>
    internal void TellChanged()
    {
        _changed?.TrySetResult();
        _changed = null;
    }
}
