using System;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log;
using Xunit;
using static SfPerf.Fabric.Replication.Tests.TestPartition;

namespace SfPerf.Fabric.Replication.Tests;

public sealed class FaultTests
{
    [Fact]
    public async Task What_only_a_dead_primary_had_is_cut_when_it_comes_back()
    {
        await using var partition = await StartAsync(3);
        await partition.EverywhereAsync(await partition.WriteWhenReady("kept"));
        using var hold = new ManualResetEventSlim();
        foreach (var id in new[] { 2, 3 })
            partition.Disks[id].Flushing = () => hold.Wait(Limit);
        var lost = Start(partition.Primary, "X");
        while (partition.Primary.Replicator.Progress.LastLsn < lost.Lsn)
            await Task.Yield();
        // X is on the primary's disk alone: the others lose power before they have flushed it.
        var disks = new[] { 2, 3 }.ToDictionary(id => id, id => partition.Disks[id].AfterPowerLoss(_ => false));
        await partition.StopAsync(1);
        hold.Set();
        await Assert.ThrowsAsync<FabricObjectClosedException>(() => lost.Completed);
        foreach (var (id, disk) in disks)
        {
            await partition.StopAsync(id);
            partition.Disks[id] = disk;
            await partition.OpenAsync(id);
        }
        await partition.PromoteAsync(2, without: 1);
        await partition.WriteWhenReady("Y");
        var back = await partition.OpenAsync(1);
        Assert.Equal(lost.Lsn, back.Replicator.Progress.LastLsn);
        partition.Primary.Replicator.UpdateCurrentReplicaSetConfiguration(partition.Configuration(2));
        await partition.EverywhereAsync(await partition.WriteWhenReady("Z"));
        foreach (var replica in partition.Replicas.Values)
            Assert.Equal(["kept", "Y", "Z"], replica.State.Records);
        Assert.Equal(0, back.State.Restores);
    }

    [Fact]
    public async Task Power_loss_everywhere_loses_no_acknowledged_record()
    {
        for (var seed = 0; seed < 8; seed++)
        {
            var random = new Random(seed);
            await using var partition = await StartAsync(3);
            await partition.WriteWhenReady("first");
            var operations = Enumerable.Range(0, 400).Select(i => Start(partition.Primary, $"{i}")).ToArray();
            await operations[random.Next(operations.Length)].Completed.WaitAsync(Limit);
            var acknowledged = operations.Where(o => o.Completed.IsCompletedSuccessfully).Select(o => o.Lsn).Max();
            var images = partition.Disks.ToDictionary(
                d => d.Key, d => d.Value.AfterPowerLoss(_ => random.Next(2) == 0));
            foreach (var id in images.Keys)
            {
                await partition.StopAsync(id);
                partition.Disks[id] = images[id];
                await partition.OpenAsync(id);
            }
            // Any two of three hold everything that was acknowledged.
            var unheard = random.Next(1, 4);
            var best = partition.Replicas.Where(r => r.Key != unheard)
                .OrderByDescending(r => r.Value.Replicator.Progress.LastLsnEpoch)
                .ThenByDescending(r => r.Value.Replicator.Progress.LastLsn).First().Key;
            await partition.PromoteAsync(best);
            await partition.EverywhereAsync(await partition.WriteWhenReady("last"));
            var records = partition.Primary.State.Records;
            Assert.True(
                records.Length >= acknowledged, $"Seed {seed}: {acknowledged} acknowledged, {records.Length} there.");
            foreach (var replica in partition.Replicas.Values)
                Assert.Equal(records, replica.State.Records);
        }
    }

    [Fact]
    public async Task A_late_word_about_a_stream_that_was_replaced_counts_for_nothing()
    {
        await using var partition = await StartAsync(1);
        var lsn = await partition.WriteWhenReady("held");
        var (host, replicator, _) = partition.Primary;
        var replaced = host.Log.CreateStream(1, 0);
        ((ILogStreamOwner)replicator).OnFlushed(replaced, lsn + 100, 0);
        Assert.Equal(lsn, replicator.Progress.LastLsn);
    }

    [Fact]
    public async Task A_secondary_whose_disk_fails_is_reported_and_the_others_go_on()
    {
        await using var partition = await StartAsync(3);
        await partition.WriteWhenReady("before");
        partition.Disks[3].Flushing = () => throw new IOException("Input/output error");
        for (var i = 0; i < 50; i++)
            await partition.WriteWhenReady($"{i}");
        var fault = await partition.Faults[3].Task.WaitAsync(Limit);
        Assert.Contains("Input/output error", fault.Message, StringComparison.Ordinal);
        Assert.Equal(51, partition.Primary.State.Records.Length);
    }

    [Fact]
    public async Task A_primary_whose_disk_fails_acknowledges_nothing_more()
    {
        await using var partition = await StartAsync(3);
        await partition.WriteWhenReady("before");
        partition.Disks[1].Flushing = () => throw new IOException("Input/output error");
        var operation = Start(partition.Primary, "lost");
        await Assert.ThrowsAsync<FabricObjectClosedException>(() => operation.Completed.WaitAsync(Limit));
        await partition.Faults[1].Task.WaitAsync(Limit);
        Assert.Throws<FabricNotPrimaryException>(() => Start(partition.Primary, "refused"));
        Assert.Equal(["before"], partition.Primary.State.Records);
    }

    [Fact]
    public async Task An_operation_that_another_primarys_writes_overtook_is_refused_and_leaves_no_record()
    {
        await using var partition = await StartAsync(3);
        var last = await partition.WriteWhenReady("before");

        Assert.Throws<FabricNotPrimaryException>(() =>
            partition.Primary.Replicator.Replicate([1], new TestOperation { IsOvertaken = true }));

        Assert.Equal(last + 1, await partition.Write("after"));
    }

    [Fact]
    public async Task A_slow_disk_on_one_secondary_holds_up_nobody()
    {
        await using var partition = await StartAsync(3);
        await partition.WriteWhenReady("before");
        using var hold = new ManualResetEventSlim();
        partition.Disks[3].Flushing = () => hold.Wait(Limit);
        for (var i = 0; i < 100; i++)
            await partition.Write($"{i}");
        hold.Set();
        await partition.EverywhereAsync(await partition.Write("after"));
    }

    [Theory]
    [InlineData(10, null)]
    [InlineData(8192, 10)]
    public async Task A_full_queue_refuses_and_takes_writes_again_later(int ofHost, int? ofService)
    {
        await using var partition = await TestPartition.StartAsync(
            3, o => o with { PendingOperationsMax = ofHost }, new(PendingOperationsMax: ofService));
        await partition.WriteWhenReady("before");
        using var hold = new ManualResetEventSlim();
        foreach (var id in new[] { 2, 3 })
            partition.Disks[id].Flushing = () => hold.Wait(Limit);
        var taken = Enumerable.Range(0, 10).Select(i => Start(partition.Primary, $"{i}")).ToArray();
        var refused = Assert.Throws<FabricTransientException>(() => Start(partition.Primary, "too many"));
        Assert.Equal(FabricErrorCode.ReplicationQueueFull, refused.ErrorCode);
        hold.Set();
        await Task.WhenAll(taken.Select(o => o.Completed)).WaitAsync(Limit);
        await partition.Write("after");
    }

    [Fact]
    public async Task Reads_need_a_quorum_that_answered_within_the_lease()
    {
        await using var partition = await StartAsync(3, o => o with { ReadLease = TimeSpan.FromMilliseconds(200) });
        await partition.WriteWhenReady("before");
        using var limit = new CancellationTokenSource(Limit);
        while (partition.Primary.Replicator.ReadStatus != PartitionAccessStatus.Granted)
        {
            limit.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
        await partition.StopAsync(2);
        await partition.StopAsync(3);
        while (partition.Primary.Replicator.ReadStatus == PartitionAccessStatus.Granted)
        {
            limit.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }

    [Fact]
    public async Task A_checkpoint_bounds_the_log_and_a_restart_continues_from_it()
    {
        await using var partition = await StartAsync(1, o => o with { CheckpointThresholdBytes = 64 << 10 });
        await partition.WriteWhenReady("first");
        var text = new string('x', 2000);
        for (var i = 0; i < 200; i++)
            await partition.Write($"{i} {text}");
        var expected = partition.Primary.State.Records;
        // A large checkpoint keeps the log since the one before it.
        await partition.Primary.Replicator.CheckpointAsync(default).WaitAsync(Limit);
        await partition.Primary.Replicator.CheckpointAsync(default).WaitAsync(Limit);
        Assert.True(partition.Primary.Replicator.GetCatchUpCapability() > 1);
        var back = await partition.RestartAsync(1);
        Assert.Equal(1, back.State.Restores);
        await partition.PromoteAsync(1);
        await partition.WriteWhenReady("last");
        Assert.Equal([.. expected, "last"], back.State.Records);
    }

    [Theory]
    [InlineData(64 << 10, 65_536)]      // by bytes: three rounds fill the log
    [InlineData(64 << 20, 20)]          // by records
    public async Task What_a_restart_read_from_the_log_counts_towards_the_next_checkpoint(int bytes, int records)
    {
        await using var partition = await StartAsync(1, o => o with
        {
            CheckpointThresholdBytes = bytes,
            CheckpointThresholdRecords = records,
        });
        await partition.WriteWhenReady("first");
        var text = new string('x', 2000);
        var restores = 0;
        for (var round = 0; round < 40 && restores == 0; round++)
        {
            for (var i = 0; i < 12; i++)
                await partition.Write($"{round} {i} {text}");
            restores = (await partition.RestartAsync(1)).State.Restores;
            await partition.PromoteAsync(1);
            await partition.WriteWhenReady($"{round} is back");
        }
        Assert.Equal(1, restores);
    }
}
