using System.IO;

namespace SfPerf.Fabric.Replication.Storage;

/// <summary>
/// Represents the place where one replica keeps its record and at most one checkpoint that counts, the one the record
/// names.
/// </summary>
internal interface IReplicaStorage
{
    /// <summary>Gets whether what is kept here is found again by the next process.</summary>
    bool IsDurable { get; }

    /// <summary>Reads the record; null when there is none.</summary>
    /// <exception cref="InvalidDataException">It is corrupt.</exception>
    ReplicaRecord? ReadRecord();

    /// <summary>Replaces the record. When the method returns, the new one is as durable as it can be here.</summary>
    void WriteRecord(ReplicaRecord record);

    /// <summary>Begins a checkpoint. Whoever writes it flushes it with <see cref="FlushCheckpoint"/>.</summary>
    Stream CreateCheckpoint(ReplicaRecord record);

    /// <summary>Returns when what was written to a new checkpoint is as durable as it can be here.</summary>
    void FlushCheckpoint(Stream checkpoint);

    /// <summary>Opens a new checkpoint that was written, to check it before it counts.</summary>
    CheckpointReadStream OpenWritten(ReplicaRecord record);

    /// <summary>Removes what was written of a checkpoint that will not be finished.</summary>
    void DiscardCheckpoint(ReplicaRecord record);

    /// <summary>Gives a written and flushed checkpoint its name. It counts once the record names it.</summary>
    void PublishCheckpoint(ReplicaRecord record);

    /// <summary>Gets whether the checkpoint that the record names can be opened.</summary>
    bool HoldsCheckpoint(ReplicaRecord record);

    /// <summary>Opens the checkpoint to restore from it.</summary>
    /// <exception cref="FileNotFoundException">It is missing.</exception>
    CheckpointReadStream OpenCheckpoint(ReplicaRecord record);

    /// <summary>Opens the checkpoint to copy it as it is; every block is checked before it is given out.</summary>
    CheckpointReadStream OpenCheckpointFile(ReplicaRecord record);

    /// <summary>Gets the length of the checkpoint that the record names, in bytes; 0 when it names none.</summary>
    long CheckpointBytes(ReplicaRecord record);

    /// <summary>Removes everything that the record does not name.</summary>
    void RemoveOthers(ReplicaRecord record);

    /// <summary>Creates the folder of a new backup.</summary>
    /// <exception cref="System.InvalidOperationException">The replica keeps its state in memory only.</exception>
    string CreateBackupFolder();

    /// <summary>Removes backups that were not fetched before the process ended.</summary>
    void RemoveBackups();

    /// <summary>Removes everything.</summary>
    void Delete();
}
