using System;
using System.Globalization;
using System.IO;
using System.Threading.Tasks;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Log.Storage;
using SfPerf.Fabric.Replication.Storage;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication;

/// <content>What is left of replicas that were lost and set aside.</content>
public sealed partial class ReplicationHost
{
    private const string LogName = "log";
    private const string SalvageName = "salvage";

    /// <summary>
    /// Brings back what is intact of a replica that was set aside: its checkpoint, and the records of its log after it
    /// up to the first damage. The replica can then be opened as one that was here before.
    /// </summary>
    /// <returns>A sentence that says what was brought back; null when nothing is left of the replica.</returns>
    /// <remarks>
    /// Only for an operator who has given up what is missing: what comes back may be older than what the replica once
    /// acknowledged. What was set aside stays as it is.
    /// </remarks>
    /// <exception cref="IOException">The disk does not work.</exception>
    public async Task<string?> SalvageAsync(Guid partitionId, long replicaId)
    {
        if (HoldsRecord(Options.DataFolder, partitionId, replicaId))
            return $"Replica {replicaId} was brought back before.";
        await Opened.ConfigureAwait(false);
        var name = ReplicaFolder.NameOf(partitionId);
        var target = new ReplicaFolder(Path.Combine(_replicasFolder, name));
        if (Options.Durability == Durability.Memory || Directory.Exists(target.Path))
            return null;
        foreach (var aside in SetAsideFolder.Newest(Options.DataFolder))
        {
            var log = Path.Combine(aside, LogName);
            var from = new ReplicaFolder(Directory.Exists(log)
                ? Path.Combine(aside, ReplicasName, name) : Path.Combine(aside, name));
            if (Intact(from, partitionId, replicaId) is { } record
                && await BringBackAsync(record, from, log, target).ConfigureAwait(false) is { } what)
            {
                Options.Logger.BroughtBack(what);
                return what;
            }
        }
        return null;
    }

    // The record, and the checkpoint that it names, must be whole: there is nothing to build on otherwise.
    private static ReplicaRecord? Intact(ReplicaFolder folder, Guid partitionId, long replicaId)
    {
        try
        {
            if (folder.ReadRecord() is not { } record
                || (record.PartitionId, record.ReplicaId) != (partitionId, replicaId))
            {
                return null;
            }

            if (record.Checkpoint.LastLsn > 0)
            {
                using var checkpoint = folder.OpenCheckpoint(record);
                checkpoint.ReadToEnd();
            }
            return record;
        }
        catch (Exception e) when (e is InvalidDataException or FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }
    }

    private async Task<string?> BringBackAsync(
        ReplicaRecord record, ReplicaFolder from, string log, ReplicaFolder target)
    {
        var first = record.Checkpoint.LastLsn + 1;
        var stream = CreateStream(first);
        var last = Directory.Exists(log)
            ? await AppendIntactAsync(log, record, stream).ConfigureAwait(false) : first - 1;
        if (last == 0)
        {
            Log.DropStream(stream);
            return null;
        }
        await Log.FlushAsync().ConfigureAwait(false);
        target.TakeOver(from, record with { StreamId = stream.Id, LogId = Log.Id });
        var (replica, count) = (record.ReplicaId, last - first + 1);
        return string.Create(CultureInfo.InvariantCulture,
            $"Replica {replica} of partition {record.PartitionId} was brought back up to LSN {last}: its checkpoint ")
            + string.Create(CultureInfo.InvariantCulture, $"of LSN {first - 1} and {count} records after it. ")
            + "What it held beyond that is given up.";
    }

    // On a copy: a log that is opened is also written to.
    private async Task<long> AppendIntactAsync(string log, ReplicaRecord record, LogStream to)
    {
        var copy = Path.Combine(Options.DataFolder, SalvageName);
        try
        {
            CopyLog(log, Path.Combine(copy, LogName));
            var storage = new FileLogStorage(Path.Combine(copy, LogName));
            var old = await Task.Run(() => SharedLog.Open(
                storage, Options.Log with { PayloadBytesMax = Options.RecordBytesMax, Salvages = true }))
                .ConfigureAwait(false);
            await using var _ = old.ConfigureAwait(false);
            return old.FindStream(record.StreamId) is { } stream
                ? Append(stream, to, record.Checkpoint.LastLsn) : record.Checkpoint.LastLsn;
        }
        catch (LogCorruptedException)
        {
            // Not even its beginning can be read.
            return record.Checkpoint.LastLsn;
        }
        finally
        {
            if (Directory.Exists(copy))
                Directory.Delete(copy, recursive: true);
        }
    }

    private long Append(LogStream from, LogStream to, long last)
    {
        if (from.FirstLsn > last + 1)
            return last;
        using var reader = from.OpenReader(last + 1);
        while (reader.TryRead(out var record))
        {
            to.Append(record, record.Payload.Span).Release();
            last = record.Lsn;
            Log.WaitForRoom();
        }
        return last;
    }

    private static void CopyLog(string from, string to)
    {
        PrivateFiles.CreateFolder(to);
        foreach (var file in Directory.GetFiles(from, "*.log"))
            File.Copy(file, Path.Combine(to, Path.GetFileName(file)), overwrite: true);
    }
}
