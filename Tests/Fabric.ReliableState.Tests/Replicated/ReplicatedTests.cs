using System;
using System.Fabric;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests.Replicated;

/// <summary>The state over the real replicator: three replicas, real logs, real connections.</summary>
[Collection(nameof(AloneCollection))]
public sealed class ReplicatedTests
{
    [Fact]
    public async Task Acknowledged_writes_are_on_every_replica_and_survive_failover_checkpoint_and_restart()
    {
        await using var partition = await RealPartition.StartAsync();
        var written = new WrittenValues(partition, 32, keysOfEach: 20, writesOfEach: 40, 0, bytesBelow: 1024);
        await written.WriteAsync(1);
        await written.CheckAllAsync();

        await partition.StopAsync(1);
        await partition.PromoteAsync(2);
        await written.CheckAllAsync();
        await written.WriteAsync(2);
        await written.CheckAllAsync();

        await partition.OpenAsync(1);
        await partition.PromoteAsync(3);
        await written.WriteAsync(3);
        await written.CheckAllAsync();

        foreach (var id in new long[] { 1, 2, 3 })
            await partition.StopAsync(id);
        await partition.OpenAsync(1, 2, 3);
        await partition.PromoteAsync(2);
        await written.CheckAllAsync();
    }

    [Fact]
    public async Task Transactions_open_at_a_demotion_fail_and_leave_no_lock()
    {
        await using var partition = await RealPartition.StartAsync();
        var old = partition.Primary;
        var dictionary = await old.DictionaryAsync();
        using var open = old.Manager.CreateTransaction();
        await dictionary.SetAsync(open, 1, [1]);
        await partition.PromoteAsync(2);
        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => dictionary.SetAsync(open, 2, [2]));
        await Assert.ThrowsAsync<FabricNotPrimaryException>(open.CommitAsync);

        await partition.PromoteAsync(1);
        using var next = old.Manager.CreateTransaction();
        Assert.True(await dictionary.TryAddAsync(next, 1, [3], TimeSpan.Zero, default));
        await next.CommitAsync().WaitAsync(RealPartition.Limit);
        Assert.Equal(1, dictionary.Count);
    }

    [Fact]
    public async Task A_commit_that_waits_to_be_repeated_is_refused_once_another_primary_wrote()
    {
        var time = new ManualTimeProvider();
        await using var partition = await RealPartition.StartAsync(time: time);
        var first = partition.Primary;
        var dictionary = await first.DictionaryAsync();
        await SetAsync(partition, 1);
        using var late = first.Manager.CreateTransaction();
        await dictionary.SetAsync(late, 1, [(byte)((await dictionary.TryGetValueAsync(late, 1)).Value[0] + 1)]);
        Task commit = Task.CompletedTask;
        await partition.PromoteAsync(1, () =>
        {
            commit = late.CommitAsync(); // Not configured: it is to be repeated in 64 ms.
            return Task.CompletedTask;
        });
        Assert.False(commit.IsCompleted);

        await partition.PromoteAsync(2);
        await SetAsync(partition, 10);
        await partition.AllAppliedAsync();
        await partition.PromoteAsync(1);
        time.Advance(TimeSpan.FromSeconds(1));

        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => commit.WaitAsync(RealPartition.Limit));
        using var tx = first.Manager.CreateTransaction();
        Assert.Equal([10], (await dictionary.TryGetValueAsync(tx, 1)).Value);

        static async Task SetAsync(RealPartition partition, byte value)
        {
            var there = await partition.Primary.DictionaryAsync();
            using var tx = partition.Primary.Manager.CreateTransaction();
            await there.SetAsync(tx, 1, [value]);
            await tx.CommitAsync().WaitAsync(RealPartition.Limit);
        }
    }
}
