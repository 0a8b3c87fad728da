using System;
using System.Collections.Generic;
using System.IO;

namespace SfPerf.Fabric.Replication.Storage;

/// <summary>
/// The storage of a replica of a volatile service: everything is in memory and ends with the replica. A checkpoint is
/// there only to be copied to a secondary, so one that nobody asked for is never written.
/// </summary>
/// <remarks>The replicator calls it from one task at a time, but not always the same one.</remarks>
internal sealed class ReplicaMemory(string name) : IReplicaStorage
{
    private readonly object _gate = new();
    private readonly Dictionary<string, MemoryBlocks> _checkpoints = [];   // guarded by _gate
    private ReplicaRecord? _record;                                        // guarded by _gate
    private (string Name, MemoryBlocks Blocks)? _written;                  // guarded by _gate

    public bool IsDurable => false;

    public ReplicaRecord? ReadRecord()
    {
        lock (_gate)
            return _record;
    }

    public void WriteRecord(ReplicaRecord record)
    {
        lock (_gate)
            _record = record;
    }

    public Stream CreateCheckpoint(ReplicaRecord record)
    {
        var blocks = new MemoryBlocks();
        lock (_gate)
            _written = (record.CheckpointName, blocks);
        return blocks.OpenWrite();
    }

    public void FlushCheckpoint(Stream checkpoint)
    {
    }

    public CheckpointReadStream OpenWritten(ReplicaRecord record)
    {
        lock (_gate)
            return new(_written!.Value.Blocks.OpenRead(), record.CheckpointName);
    }

    public void DiscardCheckpoint(ReplicaRecord record)
    {
        lock (_gate)
        {
            if (_written?.Name == record.CheckpointName)
                _written = null;
        }
    }

    public void PublishCheckpoint(ReplicaRecord record)
    {
        lock (_gate)
        {
            if (_written is not { } written || written.Name != record.CheckpointName)
                throw new InvalidOperationException($"'{record.CheckpointName}' of {name} was not written.");
            _checkpoints[written.Name] = written.Blocks;
            _written = null;
        }
    }

    public bool HoldsCheckpoint(ReplicaRecord record)
    {
        lock (_gate)
            return _checkpoints.ContainsKey(record.CheckpointName);
    }

    public CheckpointReadStream OpenCheckpoint(ReplicaRecord record) => new(Open(record), record.CheckpointName);

    public CheckpointReadStream OpenCheckpointFile(ReplicaRecord record) =>
        new(Open(record), record.CheckpointName, framed: true);

    public long CheckpointBytes(ReplicaRecord record)
    {
        lock (_gate)
            return _checkpoints.TryGetValue(record.CheckpointName, out var blocks) ? blocks.Length : 0;
    }

    public void RemoveOthers(ReplicaRecord record)
    {
        lock (_gate)
        {
            foreach (var other in new List<string>(_checkpoints.Keys))
            {
                if (other != record.CheckpointName)
                    _checkpoints.Remove(other);
            }
        }
    }

    public string CreateBackupFolder() => throw new InvalidOperationException(
        $"The service of {name} keeps its state in memory only (HasPersistedState is false): "
        + "there is no backup of it.");

    public void RemoveBackups()
    {
    }

    public void Delete()
    {
        lock (_gate)
        {
            _checkpoints.Clear();
            (_record, _written) = (null, null);
        }
    }

    private Stream Open(ReplicaRecord record)
    {
        lock (_gate)
        {
            return _checkpoints.TryGetValue(record.CheckpointName, out var blocks)
                ? blocks.OpenRead()
                : throw new FileNotFoundException($"{name} holds no '{record.CheckpointName}'.");
        }
    }
}
