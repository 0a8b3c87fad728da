using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Xunit;
using static SfPerf.Fabric.Replication.Tests.TestPartition;

namespace SfPerf.Fabric.Replication.Tests;

/// <summary>Of a large state a checkpoint that is due leaves to the log what changed since the one before.</summary>
public sealed class PartialCheckpointTests
{
    private const int ThresholdBytes = 64 << 10;
    private static readonly string Text = new('x', 2000);

    [Fact]
    public async Task A_restart_reads_the_checkpoint_and_what_it_left_to_the_log()
    {
        await using var partition = await StartAsync(1, Small);
        await WritePartsAsync(partition, 3);
        for (var round = 0; round < 3; round++)
        {
            var expected = partition.Primary.State.Records;
            var back = await partition.RestartAsync(1);

            Assert.Equal(1, back.State.Restores);
            Assert.InRange(back.State.WholeLsn, 1, back.Replicator.AppliedLsn);
            // What is not known to be committed is so in a new term.
            await partition.PromoteAsync(1);
            await partition.WriteWhenReady("back");
            Assert.Equal([.. expected, "back"], back.State.Records);
            await WritePartsAsync(partition, 2);
        }
    }

    [Fact]
    public async Task The_log_is_shortened_up_to_what_was_captured_before()
    {
        await using var partition = await StartAsync(1, Small);
        await WritePartsAsync(partition, 3);
        var first = partition.Primary.Replicator.GetCatchUpCapability();

        await WritePartsAsync(partition, 6);

        Assert.True(partition.Primary.Replicator.GetCatchUpCapability() > first);
    }

    [Fact]
    public async Task A_new_replica_is_copied_the_checkpoint_and_what_it_left_to_the_log()
    {
        await using var partition = await StartAsync(2, Small);
        await WritePartsAsync(partition, 4);

        await partition.OpenAsync(3);
        await partition.PromoteAsync(1);
        var last = await partition.WriteWhenReady("last");
        await partition.EverywhereAsync(last);

        Assert.Equal(1, partition.Replicas[3].State.Restores);
        Assert.True(partition.Replicas[3].State.WholeLsn > 0);
        Assert.Equal(partition.Primary.State.Records, partition.Replicas[3].State.Records);
        await WritePartsAsync(partition, 6);
        await partition.StopAsync(1);
        partition.Replicas.Remove(1);
        var expected = partition.Primary.State.Records;
        await partition.PromoteAsync(3);
        await partition.WriteWhenReady("after");
        Assert.Equal([.. expected, "after"], partition.Replicas[3].State.Records);
    }

    [Fact]
    public async Task A_replica_that_lacks_what_its_copy_left_to_the_log_does_not_become_primary()
    {
        await using var partition = await StartAsync(1, Small);
        await partition.WriteWhenReady("first");
        partition.Primary.State.WholeLsn = partition.Primary.Replicator.AppliedLsn + 1;

        await Assert.ThrowsAsync<ReplicaLostException>(() => partition.PromoteAsync(1));
        await partition.Primary.Replicator.ChangeRoleAsync(partition.Epoch, ReplicaRole.ActiveSecondary, default);
    }

    [Fact]
    public async Task A_secondary_that_lacks_what_its_copy_left_to_the_log_is_copied_again()
    {
        await using var partition = await StartAsync(2, Small);
        await partition.EverywhereAsync(await partition.WriteWhenReady("first"));
        var secondary = partition.Replicas[2];
        secondary.State.WholeLsn = secondary.Replicator.AppliedLsn + 100;

        await partition.PromoteAsync(1);
        await partition.EverywhereAsync(await partition.WriteWhenReady("last"));

        Assert.Equal((1, 0), (secondary.State.Restores, secondary.State.WholeLsn));
        Assert.Equal(["first", "last"], secondary.State.Records);
    }

    [Fact]
    public async Task Whoever_asks_for_a_checkpoint_gets_the_whole_state()
    {
        await using var partition = await StartAsync(1, Small);
        await WritePartsAsync(partition, 2);
        var parts = partition.Primary.State.Parts;

        await partition.Primary.Replicator.CheckpointAsync(default).WaitAsync(Limit);

        Assert.Equal(parts, partition.Primary.State.Parts);
        var back = await partition.RestartAsync(1);
        Assert.Equal(0, back.State.WholeLsn);
    }

    [Fact]
    public async Task A_small_state_is_written_whole()
    {
        await using var partition = await StartAsync(1, o => Small(o) with { CheckpointThresholdRecords = 10 });
        var captured = 0;
        partition.Primary.State.Capturing = () => captured++;
        await partition.WriteWhenReady("first");
        using var limit = new CancellationTokenSource(Limit);
        for (var i = 0; captured < 3; i++)
        {
            await partition.Write($"{i}");
            if (i % 20 == 19)
                await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, limit.Token);
        }

        Assert.Equal(0, partition.Primary.State.Parts);
    }

    private static ReplicationHostOptions Small(ReplicationHostOptions options) =>
        options with { CheckpointThresholdBytes = ThresholdBytes };

    // Until so many were captured; all but the last one count then.
    private static async Task WritePartsAsync(TestPartition partition, int count)
    {
        var until = partition.Primary.State.Parts + count;
        await partition.WriteWhenReady("begin");
        using var limit = new CancellationTokenSource(Limit);
        for (var i = 0; partition.Primary.State.Parts < until; i++)
        {
            await partition.Write($"{i} {Text}");
            // The one that is being written may take longer than many writes.
            if (i % 100 == 99)
                await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, limit.Token);
        }
    }
}
