using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests.Replicated;

/// <summary>Backups taken from a running partition, and restored in a data loss of another.</summary>
[Collection(nameof(AloneCollection))]
public sealed class BackupTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-backups-").FullName;

    [Fact]
    public async Task A_full_backup_and_two_incremental_ones_restore_every_replica_to_the_last_of_them()
    {
        await using (var source = await RealPartition.StartAsync())
        {
            await SetAsync(source, 1, 1);
            var full = await BackupAsync(source, BackupOption.Full, "a");
            await SetAsync(source, 2, 2);
            await SetAsync(source, 1, 3);
            var first = await BackupAsync(source, BackupOption.Incremental, "b");
            await SetAsync(source, 4, 4);
            var second = await BackupAsync(source, BackupOption.Incremental, "c");
            await SetAsync(source, 5, 5);
            Assert.Equal(
                (full.BackupId, full.Version, first.BackupId, first.Version),
                (first.ParentBackupId, first.StartBackupVersion, second.ParentBackupId, second.StartBackupVersion));
        }

        await using var target = await RealPartition.StartAsync();
        await SetAsync(target, 9, 9);
        var restored = await target.LoseDataAsync(
            2, manager => manager.RestoreAsync(_folder, RestorePolicy.Force, default));
        Assert.True(restored);
        await target.AllAppliedAsync();
        await AssertHoldsAsync(target, (1, 3), (2, 2), (4, 4));
        await SetAsync(target, 6, 6);
        await target.AllAppliedAsync();
        await target.StopAsync(2);
        await target.PromoteAsync(1);
        await AssertHoldsAsync(target, (1, 3), (2, 2), (4, 4), (6, 6));
        await target.StopAsync(1);
        await target.OpenAsync(1);
        await target.PromoteAsync(1);
        await AssertHoldsAsync(target, (1, 3), (2, 2), (4, 4), (6, 6));
    }

    [Fact]
    public async Task A_backup_follows_the_rules_of_Service_Fabric()
    {
        await using var partition = await RealPartition.StartAsync();
        var manager = partition.Primary.Manager;
        await SetAsync(partition, 1, 1);
        await Assert.ThrowsAsync<FabricMissingFullBackupException>(
            () => BackupAsync(partition, BackupOption.Incremental, "none"));
        await Assert.ThrowsAsync<FabricNotPrimaryException>(
            () => partition.Replicas[2].Manager.BackupAsync((_, _) => Task.FromResult(true)));
        var folder = "";
        await Assert.ThrowsAsync<InvalidOperationException>(() => manager.BackupAsync(async (info, _) =>
        {
            folder = info.Directory;
            Assert.True(File.Exists(Path.Combine(folder, "backup.metadata")));
            await Assert.ThrowsAsync<FabricBackupInProgressException>(
                () => manager.BackupAsync((_, _) => Task.FromResult(true)));
            return false;
        }));
        Assert.False(Directory.Exists(folder));
        await Assert.ThrowsAsync<FabricMissingFullBackupException>(
            () => BackupAsync(partition, BackupOption.Incremental, "refused"));
        await Assert.ThrowsAsync<InvalidOperationException>(() => manager.RestoreAsync(_folder));

        _ = await BackupAsync(partition, BackupOption.Full, "a");
        await partition.PromoteAsync(2);
        await partition.PromoteAsync(1);
        await Assert.ThrowsAsync<FabricMissingFullBackupException>(
            () => BackupAsync(partition, BackupOption.Incremental, "after a failover"));
    }

    [Fact]
    public async Task A_callback_that_hangs_holds_up_other_backups_alone_and_ends_with_its_token()
    {
        await using var partition = await RealPartition.StartAsync();
        var manager = partition.Primary.Manager;
        await SetAsync(partition, 1, 1);
        using var cancel = new CancellationTokenSource();
        var entered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var hanging = manager.BackupAsync(BackupOption.Full, RealPartition.Limit, cancel.Token, async (_, token) =>
        {
            entered.SetResult();
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, token);
            return true;
        });
        await entered.Task.WaitAsync(RealPartition.Limit);

        await Assert.ThrowsAsync<FabricBackupInProgressException>(
            () => manager.BackupAsync((_, _) => Task.FromResult(true)));
        for (byte i = 2; i < 50; i++)
            await SetAsync(partition, i, i);
        Assert.False(hanging.IsCompleted);
        await cancel.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => hanging.WaitAsync(RealPartition.Limit));
        Assert.Equal(BackupOption.Full, (await BackupAsync(partition, BackupOption.Full, "a")).Option);
        Assert.Null(partition.Primary.Replicator.CheckpointFailure);
    }

    [Fact]
    public async Task Backups_that_are_no_chain_or_corrupt_or_older_change_nothing()
    {
        await using var partition = await RealPartition.StartAsync();
        await SetAsync(partition, 1, 1);
        _ = await BackupAsync(partition, BackupOption.Full, "a");
        await SetAsync(partition, 1, 2);
        _ = await BackupAsync(partition, BackupOption.Incremental, "b");
        _ = await BackupAsync(partition, BackupOption.Incremental, "c");
        _ = await BackupAsync(partition, BackupOption.Full, "d");
        await SetAsync(partition, 1, 3);

        Assert.Equal(
            [
                "ac ArgumentException", "abdc FabricMissingFullBackupException", "bc FabricMissingFullBackupException",
                "abcb ArgumentException", " FabricMissingFullBackupException", "ab! InvalidDataException",
                "ab ArgumentException",
            ],
            await RefusalsAsync(partition, "ac", "abdc", "bc", "abcb", "", "ab!", "ab"));
        await AssertHoldsAsync(partition, (1, 3));

        var set = Gather("abc");
        Assert.True(await partition.LoseDataAsync(1, m => m.RestoreAsync(set, RestorePolicy.Force, default)));
        await partition.AllAppliedAsync();
        await AssertHoldsAsync(partition, (1, 2));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private async Task<List<string>> RefusalsAsync(RealPartition partition, params string[] sets)
    {
        var refusals = new List<string>();
        foreach (var set in sets)
        {
            var folder = Gather(set);
            var policy = set.EndsWith('!') ? RestorePolicy.Force : RestorePolicy.Safe;
            await partition.LoseDataAsync(1, async manager =>
            {
                var refusal = await Record.ExceptionAsync(() => manager.RestoreAsync(folder, policy, default));
                refusals.Add($"{set} {refusal?.GetType().Name}");
            });
        }
        return refusals;
    }

    // Copies backups by the letters of their folders; '!' breaks a byte of the last one.
    private string Gather(string set)
    {
        var target = Directory.CreateTempSubdirectory("sfperf-backups-").FullName;
        foreach (var (name, i) in set.Select((c, i) => (c, i)))
        {
            if (name == '!')
            {
                var file = Path.Combine(target, $"{i - 1}", "log.data");
                var bytes = File.ReadAllBytes(file);
                bytes[^12] ^= 1;
                File.WriteAllBytes(file, bytes);
            }
            else
            {
                Copy(Path.Combine(_folder, $"{name}"), Path.Combine(target, $"{i}"));
            }
        }
        var kept = Path.Combine(_folder, Path.GetFileName(target));
        Directory.Move(target, kept);
        return kept;
    }

    private async Task<BackupInfo> BackupAsync(RealPartition partition, BackupOption option, string name)
    {
        BackupInfo? taken = null;
        await partition.Primary.Manager.BackupAsync(option, RealPartition.Limit, default, (info, _) =>
        {
            Copy(info.Directory, Path.Combine(_folder, name));
            taken = info;
            return Task.FromResult(true);
        });
        return taken!;
    }

    private static void Copy(string source, string target)
    {
        _ = Directory.CreateDirectory(target);
        foreach (var file in Directory.GetFiles(source))
            File.Copy(file, Path.Combine(target, Path.GetFileName(file)));
    }

    private static async Task SetAsync(RealPartition partition, long key, byte value)
    {
        var dictionary = await partition.Primary.DictionaryAsync();
        using var transaction = partition.Primary.Manager.CreateTransaction();
        await dictionary.SetAsync(transaction, key, [value]);
        await transaction.CommitAsync().WaitAsync(RealPartition.Limit);
    }

    private static async Task AssertHoldsAsync(RealPartition partition, params (long Key, byte Value)[] expected)
    {
        foreach (var replica in partition.Replicas.Values)
        {
            var dictionary = await replica.DictionaryAsync();
            using var transaction = replica.Manager.CreateTransaction();
            var found = new List<(long, byte)>();
            using var items = (await dictionary.CreateEnumerableAsync(transaction)).GetAsyncEnumerator();
            while (await items.MoveNextAsync(default))
                found.Add((items.Current.Key, items.Current.Value[0]));
            Assert.Equal(expected, found.Order());
        }
    }
}
