using System;
using System.IO;
using System.Linq;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication.Storage;

/// <summary>
/// One replica's files: its record and at most one checkpoint that counts, the one the record names. A file gets its
/// name
/// only when it is whole and durable, so a crash leaves either the old state or the new.
/// </summary>
internal sealed class ReplicaFolder(string path)
{
    private const string RecordName = "replica.data";
    private const string TemporarySuffix = ".new";
    private const string BackupPrefix = "backup-";

    internal string Path => path;

    internal static string NameOf(Guid partitionId) => partitionId.ToString("N");

    /// <summary>Reads the record; null when there is none.</summary>
    /// <exception cref="InvalidDataException">It is corrupt.</exception>
    internal ReplicaRecord? ReadRecord()
    {
        var file = In(RecordName);
        return File.Exists(file) ? ReplicaRecord.FromBytes(File.ReadAllBytes(file), file) : null;
    }

    /// <summary>Replaces the record. When the method returns, the new one is durable.</summary>
    internal void WriteRecord(ReplicaRecord record)
    {
        Directory.CreateDirectory(path);
        DurableFile.Replace(In(RecordName), record.ToBytes());
    }

    internal FileStream CreateCheckpoint(ReplicaRecord record)
    {
        Directory.CreateDirectory(path);
        return new FileStream(In(record.CheckpointName + TemporarySuffix), FileMode.Create, FileAccess.Write,
            FileShare.None, bufferSize: 0);
    }

    /// <summary>Removes what was written of a checkpoint that will not be finished.</summary>
    internal void DiscardCheckpoint(ReplicaRecord record)
    {
        if (Directory.Exists(path))
            File.Delete(In(record.CheckpointName + TemporarySuffix));
    }

    /// <summary>Gives a written and flushed checkpoint its name. It counts once the record names it.</summary>
    internal void PublishCheckpoint(ReplicaRecord record) => Publish(record.CheckpointName);

    internal CheckpointReadStream OpenCheckpoint(ReplicaRecord record) =>
        new(Open(record), In(record.CheckpointName));

    /// <summary>Opens the checkpoint to copy it as it is; every block is checked before it is given out.</summary>
    internal CheckpointReadStream OpenCheckpointFile(ReplicaRecord record) =>
        new(Open(record), In(record.CheckpointName), framed: true);

    internal long CheckpointBytes(ReplicaRecord record) =>
        record.Checkpoint.LastLsn == 0 ? 0 : new FileInfo(In(record.CheckpointName)).Length;

    /// <summary>Removes every file that the record does not name.</summary>
    internal void RemoveOthers(ReplicaRecord record)
    {
        foreach (var file in Directory.GetFiles(path).Select(System.IO.Path.GetFileName))
        {
            if (file != RecordName && file != record.CheckpointName)
                File.Delete(In(file!));
        }
    }

    internal string CreateBackupFolder() =>
        Directory.CreateDirectory(In(BackupPrefix + Guid.NewGuid().ToString("N"))).FullName;

    /// <summary>Removes backups that nobody fetched before the process ended.</summary>
    internal void RemoveBackups()
    {
        foreach (var folder in Directory.GetDirectories(path, BackupPrefix + "*"))
            Directory.Delete(folder, recursive: true);
    }

    internal void Delete()
    {
        if (!Directory.Exists(path))
            return;
        // The record goes first: what is left after a crash is then nobody's.
        File.Delete(In(RecordName));
        Directory.Delete(path, recursive: true);
    }

    private FileStream Open(ReplicaRecord record) =>
        new(In(
            record.CheckpointName), FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete, bufferSize: 0);

    private void Publish(string name) => DurableFile.Rename(In(name + TemporarySuffix), In(name));

    private string In(string name) => System.IO.Path.Combine(path, name);
}
