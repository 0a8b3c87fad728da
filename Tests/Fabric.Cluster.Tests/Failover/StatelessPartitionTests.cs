using System;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

public sealed class StatelessPartitionTests
{
    private long _lastId;

    [Fact]
    public void An_instance_is_opened_once_its_host_is_up_and_then_published()
    {
        var partition = Partition(1);
        Assert.Equal(["host N0", "publish NotReady Warning 1:None/InBuild"],
            Step(partition, new PartitionEvent.Nodes(["N0", "N1"])));
        Assert.Equal(["1@N0: open new"], Step(partition, new PartitionEvent.HostUp("N0")));
        Assert.Equal(["publish Ready Ok complete 1:None/Ready"],
            Step(partition, new PartitionEvent.Reply(1) { Address = "a" }));
    }

    [Fact]
    public void A_dead_host_gives_a_new_instance_on_the_best_node()
    {
        var partition = Partition(1);
        _ = Step(partition, new PartitionEvent.Nodes(["N0", "N1"]));
        _ = Step(partition, new PartitionEvent.HostUp("N0"));
        _ = Step(partition, new PartitionEvent.Reply(1) { Address = "a" });
        Assert.Equal(["host N0", "publish NotReady Warning 2:None/InBuild"],
            Step(partition, new PartitionEvent.HostDown("N0")));
    }

    [Fact]
    public void Minus_one_means_every_node_also_one_that_comes_later()
    {
        var partition = Partition(-1);
        Assert.Equal(2,
            Step(partition, new PartitionEvent.Nodes(["N0", "N1"]))
                .Count(a => a.StartsWith("host", StringComparison.Ordinal)));
        Assert.Equal("host N2", Step(partition, new PartitionEvent.Nodes(["N0", "N1", "N2"]))[0]);
    }

    [Fact]
    public void An_instance_that_does_not_open_is_aborted_and_tried_again()
    {
        var partition = Partition(1);
        _ = Step(partition, new PartitionEvent.Nodes(["N0"]));
        _ = Step(partition, new PartitionEvent.HostUp("N0"));
        Assert.Equal(["1@N0: abort", "retry 1 attempt 1", "publish NotReady Warning 1:None/InBuild"],
            Step(partition, new PartitionEvent.Reply(1) { Error = "port in use" }));
        Assert.Equal("Instance 1 on N0: port in use", partition.Snapshot.LastError);
        Assert.Equal(["1@N0: open new"], Step(partition, new PartitionEvent.RetryDue(1)));
    }

    private StatelessPartition Partition(int count) => new(count, () => ++_lastId);

    private static string[] Step(StatelessPartition partition, PartitionEvent happened) =>
        [.. partition.Step(happened).Select(a => a.ToString()!)];
}
