using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;
using static SfPerf.Fabric.Replication.Tests.TestPartition;

namespace SfPerf.Fabric.Replication.Tests;

/// <summary>Which thread ends commits, and how it tells their callers.</summary>
public sealed class InPlaceTests
{
    [Theory]
    [InlineData(1, 1, "log")]                       // the flush makes the quorum
    [InlineData(1, 32, "log")]
    [InlineData(2, 1, "receive connect")]           // the acknowledgement does
    public async Task The_few_commits_of_a_shared_log_end_where_they_became_known(
        int replicas, int perPartition, string thread)
    {
        await using var hosts = await TestHosts.StartAsync(replicas, partitions: 8);

        var ended = await OfOneGroupAsync(hosts, perPartition);

        Assert.All(ended, o => Assert.StartsWith(thread, o.EndedInPlaceOn, StringComparison.Ordinal));
        Assert.All(ended, o => Assert.False(o.EndedOnPool));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Many_commits_of_a_partition_are_told_elsewhere(int replicas)
    {
        await using var hosts = await TestHosts.StartAsync(replicas, partitions: 2);

        var ended = await OfOneGroupAsync(hosts, perPartition: 33);

        Assert.All(ended, o => Assert.Null(o.EndedInPlaceOn));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Commits_of_a_log_that_one_partition_has_to_itself_are_told_elsewhere(int replicas)
    {
        await using var hosts = await TestHosts.StartAsync(replicas, partitions: 1);

        var ended = await OfOneGroupAsync(hosts, perPartition: 6);

        Assert.All(ended, o => Assert.Null(o.EndedInPlaceOn));
        Assert.All(ended, o => Assert.Equal(replicas == 1, o.EndedOnPool));
    }

    [Fact]
    public async Task A_caller_that_writes_again_in_place_is_served()
    {
        await using var hosts = await TestHosts.StartAsync(hosts: 1, partitions: 8);
        var again = new TestOperation();
        var first = new TestOperation { EndingInPlace = () => hosts.Partitions[0].Primary.Replicate([1], again) };

        await OfOneGroupAsync(hosts, perPartition: 1, first);

        await first.Completed.WaitAsync(Limit);
        Assert.Equal(await first.Completed + 1, await again.Completed.WaitAsync(Limit));
    }

    [Fact]
    public async Task A_caller_that_throws_in_place_ends_its_partition_and_no_other()
    {
        await using var hosts = await TestHosts.StartAsync(hosts: 1, partitions: 8);
        var first = new TestOperation
        {
            EndingInPlace = () => throw new InvalidOperationException("It is in the test."),
        };

        await OfOneGroupAsync(hosts, perPartition: 1, first);

        foreach (var partition in hosts.Partitions.Skip(1))
            await partition.WriteAsync("after");
        Assert.Throws<System.Fabric.FabricNotPrimaryException>(() => { hosts.Partitions[0].Start("after"); });
    }

    // While a first group is flushed, a record of the last partition alone, the records of the next one gather: of that
    // partition only where there are few, since a thread of the pool may go on with it. The first operation is the
    // first partition's. The secondaries flush after the primary.
    private static async Task<TestOperation[]> OfOneGroupAsync(
        TestHosts hosts, int perPartition, TestOperation? first = null)
    {
        foreach (var partition in hosts.Partitions)
            await partition.WriteAsync("before");
        using var hold = new ManualResetEventSlim();
        using var reached = new ManualResetEventSlim();
        hosts.Disks[0].Flushing = () =>
        {
            reached.Set();
            hold.Wait(Limit);
        };
        using var holdSecondary = new ManualResetEventSlim();
        foreach (var disk in hosts.Disks.Skip(1))
            disk.Flushing = () => holdSecondary.Wait(Limit);
        var flushes = hosts.Hosts[0].Log.FlushCount;
        var alone = hosts.Partitions[^1].Start("alone");
        await Task.Run(() => reached.Wait(Limit));
        if (first is not null)
            hosts.Partitions[0].Primary.Replicate([0], first);
        var together = hosts.Partitions.SkipLast(hosts.Partitions.Count > 2 ? 1 : 0).Skip(first is null ? 0 : 1)
            .SelectMany(p => Enumerable.Range(0, perPartition).Select(i => p.Start($"{i}"))).ToArray();
        hosts.Disks[0].Flushing = null;
        hold.Set();
        await Eventually.HoldsAsync(() => hosts.Hosts[0].Log.FlushCount >= flushes + 2);
        holdSecondary.Set();
        await Task.WhenAll(together.Append(alone).Select(o => o.Completed)).WaitAsync(Limit);
        return together;
    }
}
