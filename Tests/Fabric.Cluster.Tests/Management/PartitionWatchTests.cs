using System;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Control;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

public sealed class PartitionWatchTests
{
    private readonly PartitionWatch _watch = new("Store");

    [Fact]
    public void A_primary_that_dies_is_told_and_so_is_its_successor()
    {
        Take("Ready", "1 A Primary Ready", "2 B ActiveSecondary Ready");
        Assert.Equal(["replica of Store on A: Down", "no primary of Store: A is out"],
            Take("Reconfiguring", "1 A Unknown Down", "2 B ActiveSecondary Ready"));
        Assert.Equal(["primary of Store moved from A to B"], Take("Ready", "1 A Unknown Down", "2 B Primary Ready"));
        Assert.Equal(["replica of Store on A: Ready"], Take("Ready", "1 A ActiveSecondary Ready", "2 B Primary Ready"));
        Assert.Empty(Take("Ready", "1 A ActiveSecondary Ready", "2 B Primary Ready"));
    }

    [Fact]
    public void A_primary_that_comes_back_on_its_node_has_not_moved()
    {
        Assert.Equal(["replica of Store on A: Ready", "primary of Store on A"], Take("Ready", "1 A Primary Ready"));
        Assert.Equal(["Store is in quorum loss", "replica of Store on A: Down", "no primary of Store: A is out"],
            Take("InQuorumLoss", "1 A Unknown Down"));
        Assert.Equal(["Store is out of quorum loss", "replica of Store on A: Ready", "primary of Store on A"],
            Take("Ready", "1 A Primary Ready"));
    }

    [Fact]
    public void A_replica_in_the_place_of_another_is_told_with_the_one_given_up()
    {
        Take("Ready", "1 A None Ready", "2 B None Ready");
        Assert.Equal(["instance of Store on B: given up", "instance of Store on C: InBuild"],
            Take("Ready", "1 A None Ready", "3 C None InBuild"));
    }

    [Fact]
    public void The_oldest_events_go_first_and_keep_their_numbers()
    {
        var time = new ManualTimeProvider();
        var history = new EventHistory(time);
        for (var i = 1; i <= EventHistory.EventsMax + 2; i++)
            history.Add(EventKinds.Kill, "A", $"{i}");
        var all = history.After(0);
        Assert.Equal((EventHistory.EventsMax + 2, EventHistory.EventsMax), (all.Last, all.Events.Count));
        Assert.Equal((3, "3", time.GetUtcNow()), (all.Events[0].Number, all.Events[0].Text, all.Events[0].Utc));
        Assert.Equal([EventHistory.EventsMax + 2L], history.After(all.Last - 1).Events.Select(e => e.Number));
        Assert.Empty(history.After(long.MaxValue).Events);
    }

    private string[] Take(string status, params string[] replicas) => [.. _watch.Take(new PartitionSnapshot
    {
        Status = Enum.Parse<PartitionStatus>(status), Health = Health.Ok,
        Replicas = [.. replicas.Select(r => r.Split(' ')).Select(r => new ReplicaSnapshot
        {
            Id = int.Parse(r[0]), Node = r[1], Role = Enum.Parse<Role>(r[2]),
            Status = Enum.Parse<ReplicaStatus>(r[3]),
        })],
    }).Select(c => c.Text)];
}
