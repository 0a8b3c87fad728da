using SfPerf.Fabric.Cluster.Failover;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

/// <summary>Which replicas count.</summary>
public sealed class MembershipTests
{
    private static readonly string[] Five = ["N0", "N1", "N2", "N3", "N4"];

    [Fact]
    public void A_dead_secondary_leaves_at_once_while_enough_remain()
    {
        var script = Ready();
        script.Down("N1");
        script.DoneAll();

        Assert.Equal(
            """
            > down N1
            await restart 2
            store v6 epoch 1.1 primary 1 cc [1 3] pc [1 2 3] others []
            1@N0: catch up cc [1 3] pc [1 2- 3]
            publish Reconfiguring Warning 1:Primary/Ready 2:Unknown/Down 3:ActiveSecondary/Ready
            > 1 done: CatchUp
            store v7 epoch 1.1 primary 1 cc [1 3] pc [] others [2]
            1@N0: activate cc [1 3]
            publish Ready Warning 1:Primary/Ready 2:Unknown/Down 3:ActiveSecondary/Ready
            """, script.Text);
    }

    [Fact]
    public void A_restarted_secondary_is_built_before_it_counts_again()
    {
        var script = Ready();
        script.Down("N1");
        script.DoneAll();
        _ = script.Text;
        script.Up("N1");
        script.DoneAll();

        Assert.Equal(
            """
            > up N1
            2@N1: open existing
            > 2 done: Open
            2@N1: role IdleSecondary epoch 1.1
            publish Ready Warning 1:Primary/Ready 2:Unknown/Standby 3:ActiveSecondary/Ready
            > 2 done: ChangeRole
            1@N0: build 2-
            publish Ready Warning 1:Primary/Ready 2:IdleSecondary/Standby 3:ActiveSecondary/Ready
            > 1 done: Build
            store v8 epoch 1.1 primary 1 cc [1 3 2] pc [1 3] others []
            1@N0: catch up cc [1 3 2] pc [1 3]
            publish Reconfiguring Warning 1:Primary/Ready 2:IdleSecondary/InBuild 3:ActiveSecondary/Ready
            > 1 done: CatchUp
            2@N1: role ActiveSecondary epoch 1.1
            > 2 done: ChangeRole
            store v9 epoch 1.1 primary 1 cc [1 3 2] pc [] others []
            1@N0: activate cc [1 3 2]
            publish Ready Ok complete 1:Primary/Ready 2:ActiveSecondary/Ready 3:ActiveSecondary/Ready
            """, script.Text);
    }

    [Fact]
    public void At_the_smallest_size_a_dead_secondary_stays_and_the_quorum_is_lost()
    {
        var script = Ready();
        script.Down("N1");
        script.DoneAll();
        _ = script.Text;
        script.Down("N2");

        Assert.Equal(
            """
            > down N2
            await restart 3
            1@N0: activate cc [1 3-]
            publish InQuorumLoss Error 1:Primary/Ready 2:Unknown/Down 3:Unknown/Down
            """, script.Text);
    }

    [Fact]
    public void A_quorum_lost_during_a_reconfiguration_is_an_error_though_the_primary_lives()
    {
        var script = Ready();
        script.Down("N1");
        script.Down("N2");

        Assert.Equal((PartitionStatus.InQuorumLoss, Health.Error), (script.Snapshot.Status, script.Snapshot.Health));
    }

    [Fact]
    public void A_replica_down_for_too_long_is_replaced_and_forgotten()
    {
        var script = Ready();
        script.Down("N1");
        script.DoneAll();
        script.Other("wait over", new PartitionEvent.RestartWaitExpired(2));
        script.Up("N3");
        script.DoneAll();

        Assert.Equal(
            """
            > down N1
            await restart 2
            store v6 epoch 1.1 primary 1 cc [1 3] pc [1 2 3] others []
            1@N0: catch up cc [1 3] pc [1 2- 3]
            publish Reconfiguring Warning 1:Primary/Ready 2:Unknown/Down 3:ActiveSecondary/Ready
            > 1 done: CatchUp
            store v7 epoch 1.1 primary 1 cc [1 3] pc [] others [2]
            1@N0: activate cc [1 3]
            publish Ready Warning 1:Primary/Ready 2:Unknown/Down 3:ActiveSecondary/Ready
            > wait over
            host N3
            publish Ready Warning 1:Primary/Ready 2:Unknown/Down 3:ActiveSecondary/Ready 4:Unknown/InBuild
            > up N3
            4@N3: open new
            > 4 done: Open
            4@N3: role IdleSecondary epoch 1.1
            publish Ready Warning 1:Primary/Ready 2:Unknown/Down 3:ActiveSecondary/Ready 4:Unknown/Standby
            > 4 done: ChangeRole
            1@N0: build 4-
            publish Ready Warning 1:Primary/Ready 2:Unknown/Down 3:ActiveSecondary/Ready 4:IdleSecondary/Standby
            > 1 done: Build
            store v8 epoch 1.1 primary 1 cc [1 3 4] pc [1 3] others [2]
            1@N0: catch up cc [1 3 4] pc [1 3]
            publish Reconfiguring Warning 1:Primary/Ready 2:Unknown/Down 3:ActiveSecondary/Ready 4:IdleSecondary/InBuild
            > 1 done: CatchUp
            4@N3: role ActiveSecondary epoch 1.1
            > 4 done: ChangeRole
            store v9 epoch 1.1 primary 1 cc [1 3 4] pc [] others [2]
            1@N0: activate cc [1 3 4]
            1@N0: remove 2-
            store v10 epoch 1.1 primary 1 cc [1 3 4] pc [] others []
            publish Ready Ok complete 1:Primary/Ready 3:ActiveSecondary/Ready 4:ActiveSecondary/Ready
            """, script.Text);
    }

    private static PartitionScript Ready()
    {
        var script = new PartitionScript();
        script.Nodes(Five);
        script.Up("N0", "N1", "N2", "N3", "N4");
        script.DoneAll();
        _ = script.Text;
        return script;
    }
}
