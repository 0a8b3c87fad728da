using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Reading;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Storage;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication.Backups;

/// <summary>
/// Represents one backup on disk: its description, a checkpoint if it is a full one, and the records after that.
/// </summary>
internal sealed class BackupFolder(string path)
{
    internal const string DescriptionName = "backup.metadata";
    private const string CheckpointName = "checkpoint.data";
    private const string LogName = "log.data";
    private const uint Magic = 0x314B4253; // "SBK1"
    private const int DescriptionBytes = 4 + 4 + 16 + 16 + 6 * 8;
    private const int RecordHeadBytes = 12;

    internal string Path => path;

    /// <exception cref="InvalidDataException">The description is corrupt.</exception>
    internal ReplicaBackup ReadDescription()
    {
        var bytes = File.ReadAllBytes(In(DescriptionName));
        if (bytes.Length != DescriptionBytes || BinaryPrimitives.ReadUInt32LittleEndian(bytes) != Magic
            || BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(4)) != Crc32C.Compute(bytes.AsSpan(8)))
        {
            throw new InvalidDataException($"'{In(DescriptionName)}' is corrupt.");
        }

        return new ReplicaBackup(new Guid(bytes.AsSpan(8, 16)), new Guid(bytes.AsSpan(24, 16)),
            new Epoch(Number(0), Number(1)), Number(2), new Epoch(Number(3), Number(4)), Number(5));

        long Number(int index) => BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(40 + 8 * index));
    }

    /// <summary>The last file to be written: a folder without it is no backup.</summary>
    internal void WriteDescription(ReplicaBackup backup)
    {
        var bytes = new byte[DescriptionBytes];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, Magic);
        _ = backup.Id.TryWriteBytes(bytes.AsSpan(8));
        _ = backup.ParentId.TryWriteBytes(bytes.AsSpan(24));
        long[] numbers =
        [
            backup.StartEpoch.DataLossNumber, backup.StartEpoch.ConfigurationNumber, backup.StartLsn,
            backup.Epoch.DataLossNumber, backup.Epoch.ConfigurationNumber, backup.Lsn,
        ];
        for (var i = 0; i < numbers.Length; i++)
            BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(40 + 8 * i), numbers[i]);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(4), Crc32C.Compute(bytes.AsSpan(8)));
        DurableFile.Replace(In(DescriptionName), bytes);
    }

    internal async Task WriteCheckpointAsync(Stream checkpoint, CancellationToken token)
    {
        var file = File.Create(In(CheckpointName));
        await using var _ = file.ConfigureAwait(false);
        await checkpoint.CopyToAsync(file, token).ConfigureAwait(false);
        DurableFile.Flush(file);
    }

    internal CheckpointReadStream OpenCheckpoint() => Open(CheckpointName);

    /// <summary>Writes the data records of a log up to an LSN.</summary>
    internal void WriteLog(LogReader log, long lastLsn, CancellationToken token)
    {
        using var file = File.Create(In(LogName));
        using var stream = new CheckpointWriteStream(file);
        Span<byte> head = stackalloc byte[RecordHeadBytes];
        while (log.NextLsn <= lastLsn && log.TryRead(out var record))
        {
            token.ThrowIfCancellationRequested();
            if (record.Type != LogRecordType.Data)
                continue;
            BinaryPrimitives.WriteInt64LittleEndian(head, record.Lsn);
            BinaryPrimitives.WriteInt32LittleEndian(head[8..], record.Payload.Length);
            stream.Write(head);
            stream.Write(record.Payload.Span);
        }
        stream.Complete();
        DurableFile.Flush(file);
    }

    /// <summary>Reads the records of the log; the bytes of each are its own.</summary>
    /// <exception cref="InvalidDataException">The file is corrupt.</exception>
    internal IEnumerable<(long Lsn, byte[] Payload)> ReadLog()
    {
        using var stream = Open(LogName);
        var head = new byte[RecordHeadBytes];
        while (stream.ReadAtLeast(head, head.Length, throwOnEndOfStream: false) == head.Length)
        {
            var payload = new byte[BinaryPrimitives.ReadInt32LittleEndian(head.AsSpan(8))];
            stream.ReadExactly(payload);
            yield return (BinaryPrimitives.ReadInt64LittleEndian(head), payload);
        }
    }

    /// <summary>Reads everything once, so that a corrupt file is found before anything is changed.</summary>
    /// <exception cref="InvalidDataException">A file is corrupt or missing.</exception>
    internal void Check(bool full)
    {
        try
        {
            Drain(LogName);
            if (full)
                Drain(CheckpointName);
        }
        catch (FileNotFoundException e)
        {
            throw new InvalidDataException($"The backup in '{path}' is not whole. {e.Message}", e);
        }
    }

    private void Drain(string name)
    {
        using var stream = Open(name);
        stream.CopyTo(Stream.Null);
    }

    private CheckpointReadStream Open(string name) =>
        new(new FileStream(In(name), FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0), In(name));

    private string In(string name) => System.IO.Path.Combine(path, name);
}
