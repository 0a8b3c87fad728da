using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Linq;

namespace SfPerf.Fabric.Replication.Backups;

/// <summary>One full backup and those that continue it, oldest first.</summary>
internal static class BackupChain
{
    /// <summary>Finds the backups in a folder and its subfolders and puts them in order.</summary>
    /// <exception cref="FabricMissingFullBackupException">There is no full one, or more than one.</exception>
    /// <exception cref="ArgumentException">They are no chain.</exception>
    internal static IReadOnlyList<(BackupFolder Folder, ReplicaBackup Backup)> Find(string folder)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        if (!Directory.Exists(folder))
            throw new ArgumentException($"There is no folder '{folder}'.", nameof(folder));
        var found = Directory.GetFiles(folder, BackupFolder.DescriptionName, SearchOption.AllDirectories)
            .Select(f => new BackupFolder(Path.GetDirectoryName(f)!)).Select(f => (f, f.ReadDescription())).ToList();
        return Order(found, folder);
    }

    private static List<(BackupFolder Folder, ReplicaBackup Backup)> Order(
        List<(BackupFolder Folder, ReplicaBackup Backup)> found, string folder)
    {
        var full = found.Where(f => f.Backup.IsFull).ToArray();
        if (full.Length != 1)
        {
            throw new FabricMissingFullBackupException(
                $"'{folder}' holds {full.Length} full backups; exactly one is needed.");
        }
        var chain = new List<(BackupFolder Folder, ReplicaBackup Backup)> { full[0] };
        while (true)
        {
            var last = chain[^1].Backup;
            var next = found.Where(f => f.Backup.ParentId == last.Id).ToArray();
            if (next.Length > 1)
                throw new ArgumentException($"{next.Length} backups in '{folder}' continue {last.Id}.", nameof(folder));
            if (next.Length == 0)
                break;
            if (next[0].Backup.StartLsn != last.Lsn)
            {
                throw new ArgumentException($"The backup {next[0].Backup.Id} begins after LSN "
                    + $"{next[0].Backup.StartLsn}, the one before it ends at {last.Lsn}.", nameof(folder));
            }
            chain.Add(next[0]);
        }
        return chain.Count == found.Count ? chain : throw new ArgumentException(
            $"{found.Count - chain.Count} backups in '{folder}' continue one that is not there.", nameof(folder));
    }
}
