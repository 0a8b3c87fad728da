using System;
using System.Collections.Generic;
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

    [Fact]
    [Trait("DeploymentCase", "21")]
    public void On_a_node_that_is_deactivated_an_instance_stays_until_another_one_is_open()
    {
        var partition = Partition(1);
        _ = Step(partition, new PartitionEvent.Nodes(["N0", "N1"]));
        _ = Step(partition, new PartitionEvent.HostUp("N0"));
        _ = Step(partition, new PartitionEvent.Reply(1) { Address = "a" });
        var leaving = new Dictionary<string, Departure> { ["N0"] = Departure.Close };
        Assert.Equal("host N1", Step(partition, new PartitionEvent.Nodes(["N1"]) { Leaving = leaving })[0]);
        Assert.Equal(SafetyCheck.EnsureAvailability, partition.Holds("N0"));
        _ = Step(partition, new PartitionEvent.HostUp("N1"));
        Assert.Equal(["1@N0: close", "publish Ready Ok complete 2:None/Ready"],
            Step(partition, new PartitionEvent.Reply(2) { Address = "b" }));
        Assert.Null(partition.Holds("N0"));
        // Nowhere else: it stays.
        leaving.Add("N1", Departure.Close);
        _ = Step(partition, new PartitionEvent.Nodes([]) { Leaving = leaving });
        Assert.Equal(SafetyCheck.EnsureAvailability, partition.Holds("N1"));
    }

    [Fact]
    [Trait("DeploymentCase", "24")]
    public void Instances_come_and_go_as_their_number_changes()
    {
        var partition = Partition(1);
        _ = Step(partition, new PartitionEvent.Nodes(["N0", "N1"]));
        _ = Step(partition, new PartitionEvent.HostUp("N0"));
        _ = Step(partition, new PartitionEvent.Reply(1) { Address = "a" });
        Assert.Equal("host N1", Step(partition, new PartitionEvent.Resize(2, 0))[0]);
        Assert.Equal(["2@N1: close", "publish Ready Ok complete 1:None/Ready"],
            Step(partition, new PartitionEvent.Resize(1, 0)));
    }

    private StatelessPartition Partition(int count) => new(count, () => ++_lastId);

    private static string[] Step(StatelessPartition partition, PartitionEvent happened) =>
        [.. partition.Step(happened).Select(a => a.ToString()!)];
}
