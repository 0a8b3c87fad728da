using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;
using static SfPerf.Fabric.Replication.Tests.TestPartition;

namespace SfPerf.Fabric.Replication.Tests;

/// <summary>The checkpoints of partitions that share a process.</summary>
public sealed class CheckpointTurnTests
{
    private const int Partitions = 6;
    private static readonly string Text = new('x', 4000);

    [Fact]
    public async Task Checkpoints_that_are_due_together_are_written_in_turn_and_none_is_forgotten()
    {
        await using var hosts = await TestHosts.StartAsync(
            hosts: 1, Partitions, o => o with { CheckpointThresholdBytes = 64 << 10 });
        var release = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var (writing, most) = (0, 0);
        foreach (var partition in hosts.Partitions)
        {
            partition.States[0].WritingCheckpoint = async () =>
            {
                lock (release)
                    most = Math.Max(most, ++writing);
                await release.Task;
                lock (release)
                    writing--;
            };
        }

        for (var i = 0; i < 40; i++)
            await Task.WhenAll(hosts.Partitions.Select(p => p.WriteAsync(Text)));
        await Eventually.HoldsAsync(() => Volatile.Read(ref writing) == ReplicationHost.CheckpointsAtOnce);
        // One that is asked for waits for nobody's turn.
        var asked = hosts.Partitions[^1].Primary.CheckpointAsync(default);
        release.SetResult();
        await asked.WaitAsync(Limit);

        // The next records bring those that had no turn: the log of each is cut in the end.
        foreach (var partition in hosts.Partitions)
        {
            await Eventually.HoldsAsync(async () =>
            {
                await partition.WriteAsync(Text);
                return partition.Primary.GetCatchUpCapability() > 1;
            });
        }
        Assert.InRange(most, ReplicationHost.CheckpointsAtOnce, ReplicationHost.CheckpointsAtOnce + 1);
    }

    [Fact]
    public async Task A_turn_whose_checkpoint_fails_is_given_back()
    {
        await using var hosts = await TestHosts.StartAsync(
            hosts: 1, Partitions, o => o with { CheckpointThresholdBytes = 64 << 10 });
        foreach (var partition in hosts.Partitions.Take(4))
            partition.States[0].WritingCheckpoint = () => throw new InvalidOperationException("It is in the test.");

        for (var i = 0; i < 60; i++)
            await Task.WhenAll(hosts.Partitions.Select(p => p.WriteAsync(Text)));

        foreach (var partition in hosts.Partitions.Take(4))
            Assert.NotNull(partition.Primary.CheckpointFailure);
        foreach (var partition in hosts.Partitions.Skip(4))
        {
            await Eventually.HoldsAsync(async () =>
            {
                await partition.WriteAsync(Text);
                return partition.Primary.GetCatchUpCapability() > 1;
            });
        }
    }

    [Theory]
    [InlineData(Durability.Fsync, 1, 64 << 20, 65_536)]
    [InlineData(Durability.Fsync, 64, 4 << 20, 4096)]
    [InlineData(Durability.Memory, 64, 1 << 20, 1024)]     // there one costs nothing, and the log is memory
    public async Task Partitions_share_the_log_of_a_process_down_to_what_a_checkpoint_is_worth(
        Durability durability, int partitions, long bytes, long records)
    {
        await using var hosts = await TestHosts.StartAsync(
            hosts: 1, partitions, o => o with { Durability = durability });

        Assert.Equal(bytes, hosts.Hosts[0].CheckpointThresholdBytes);
        Assert.Equal(records, hosts.Hosts[0].CheckpointThresholdRecords);
    }
}
