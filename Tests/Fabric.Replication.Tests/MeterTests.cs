using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Replication.Tests;

/// <summary>What the meter tells. Replicas of other tests of this process are in its sums.</summary>
public sealed class MeterTests
{
    [Fact]
    public async Task Records_that_wait_for_a_disk_are_told_until_they_are_committed_and_applied()
    {
        using var hold = new ManualResetEventSlim();
        await using var partition = await TestPartition.StartAsync(3);
        // One that is still catching up would lag by more than the five.
        await partition.EverywhereAsync(await partition.WriteWhenReady("first"));
        await Eventually.HoldsAsync(() => Backlog(partition, 1) == default);
        partition.Disks[2].Flushing = () => hold.Wait(TestPartition.Limit);
        partition.Disks[3].Flushing = () => hold.Wait(TestPartition.Limit);

        var waiting = Enumerable.Range(0, 5).Select(i => TestPartition.Start(partition.Primary, $"{i}")).ToArray();

        await Eventually.HoldsAsync(() => Backlog(partition, 1) == new Backlog(5, 5, 0));
        var heard = MeterReading.Of(ReplicationMeter.Name);
        Assert.InRange(heard["replication.queue"], 5, long.MaxValue);
        Assert.InRange(heard["replication.lag"], 5, long.MaxValue);
        hold.Set();
        await Task.WhenAll(waiting.Select(w => w.Completed)).WaitAsync(TestPartition.Limit);
        await Eventually.HoldsAsync(() => new[] { 1, 2, 3 }.All(id => Backlog(partition, id) == default));
    }

    [Fact]
    public async Task Checkpoints_are_counted_with_their_time()
    {
        await using var partition = await TestPartition.StartAsync(1);
        await partition.WriteWhenReady("first");
        await partition.Primary.Replicator.CheckpointAsync(default).WaitAsync(TestPartition.Limit);
        var before = MeterReading.Of(ReplicationMeter.Name);
        await partition.WriteWhenReady("second");
        await partition.Primary.Replicator.CheckpointAsync(default).WaitAsync(TestPartition.Limit);
        var after = MeterReading.Of(ReplicationMeter.Name);
        Assert.InRange(after["replication.checkpoints"], before["replication.checkpoints"] + 1, double.MaxValue);
        Assert.True(after["replication.checkpoint.time"] > before["replication.checkpoint.time"]);
    }

    [Fact]
    public async Task A_host_that_has_ended_is_asked_no_longer()
    {
        await using var partition = await TestPartition.StartAsync(1);
        var host = partition.Primary.Host;
        Assert.Single(host.Backlogs());
        await host.DisposeAsync();
        Assert.Empty(host.Backlogs());
        Assert.DoesNotContain(host, ReplicationMeter.Hosts);
    }

    private static Backlog Backlog(TestPartition partition, long id) => partition.Replicas[id].Replicator.Backlog;
}
