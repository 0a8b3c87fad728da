using System;
using System.IO;
using System.Linq;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication.Storage;

/// <summary>
/// Represents one replica's files: its record and at most one checkpoint that counts. A file gets its name only when it
/// is whole and durable, so a crash leaves either the old state or the new.
/// </summary>
internal sealed class ReplicaFolder(string path) : IReplicaStorage
{
    private const string RecordName = "replica.data";
    private const string TemporarySuffix = ".new";
    private const string BackupPrefix = "backup-";

    internal string Path => path;

    public bool IsDurable => true;

    internal static string NameOf(Guid partitionId) => partitionId.ToString("N");

    public ReplicaRecord? ReadRecord()
    {
        var file = In(RecordName);
        return File.Exists(file) ? ReplicaRecord.FromBytes(File.ReadAllBytes(file), file) : null;
    }

    public void WriteRecord(ReplicaRecord record)
    {
        Directory.CreateDirectory(path);
        DurableFile.Replace(In(RecordName), record.ToBytes());
    }

    public Stream CreateCheckpoint(ReplicaRecord record)
    {
        Directory.CreateDirectory(path);
        return new DirectFileStream(In(record.CheckpointName + TemporarySuffix));
    }

    public void FlushCheckpoint(Stream checkpoint) => ((DirectFileStream)checkpoint).FlushToDevice();

    public CheckpointReadStream OpenWritten(ReplicaRecord record)
    {
        var name = In(record.CheckpointName + TemporarySuffix);
        return new(new DirectReadStream(name), name);
    }

    /// <summary>Takes a checkpoint from another folder, and then the record that names it. Both are durable when this
    /// returns.</summary>
    internal void TakeOver(ReplicaFolder other, ReplicaRecord record)
    {
        Directory.CreateDirectory(path);
        if (record.Checkpoint.LastLsn > 0)
        {
            using (var source = other.Open(record))
            using (var target = CreateCheckpoint(record))
            {
                source.CopyTo(target);
                FlushCheckpoint(target);
            }
            PublishCheckpoint(record);
        }
        WriteRecord(record);
    }

    public void DiscardCheckpoint(ReplicaRecord record)
    {
        if (Directory.Exists(path))
            File.Delete(In(record.CheckpointName + TemporarySuffix));
    }

    public void PublishCheckpoint(ReplicaRecord record) => Publish(record.CheckpointName);

    // The file is not looked for here: a missing one is found when it is opened, and counts as a loss.
    public bool HoldsCheckpoint(ReplicaRecord record) => true;

    public CheckpointReadStream OpenCheckpoint(ReplicaRecord record) =>
        new(Open(record), In(record.CheckpointName));

    public CheckpointReadStream OpenCheckpointFile(ReplicaRecord record) =>
        new(Open(record), In(record.CheckpointName), framed: true);

    public long CheckpointBytes(ReplicaRecord record) =>
        record.Checkpoint.LastLsn == 0 ? 0 : new FileInfo(In(record.CheckpointName)).Length;

    public void RemoveOthers(ReplicaRecord record)
    {
        foreach (var file in Directory.GetFiles(path).Select(System.IO.Path.GetFileName))
        {
            if (file != RecordName && file != record.CheckpointName)
                File.Delete(In(file!));
        }
    }

    public string CreateBackupFolder() =>
        Directory.CreateDirectory(In(BackupPrefix + Guid.NewGuid().ToString("N"))).FullName;

    public void RemoveBackups()
    {
        foreach (var folder in Directory.GetDirectories(path, BackupPrefix + "*"))
            Directory.Delete(folder, recursive: true);
    }

    public void Delete()
    {
        if (!Directory.Exists(path))
            return;
        // The record is deleted first: files that a crash leaves behind then belong to no replica.
        File.Delete(In(RecordName));
        Directory.Delete(path, recursive: true);
    }

    private DirectReadStream Open(ReplicaRecord record) => new(In(record.CheckpointName));

    private void Publish(string name) => DurableFile.Rename(In(name + TemporarySuffix), In(name));

    private string In(string name) => System.IO.Path.Combine(path, name);
}
