using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Linq;

namespace SfPerf.Fabric.Replication.Backups;

/// <summary>Represents one full backup and those that continue it, oldest first.</summary>
/// <remarks>
/// The rules are those that the published tests of Service Fabric's replicator hold (BackupFolderInfo.Test, 21 cases).
/// </remarks>
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

    /// <summary>
    /// Puts backups in order. Where several continue the same one, as when a backup was uploaded and its callback then
    /// failed, the one that others continue belongs to the chain, or the newest if none does; the others are left out,
    /// as Service Fabric does.
    /// </summary>
    internal static IReadOnlyList<(BackupFolder Folder, ReplicaBackup Backup)> Order(
        IReadOnlyList<(BackupFolder Folder, ReplicaBackup Backup)> found, string folder)
    {
        var full = found.Where(f => f.Backup.IsFull).ToArray();
        if (full.Length != 1)
        {
            throw new FabricMissingFullBackupException(
                $"'{folder}' holds {full.Length} full backups; exactly one is needed.");
        }
        CheckDataLoss(found, full[0].Backup, folder);
        var byParent = found.Where(f => !f.Backup.IsFull).ToLookup(f => f.Backup.ParentId);
        var chain = new List<(BackupFolder Folder, ReplicaBackup Backup)> { full[0] };
        var placed = 1;
        while (byParent[chain[^1].Backup.Id].ToArray() is { Length: > 0 } next)
        {
            placed += next.Length;
            chain.Add(Follow(chain[^1].Backup, next, byParent, folder));
        }
        return placed == found.Count ? chain : throw new ArgumentException(
            $"{found.Count - placed} backups in '{folder}' continue one that is not there.", nameof(folder));
    }

    // What was written before a data loss and what was written after it are two histories.
    private static void CheckDataLoss(
        IReadOnlyList<(BackupFolder Folder, ReplicaBackup Backup)> found, ReplicaBackup full, string folder)
    {
        foreach (var (_, backup) in found)
        {
            if (backup.Epoch.DataLossNumber == full.Epoch.DataLossNumber)
                continue;
            throw new ArgumentException($"The data loss number of the backup {backup.Id} in '{folder}' is "
                + $"{backup.Epoch.DataLossNumber}, that of the full one is {full.Epoch.DataLossNumber}.",
                nameof(folder));
        }
    }

    private static (BackupFolder Folder, ReplicaBackup Backup) Follow(
        ReplicaBackup last, (BackupFolder Folder, ReplicaBackup Backup)[] next,
        ILookup<Guid, (BackupFolder Folder, ReplicaBackup Backup)> byParent, string folder)
    {
        var continued = next.Where(f => byParent[f.Backup.Id].Any()).ToArray();
        if (continued.Length > 1)
        {
            throw new ArgumentException(
                $"Of the backups in '{folder}' that continue {last.Id}, {continued.Length} are continued themselves.",
                nameof(folder));
        }
        var chosen = continued.Length == 1 ? continued[0] : next.MaxBy(f => (f.Backup.Epoch, f.Backup.Lsn));
        if (chosen.Backup.StartLsn == last.Lsn)
            return chosen;
        throw new ArgumentException($"The backup {chosen.Backup.Id} begins after LSN {chosen.Backup.StartLsn}, "
            + $"the one before it ends at {last.Lsn}.", nameof(folder));
    }
}
