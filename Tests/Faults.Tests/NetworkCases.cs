using System;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Replication.Tests;
using Xunit;
using static SfPerf.Fabric.Replication.Tests.TestPartition;

namespace SfPerf.Faults.Tests;

/// <summary>
/// Cases of docs/explanation/reliability.md in which the network between replicas fails, or the clock jumps.
/// </summary>
public sealed class NetworkCases
{
    private static readonly TimeSpan Lease = TimeSpan.FromMilliseconds(200);

    [Fact]
    public async Task Case_79_A_primary_that_is_cut_off_acknowledges_nothing_reads_nothing_and_gives_way()
    {
        await using var partition = await StartAsync(5, o => o with { ReadLease = Lease });
        await using var network = await ThroughAsync(partition);
        var old = partition.Primary;
        network.Part([1], [2, 3, 4, 5]);

        var lost = Start(old, "lost");
        await UnreadableAsync(old);
        Assert.False(lost.Completed.IsCompleted);
        await partition.PromoteAsync(2, without: 1);
        await partition.WriteWhenReady("of the next primary");
        Assert.False(lost.Completed.IsCompleted);
        Assert.NotEqual(PartitionAccessStatus.Granted, old.Replicator.ReadStatus);

        network.Mend();
        await AgreeAsync(partition, "before", "of the next primary", "after");
        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => lost.Completed.WaitAsync(Limit));
    }

    [Theory]
    [InlineData("there")]
    [InlineData("back")]
    [InlineData("two of five")]
    public async Task Case_80_One_way_cuts_and_minorities_acknowledge_nothing_and_a_connected_quorum_goes_on(string cut)
    {
        await using var partition = await StartAsync(5, o => o with { ReadLease = Lease });
        await using var network = await ThroughAsync(partition);
        var old = partition.Primary;
        // Two of four secondaries do not matter, whichever way is cut.
        network.Cut(1, [4, 5], there: cut != "back", back: cut != "there");
        await partition.WriteWhenReady("with a quorum");
        if (cut == "two of five")
            network.Part([1, 2], [3, 4, 5]);
        else
            network.Cut(1, [2, 3, 4, 5], there: cut == "there", back: cut == "back");

        var pending = Start(old, "without a quorum");
        await UnreadableAsync(old);
        Assert.False(pending.Completed.IsCompleted);
        await partition.PromoteAsync(3, without: cut == "two of five" ? [1, 2] : [1]);
        await partition.WriteWhenReady("of the next primary");
        Assert.False(pending.Completed.IsCompleted);

        network.Mend();
        await partition.PromoteAsync(3);
        await partition.EverywhereAsync(await partition.WriteWhenReady("after"));
        // What reached a quorum, though nobody heard of it, may be kept; then it is everywhere.
        var records = partition.Primary.State.Records;
        Assert.Equal(["before", "with a quorum", "of the next primary", "after"],
            records.Where(r => r != "without a quorum"));
        Assert.All(partition.Replicas.Values, r => Assert.Equal(records, r.State.Records));
    }

    [Theory]
    [InlineData("control")]
    [InlineData("data")]
    public async Task Case_83_Control_and_data_links_cut_apart_from_each_other_are_safe(string cut)
    {
        await using var partition = await StartAsync(5, o => o with { ReadLease = Lease });
        await using var network = await ThroughAsync(partition);
        var old = partition.Primary;
        if (cut == "control")
        {
            // Nobody gives it orders any more: it goes on until another one is made primary without its knowing.
            await partition.WriteWhenReady("without control");
            await partition.PromoteAsync(2, without: 1);
            // It may know by now that nobody listens to it, and refuse at once.
            TestOperation? late = null;
            var refusal = Record.Exception(() => late = Start(old, "late"));
            Assert.True(refusal is null or FabricTransientException or FabricNotPrimaryException, $"{refusal}");
            await partition.WriteWhenReady("of the next primary");
            await UnreadableAsync(old);
            Assert.False(late?.Completed.IsCompletedSuccessfully ?? false);
            await AgreeAsync(partition, "before", "without control", "of the next primary", "after");
            return;
        }
        network.Part([1], [2, 3, 4, 5]);
        var lost = Start(old, "lost");
        await partition.PromoteAsync(2);
        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => lost.Completed.WaitAsync(Limit));
        await partition.WriteWhenReady("of the next primary");
        network.Mend();
        await AgreeAsync(partition, "before", "of the next primary", "after");
    }

    [Fact]
    public async Task Case_84_Jumps_of_the_wall_clock_end_no_lease_and_no_primary()
    {
        await using var partition = await StartAsync(3, o => o with { Time = new JumpingClock() });
        await partition.WriteWhenReady("first");
        var primary = partition.Primary;
        for (var i = 0; i < 200; i++)
        {
            await partition.Write($"{i}");
            Assert.Equal(PartitionAccessStatus.Granted, primary.Replicator.WriteStatus);
        }
        await partition.PromoteAsync(2);
        await partition.EverywhereAsync(await partition.WriteWhenReady("last"));
        Assert.All(partition.Replicas.Values, r => Assert.Equal(202, r.State.Records.Length));
        Assert.All(partition.Faults.Values, f => Assert.False(f.Task.IsCompleted));
    }

    // From here on every connection of a primary goes through the network.
    private static async Task<Network> ThroughAsync(TestPartition partition)
    {
        var network = new Network(partition);
        await partition.PromoteAsync(1);
        await partition.EverywhereAsync(await partition.WriteWhenReady("before"));
        return network;
    }

    private static async Task UnreadableAsync(Replica replica)
    {
        using var limit = new CancellationTokenSource(Limit);
        while (replica.Replicator.ReadStatus == PartitionAccessStatus.Granted)
        {
            limit.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }

    private static async Task AgreeAsync(TestPartition partition, params string[] records)
    {
        await partition.PromoteAsync(2);
        await partition.EverywhereAsync(await partition.WriteWhenReady(records[^1]));
        Assert.All(partition.Replicas.Values, r => Assert.Equal(records, r.State.Records));
    }

    /// <summary>A wall clock that is an hour ahead or behind each time it is read; the monotonic one goes right.
    /// </summary>
    private sealed class JumpingClock : TimeProvider
    {
        private int _reads;

        public override DateTimeOffset GetUtcNow() =>
            base.GetUtcNow().AddHours(Interlocked.Increment(ref _reads) % 3 - 1);
    }
}
