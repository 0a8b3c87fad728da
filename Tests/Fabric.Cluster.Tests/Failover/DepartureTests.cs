using System;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

/// <summary>How replicas leave because somebody wants it.</summary>
public sealed class DepartureTests
{
    private static readonly string[] Five = ["N0", "N1", "N2", "N3", "N4"];

    [Fact]
    [Trait("DeploymentCase", "21")]
    public void A_secondary_leaves_the_configuration_before_it_is_closed_and_is_not_opened_again()
    {
        var script = Ready();
        Leave(script, Departure.Close, "N1");
        Assert.Equal(SafetyCheck.WaitForReconfiguration, script.Holds("N1"));
        script.DoneAll();
        Assert.Null(script.Holds("N1"));
        script.Down("N1");
        script.Up("N1");

        Assert.Equal(
            """
            > leave
            store v6 epoch 1.1 primary 1 cc [1 3] pc [1 2 3] others []
            1@N0: catch up cc [1 3] pc [1 2 3]
            publish Reconfiguring Warning 1:Primary/Ready 2:ActiveSecondary/Ready 3:ActiveSecondary/Ready
            > 1 done: CatchUp
            store v7 epoch 1.1 primary 1 cc [1 3] pc [] others [2]
            1@N0: activate cc [1 3]
            1@N0: remove 2
            2@N1: close
            publish Ready Warning 1:Primary/Ready 2:ActiveSecondary/Ready 3:ActiveSecondary/Ready
            > 2 done: Close
            await restart 2
            publish Ready Warning 1:Primary/Ready 2:Unknown/Down 3:ActiveSecondary/Ready
            > down N1
            await restart 2
            > up N1
            """, script.Text);
    }

    [Fact]
    [Trait("DeploymentCase", "21")]
    public void A_node_that_comes_back_gets_its_replica_with_its_state()
    {
        var script = Ready();
        Leave(script, Departure.Close, "N1");
        script.DoneAll();
        script.Down("N1");
        _ = script.Text;
        Leave(script, Departure.Close);
        script.Up("N1");
        Assert.StartsWith(
            """
            > leave
            host N1
            > up N1
            2@N1: open existing
            """, script.Text, StringComparison.Ordinal);
        script.DoneAll();
        Assert.True(script.Snapshot.Complete);
    }

    [Fact]
    [Trait("DeploymentCase", "21")]
    public void A_primary_is_swapped_away_in_order_first()
    {
        var script = Ready();
        Leave(script, Departure.Close, "N0");
        Assert.StartsWith(
            """
            > leave
            1@N0: demote cc [1 2! 3]
            """, script.Text, StringComparison.Ordinal);
        Assert.Equal(SafetyCheck.WaitForReconfiguration, script.Holds("N0"));
        script.DoneAll();
        Assert.Null(script.Holds("N0"));
        Assert.Equal("N1", script.Snapshot.Replicas.Single(r => r.Serves).Node);
        Assert.Equal(["N1", "N2"], script.Stored!.Current.Select(l => l.Node).Order());
    }

    [Fact]
    [Trait("DeploymentCase", "21")]
    public void At_the_minimum_a_secondary_stays_and_the_check_says_why()
    {
        var script = Ready(min: 3);
        Leave(script, Departure.Close, "N1");
        script.DoneAll();
        Assert.Equal(SafetyCheck.EnsurePartitionQuorum, script.Holds("N1"));
        Assert.True(script.Snapshot.Complete);
        // The primary may go all the same, to a secondary.
        Leave(script, Departure.Close, "N0");
        script.DoneAll();
        Assert.NotEqual("N0", script.Snapshot.Replicas.Single(r => r.Serves).Node);
        Assert.Equal(SafetyCheck.EnsurePartitionQuorum, script.Holds("N0"));
    }

    [Fact]
    [Trait("DeploymentCase", "21")]
    public void Where_the_data_goes_another_replica_is_built_before_the_old_one_is_dropped()
    {
        var script = Ready();
        Leave(script, Departure.Drop, "N0");
        Assert.StartsWith(
            """
            > leave
            host N3
            1@N0: demote cc [1 2! 3]
            """, script.Text, StringComparison.Ordinal);
        script.Up("N3");
        script.DoneAll();
        Assert.Null(script.Holds("N0"));
        Assert.True(script.Snapshot.Complete);
        Assert.Equal(["N1", "N2", "N3"], script.Snapshot.Replicas.Select(r => r.Node).Order());
        Assert.Contains("1@N0: drop", script.Text, StringComparison.Ordinal);
        // It is open, and refuses what an older epoch says.
        Assert.Equal(script.Snapshot.Epoch, script.Dropped!.Epoch);
    }

    [Fact]
    [Trait("DeploymentCase", "21")]
    public void Alone_a_primary_stays()
    {
        var script = Ready(target: 1, min: 1);
        Leave(script, Departure.Close, "N0");
        script.DoneAll();
        Assert.Equal(SafetyCheck.WaitForPrimaryPlacement, script.Holds("N0"));
        Assert.True(script.Snapshot.Replicas.Single().Serves);
    }

    [Fact]
    [Trait("DeploymentCase", "23")]
    public void A_secondary_is_built_on_the_other_node_before_it_goes()
    {
        var script = Ready();
        Assert.Equal("N2 has a replica of it already.", script.RefusesMove("N1", "N2"));
        Assert.Equal("N0 has its primary.", script.RefusesMove("N0", "N3"));
        Assert.Equal("N4 has no replica of it.", script.RefusesMove("N4", "N3"));
        Assert.Null(script.RefusesMove("N1", "N4"));
        script.Other("move", new PartitionEvent.MoveSecondary("N1", "N4"));
        Assert.Equal(
            """
            > move
            host N4
            publish Ready Ok complete 1:Primary/Ready 2:ActiveSecondary/Ready 3:ActiveSecondary/Ready 4:Unknown/InBuild
            """, script.Text);
        script.Up("N4");
        script.DoneAll();
        Assert.True(script.Snapshot.Complete);
        Assert.Equal(["N0", "N2", "N4"], script.Snapshot.Replicas.Select(r => r.Node).Order());
    }

    [Fact]
    [Trait("DeploymentCase", "23")]
    public void The_primary_lets_go_of_a_replica_that_went_down_while_it_was_built_and_was_replaced()
    {
        var script = Ready();
        script.Down("N1");
        script.Up("N1");
        script.Done(2);
        script.Done(2);
        Assert.Contains("1@N0: build 2-", script.Text, StringComparison.Ordinal);
        script.Down("N1");
        script.Other("expired", new PartitionEvent.RestartWaitExpired(2));
        script.Up("N3");
        script.DoneAll();
        Assert.True(script.Snapshot.Complete);
        Assert.Contains("1@N0: remove 2", script.Text, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("DeploymentCase", "23")]
    public void A_replica_is_removed_only_while_the_others_hold_every_acknowledged_write()
    {
        var script = Ready();
        Assert.Null(script.RefusesRemoval(2));
        script.Down("N2");
        script.DoneAll();
        Assert.Equal("Ready besides it: 1; needed: 2. Acknowledged writes could be lost.",
            script.RefusesRemoval(2));
        _ = script.Text;
        script.Other("remove", new PartitionEvent.Remove(2));
        Assert.Equal("> remove", script.Text);
        script.Up("N2");
        script.DoneAll();
        script.Other("remove", new PartitionEvent.Remove(2));
        script.Up("N3");
        script.DoneAll();
        Assert.True(script.Snapshot.Complete);
        Assert.Equal(["N0", "N2", "N3"], script.Snapshot.Replicas.Select(r => r.Node).Order());
        Assert.DoesNotContain(script.Snapshot.Replicas, r => r.Id == 2);
    }

    [Fact]
    [Trait("DeploymentCase", "21")]
    public void A_replica_on_a_node_whose_state_is_given_up_is_replaced_at_once()
    {
        var script = Ready();
        script.Other("state lost", new PartitionEvent.NodeStateLost("N1"));
        Assert.True(script.Snapshot.Complete);
        script.Down("N1");
        script.Nodes("N0", "N2", "N3", "N4");
        script.Other("state lost", new PartitionEvent.NodeStateLost("N1"));
        script.Up("N3");
        script.DoneAll();
        Assert.True(script.Snapshot.Complete);
        Assert.Equal(["N0", "N2", "N3"], script.Snapshot.Replicas.Select(r => r.Node).Order());
    }

    [Fact]
    [Trait("DeploymentCase", "24")]
    public void Replicas_come_and_go_as_the_size_changes()
    {
        var script = Ready();
        script.Other("more", new PartitionEvent.Resize(5, 3));
        script.Up("N3", "N4");
        script.DoneAll();
        Assert.True(script.Snapshot.Complete);
        Assert.Equal(5, script.Stored!.Current.Length);
        Assert.Equal(3, script.Activated!.MinReplicaSetSize);
        script.Other("fewer", new PartitionEvent.Resize(2, 1));
        script.DoneAll();
        Assert.True(script.Snapshot.Complete);
        Assert.Equal([1L, 2L], script.Stored!.Current.Select(l => l.Id).Order());
        Assert.Equal(2, script.Snapshot.Replicas.Length);
    }

    private static void Leave(PartitionScript script, Departure how, params string[] nodes) =>
        script.Other("leave", new PartitionEvent.Nodes([.. Five.Except(nodes)])
        {
            Leaving = nodes.ToDictionary(n => n, _ => how),
        });

    private static PartitionScript Ready(int target = 3, int min = 2)
    {
        var script = new PartitionScript(target, min);
        script.Nodes(Five);
        script.Up("N0", "N1", "N2", "N3", "N4");
        script.DoneAll();
        _ = script.Text;
        return script;
    }
}
