using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;
using static SfPerf.Fabric.Replication.Tests.TestPartition;

namespace SfPerf.Fabric.Replication.Tests;

public sealed class ReplicatorTests
{
    [Fact]
    public async Task A_single_replica_commits_alone_and_has_its_state_after_a_restart()
    {
        await using var partition = await StartAsync(1);
        var lsn = await partition.WriteWhenReady("a");
        Assert.Equal(2, lsn); // 1 is the record that opened the epoch
        Assert.Equal(3, await partition.Write("b"));
        Assert.Equal(["a", "b"], partition.Primary.State.Records);
        await partition.RestartAsync(1);
        await partition.PromoteAsync(1);
        await partition.Replicas[1].State.ReachedAsync(3).WaitAsync(Limit);
        Assert.Equal(["a", "b"], partition.Primary.State.Records);
        Assert.Equal(5, await partition.WriteWhenReady("c"));
    }

    [Fact]
    public async Task Every_replica_applies_the_same_records_in_the_same_order()
    {
        await using var partition = await StartAsync(3);
        await partition.WriteWhenReady("first");
        var operations = Enumerable.Range(0, 2000).Select(i => Start(partition.Primary, $"record {i}")).ToArray();
        var lsns = await Task.WhenAll(operations.Select(o => o.Completed)).WaitAsync(Limit);
        Assert.Equal(lsns.Order(), lsns);
        foreach (var replica in partition.Replicas.Values)
        {
            await replica.State.ReachedAsync(lsns[^1]).WaitAsync(Limit);
            Assert.Equal(partition.Primary.State.Records, replica.State.Records);
        }
    }

    [Fact]
    public async Task A_write_waits_for_a_quorum_and_one_secondary_may_be_away()
    {
        await using var partition = await StartAsync(3);
        await partition.WriteWhenReady("all");
        await partition.StopAsync(2);
        await partition.WriteWhenReady("two of three");
        await partition.StopAsync(3);
        var refused = await Assert.ThrowsAnyAsync<Exception>(async () =>
        {
            while (true)
                await Start(partition.Primary, "one of three").Completed.WaitAsync(TimeSpan.FromSeconds(1));
        });
        Assert.True(refused is FabricTransientException or TimeoutException, refused.ToString());
        Assert.DoesNotContain("one of three", partition.Primary.State.Records);
    }

    [Fact]
    public async Task A_secondary_that_was_away_gets_the_rest_of_the_log()
    {
        await using var partition = await StartAsync(3);
        await partition.WriteWhenReady("before");
        await partition.StopAsync(3);
        for (var i = 0; i < 500; i++)
            await partition.WriteWhenReady($"away {i}");
        var back = await partition.OpenAsync(3);
        partition.Primary.Replicator.UpdateCurrentReplicaSetConfiguration(partition.Configuration(1));
        var last = await partition.WriteWhenReady("after");
        await back.State.ReachedAsync(last).WaitAsync(Limit);
        Assert.Equal(partition.Primary.State.Records, back.State.Records);
        Assert.Equal(0, back.State.Restores);
    }

    [Fact]
    public async Task A_primary_of_an_older_epoch_never_acknowledges_again()
    {
        await using var partition = await StartAsync(3);
        await partition.EverywhereAsync(await partition.WriteWhenReady("kept"));
        var old = partition.Primary;
        await partition.PromoteAsync(2, without: 1);
        var outcomes = new List<Task>();
        for (var i = 0; i < 50; i++)
        {
            try
            {
                outcomes.Add(Start(old, $"late {i}").Completed);
            }
            catch (FabricException)
            {
                // Refused at once: as good.
            }
        }
        var last = await partition.WriteWhenReady("new");
        await partition.Replicas[3].State.ReachedAsync(last).WaitAsync(Limit);
        Assert.DoesNotContain(outcomes, o => o.IsCompletedSuccessfully);
        Assert.Equal(["kept", "new"], partition.Replicas[3].State.Records);
        using var limit = new CancellationTokenSource(Limit);
        while (old.Replicator.ReadStatus == PartitionAccessStatus.Granted) // until its lease has run out
        {
            limit.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }

    [Fact]
    public async Task A_log_that_is_older_than_the_service_wants_is_shortened_though_it_is_short()
    {
        await using var partition = await StartAsync(
            1, limits: new() { TruncationInterval = TimeSpan.FromMilliseconds(50) });
        var lsn = await partition.WriteWhenReady("a");
        using var limit = new CancellationTokenSource(Limit);
        while (partition.Primary.Replicator.GetCatchUpCapability() <= lsn)
        {
            limit.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
        await partition.RestartAsync(1);
        await partition.PromoteAsync(1);
        Assert.Equal(["a"], partition.Primary.State.Records);
    }

    [Theory]
    [InlineData(64 << 10, null)]
    [InlineData(64 << 20, 64 << 10)]
    public async Task A_new_replica_is_built_from_a_checkpoint_when_the_log_is_gone(int ofHost, int? ofService)
    {
        await using var partition = await TestPartition.StartAsync(
            2, o => o with { CheckpointThresholdBytes = ofHost }, new(CheckpointThresholdBytes: ofService));
        await partition.WriteWhenReady("first");
        var text = new string('x', 1000);
        long last = 0;
        using var limit = new CancellationTokenSource(Limit);
        // A checkpoint is written beside the records, however long the disk takes for it; the second one cuts the log.
        for (var i = 0; i < 40 || partition.Primary.Replicator.GetCatchUpCapability() <= 1; i++)
        {
            limit.Token.ThrowIfCancellationRequested();
            var burst = Enumerable.Range(
                0, 50).Select(n => Start(partition.Primary, $"{i}/{n} {text}").Completed).ToArray();
            last = (await Task.WhenAll(burst).WaitAsync(Limit))[^1];
        }
        var added = await partition.OpenAsync(3);
        await added.Replicator.ChangeRoleAsync(partition.Epoch, ReplicaRole.IdleSecondary, default);
        await partition.Primary.Replicator.BuildReplicaAsync(partition.Information(3), default).WaitAsync(Limit);
        Assert.True(added.Replicator.Progress.LastLsn >= last);
        await added.Replicator.ChangeRoleAsync(partition.Epoch, ReplicaRole.ActiveSecondary, default);
        partition.Primary.Replicator.UpdateCurrentReplicaSetConfiguration(partition.Configuration(1));
        last = await partition.WriteWhenReady("after");
        await added.State.ReachedAsync(last).WaitAsync(Limit);
        Assert.Equal(partition.Primary.State.Records, added.State.Records);
        Assert.Equal(1, added.State.Restores);
        added = await partition.RestartAsync(3);
        partition.Primary.Replicator.UpdateCurrentReplicaSetConfiguration(partition.Configuration(1));
        last = await partition.WriteWhenReady("once more");
        await added.State.ReachedAsync(last).WaitAsync(Limit);
        Assert.Equal(partition.Primary.State.Records, added.State.Records);
    }

    [Fact]
    public async Task A_removed_replica_leaves_nothing_behind()
    {
        await using var partition = await StartAsync(1);
        await partition.WriteWhenReady("a");
        await partition.Primary.Replicator.ChangeRoleAsync(partition.Epoch, ReplicaRole.None, default).WaitAsync(Limit);
        await partition.StopAsync(1);
        var again = await partition.OpenAsync(1);
        Assert.Equal(0, again.Replicator.Progress.LastLsn);
        Assert.Empty(again.State.Records);
    }
}
