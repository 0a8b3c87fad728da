using SfPerf.Fabric.Cluster.Failover;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

/// <summary>How a partition comes to be.</summary>
public sealed class CreationTests
{
    private static readonly string[] Five = ["N0", "N1", "N2", "N3", "N4"];

    [Fact]
    public void A_new_partition_gets_a_primary_then_builds_the_others_then_counts_them()
    {
        var script = new PartitionScript();
        script.Nodes(Five);
        script.Up("N0", "N1", "N2");
        script.DoneAll();

        Assert.Equal(
            """
            > nodes N0 N1 N2 N3 N4
            host N0
            host N1
            host N2
            publish NotReady Warning 1:Unknown/InBuild 2:Unknown/InBuild 3:Unknown/InBuild
            > up N0
            1@N0: open new
            > up N1
            2@N1: open new
            > up N2
            3@N2: open new
            > 1 done: Open
            store v1 epoch 1.1 primary 1 cc [1] pc [] others []
            1@N0: role Primary epoch 1.1
            publish NotReady Warning 1:Unknown/InBuild 2:Unknown/InBuild 3:Unknown/InBuild
            > 2 done: Open
            publish NotReady Warning 1:Unknown/InBuild 2:Unknown/Standby 3:Unknown/InBuild
            > 3 done: Open
            publish NotReady Warning 1:Unknown/InBuild 2:Unknown/Standby 3:Unknown/Standby
            > 1 done: ChangeRole
            2@N1: role IdleSecondary epoch 1.1
            3@N2: role IdleSecondary epoch 1.1
            1@N0: catch up cc [1] pc []
            publish NotReady Warning 1:Primary/Ready 2:Unknown/Standby 3:Unknown/Standby
            > 2 done: ChangeRole
            1@N0: build 2-
            publish NotReady Warning 1:Primary/Ready 2:IdleSecondary/Standby 3:Unknown/Standby
            > 3 done: ChangeRole
            1@N0: build 3-
            publish NotReady Warning 1:Primary/Ready 2:IdleSecondary/Standby 3:IdleSecondary/Standby
            > 1 done: CatchUp
            1@N0: activate cc [1]
            > 1 done: Build
            store v2 epoch 1.1 primary 1 cc [1 2] pc [1] others [3]
            1@N0: catch up cc [1 2] pc [1]
            publish NotReady Warning 1:Primary/Ready 2:IdleSecondary/InBuild 3:IdleSecondary/Standby
            > 1 done: Build
            > 1 done: CatchUp
            2@N1: role ActiveSecondary epoch 1.1
            > 2 done: ChangeRole
            store v3 epoch 1.1 primary 1 cc [1 2] pc [] others [3]
            store v4 epoch 1.1 primary 1 cc [1 2 3] pc [1 2] others []
            1@N0: catch up cc [1 2 3] pc [1 2]
            publish NotReady Warning 1:Primary/Ready 2:ActiveSecondary/Ready 3:IdleSecondary/InBuild
            > 1 done: CatchUp
            3@N2: role ActiveSecondary epoch 1.1
            > 3 done: ChangeRole
            store v5 epoch 1.1 primary 1 cc [1 2 3] pc [] others []
            1@N0: activate cc [1 2 3]
            publish Ready Ok complete 1:Primary/Ready 2:ActiveSecondary/Ready 3:ActiveSecondary/Ready
            """, script.Text);
    }

    [Fact]
    public void A_replica_that_does_not_open_is_tried_again_and_another_one_leads()
    {
        var script = new PartitionScript();
        script.Nodes(Five);
        script.Up("N0", "N1", "N2");
        script.Done(1, error: "port in use");
        script.DoneAll();

        Assert.Equal(
            """
            > nodes N0 N1 N2 N3 N4
            host N0
            host N1
            host N2
            publish NotReady Warning 1:Unknown/InBuild 2:Unknown/InBuild 3:Unknown/InBuild
            > up N0
            1@N0: open new
            > up N1
            2@N1: open new
            > up N2
            3@N2: open new
            > 1 done: Open failed
            1@N0: abort
            retry 1 attempt 1
            publish NotReady Warning 1:Unknown/InBuild 2:Unknown/InBuild 3:Unknown/InBuild
            > 2 done: Open
            store v1 epoch 1.1 primary 2 cc [2] pc [] others []
            2@N1: role Primary epoch 1.1
            publish NotReady Warning 1:Unknown/InBuild 2:Unknown/InBuild 3:Unknown/InBuild
            > 3 done: Open
            publish NotReady Warning 1:Unknown/InBuild 2:Unknown/InBuild 3:Unknown/Standby
            > 2 done: ChangeRole
            3@N2: role IdleSecondary epoch 1.1
            2@N1: catch up cc [2] pc []
            publish NotReady Warning 1:Unknown/InBuild 2:Primary/Ready 3:Unknown/Standby
            > 3 done: ChangeRole
            2@N1: build 3-
            publish NotReady Warning 1:Unknown/InBuild 2:Primary/Ready 3:IdleSecondary/Standby
            > 2 done: CatchUp
            2@N1: activate cc [2]
            > 2 done: Build
            store v2 epoch 1.1 primary 2 cc [2 3] pc [2] others []
            2@N1: catch up cc [2 3] pc [2]
            publish NotReady Warning 1:Unknown/InBuild 2:Primary/Ready 3:IdleSecondary/InBuild
            > 2 done: CatchUp
            3@N2: role ActiveSecondary epoch 1.1
            > 3 done: ChangeRole
            store v3 epoch 1.1 primary 2 cc [2 3] pc [] others []
            2@N1: activate cc [2 3]
            publish Ready Warning 1:Unknown/InBuild 2:Primary/Ready 3:ActiveSecondary/Ready
            """, script.Text);
    }

    [Fact]
    public void The_replica_placed_first_leads_although_another_host_was_faster()
    {
        var script = new PartitionScript();
        script.Nodes(Five);
        script.Up("N1");
        script.Done(2);
        script.Up("N0");
        script.Done(1);

        Assert.Equal(
            """
            > nodes N0 N1 N2 N3 N4
            host N0
            host N1
            host N2
            publish NotReady Warning 1:Unknown/InBuild 2:Unknown/InBuild 3:Unknown/InBuild
            > up N1
            2@N1: open new
            > 2 done: Open
            await first 1
            publish NotReady Warning 1:Unknown/InBuild 2:Unknown/Standby 3:Unknown/InBuild
            > up N0
            1@N0: open new
            > 1 done: Open
            store v1 epoch 1.1 primary 1 cc [1] pc [] others [2]
            1@N0: role Primary epoch 1.1
            publish NotReady Warning 1:Unknown/InBuild 2:Unknown/Standby 3:Unknown/InBuild
            """, script.Text);
    }

    [Fact]
    public void A_new_partition_waits_for_its_first_replica_no_longer_than_the_wait()
    {
        var script = new PartitionScript();
        script.Nodes(Five);
        script.Up("N1");
        script.Done(2);
        _ = script.Text;
        script.Other("wait over", new PartitionEvent.FirstWaitExpired());

        Assert.Equal(
            """
            > wait over
            store v1 epoch 1.1 primary 2 cc [2] pc [] others []
            2@N1: role Primary epoch 1.1
            publish NotReady Warning 1:Unknown/InBuild 2:Unknown/InBuild 3:Unknown/InBuild
            """, script.Text);
    }

    [Fact]
    public void A_host_that_ends_before_its_replica_opens_is_not_waited_for()
    {
        var script = new PartitionScript();
        script.Nodes(Five);
        script.Up("N1");
        script.Done(2);
        _ = script.Text;
        script.Down("N0");

        Assert.Equal(
            """
            > down N0
            store v1 epoch 1.1 primary 2 cc [2] pc [] others []
            2@N1: role Primary epoch 1.1
            publish NotReady Warning 1:Unknown/InBuild 2:Unknown/InBuild 3:Unknown/InBuild
            """, script.Text);
    }
}
