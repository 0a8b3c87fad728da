using System;
using System.Collections.Generic;
using System.Fabric;
using System.Globalization;
using System.Linq;
using SfPerf.Fabric.Replication.Backups;
using Xunit;

namespace SfPerf.Fabric.Replication.Tests;

/// <summary>
/// Which of the backups in a folder are restored, in the shapes of Service Fabric's published tests of its replicator.
/// </summary>
/// <remarks>
/// A set of backups is written as text. "F 0.1:1" is a full one up to LSN 1 of epoch 0.1; "0 0.2:6" continues the
/// backup that stands first in the text, up to LSN 6 of epoch 0.2; the parent "?" is not there.
/// </remarks>
public sealed class BackupChainTests
{
    [Theory]
    [InlineData("F 0.1:1", "0")]
    [InlineData("F 0.1:1, 0 0.1:6", "0 1")]
    [InlineData("F 0.1:1, 0 0.2:6", "0 1")]
    [InlineData("F 0.1:1, 0 0.1:6, 0 0.2:6, 0 0.3:6", "0 3")]
    [InlineData("F 0.1:1, 0 0.1:6, 0 0.2:6, 0 0.3:6, 2 0.4:7, 4 0.4:19", "0 2 4 5")]
    [InlineData("F 0.1:1, 0 0.2:5, 1 0.2:10, 2 0.2:15, 3 0.2:20, 3 0.2:21, 3 0.3:21, 4 0.4:25, 7 0.4:30, 8 0.4:35, "
        + "8 0.5:36, 8 0.6:37, 11 0.6:40, 12 0.7:45, 12 0.8:45, 12 0.9:45, 14 0.10:50, 16 0.11:55, 16 0.12:56, "
        + "16 0.13:57", "0 1 2 3 4 7 8 11 12 14 16 19")]
    [InlineData("F 0.1:1, 0 0.1:6, 0 0.1:6, 0 0.2:6", "0 3")]
    [InlineData("F 0.1:1, 0 0.1:6, 0 0.2:6, 0 0.2:6, 2 0.3:10, 4 0.3:15", "0 2 4 5")]
    [InlineData("F 0.1:1, 0 0.1:6, 0 0.1:6, 0 0.1:6, 2 0.2:10, 4 0.3:15, 4 0.4:15, 4 0.4:15, 7 0.4:20, 8 0.5:25, "
        + "8 0.7:25, 8 0.9:25, 9 0.10:30", "0 2 4 7 8 9 12")]
    public void Dead_forks_are_left_out(string backups, string chain)
    {
        var set = Read(backups);
        var order = BackupChain.Order(set, "folder");
        Assert.Equal(chain, string.Join(' ', order.Select(b => set.FindIndex(f => f.Folder == b.Folder))));
    }

    [Theory]
    [InlineData("", typeof(FabricMissingFullBackupException))]
    [InlineData("F 0.1:1, F 0.1:6", typeof(FabricMissingFullBackupException))]
    [InlineData("F 0.1:1, F 0.1:1", typeof(FabricMissingFullBackupException))]
    [InlineData("F 0.3:50, ? 0.1:2", typeof(ArgumentException))]
    [InlineData("F 0.1:1, 0 1.2:6", typeof(ArgumentException))]
    [InlineData("F 0.1:1, 0 0.1:6, 0 0.1:6, 0 1.2:6", typeof(ArgumentException))]
    [InlineData("F 0.1:1, 0 0.2:6, 0 0.3:6, 1 0.4:10, 2 0.5:10", typeof(ArgumentException))]
    [InlineData("F 0.1:1, 0 0.2:6, 1 0.3:10, 0 0.4:6, 3 0.5:10", typeof(ArgumentException))]
    [InlineData("F 0.1:1, 0 1.1:6, 0 1.1:6, 1 1.2:10, 2 1.3:10", typeof(ArgumentException))]
    [InlineData("F 0.1:1, 0 0.2:6, ? 0.3:9", typeof(ArgumentException))]
    public void What_is_no_chain_is_refused(string backups, Type refusal) =>
        Assert.Throws(refusal, () => BackupChain.Order(Read(backups), "folder"));

    [Fact]
    public void A_gap_between_two_backups_is_refused()
    {
        var set = Read("F 0.1:1, 0 0.2:6");
        set[1] = (set[1].Folder, set[1].Backup with { StartLsn = 2 });
        _ = Assert.Throws<ArgumentException>(() => BackupChain.Order(set, "folder"));
    }

    private static List<(BackupFolder Folder, ReplicaBackup Backup)> Read(string backups)
    {
        var set = new List<(BackupFolder Folder, ReplicaBackup Backup)>();
        foreach (var text in backups.Split(", ", StringSplitOptions.RemoveEmptyEntries))
        {
            var parts = text.Split(' ', '.', ':');
            var epoch = new Epoch(Number(parts[1]), Number(parts[2]));
            var parent = parts[0] switch
            {
                "F" => null,
                "?" => new ReplicaBackup(Guid.NewGuid(), Guid.Empty, default, 0, epoch, 0),
                _ => set[(int)Number(parts[0])].Backup,
            };
            set.Add((new($"{set.Count}"), new(Guid.NewGuid(), parent?.Id ?? Guid.Empty, parent?.Epoch ?? default,
                parent?.Lsn ?? 0, epoch, Number(parts[3]))));
        }
        return set;
    }

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
