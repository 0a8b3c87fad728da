using System;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Control;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

/// <summary>When writes are given up, and what the service hears of it.</summary>
public sealed class DataLossTests
{
    [Fact]
    public void A_recovered_partition_goes_on_from_the_survivor_and_tells_its_service_before_it_serves()
    {
        var script = QuorumLoss();
        script.Other("recover", new PartitionEvent.Recover());
        script.DoneAll((3, Log(10)));

        Assert.Equal(
            """
            > recover
            3@N2: fence epoch 2.2
            > 3 done: Fence
            store v6 epoch 2.2 primary 3 cc [3] pc [] others [1 2] data loss
            3@N2: role Primary epoch 2.2
            > 3 done: ChangeRole
            host N3
            host N4
            3@N2: data loss
            > 3 done: DataLoss
            3@N2: catch up cc [3] pc []
            > 3 done: CatchUp
            store v7 epoch 2.2 primary 3 cc [3] pc [] others [1 2]
            3@N2: activate cc [3]
            """, Decisions(script));
    }

    [Fact]
    public void When_all_have_lost_their_state_the_partition_begins_anew_without_being_asked()
    {
        var script = Ready();
        foreach (var node in new[] { "N0", "N1", "N2" })
            script.Down(node);
        _ = script.Text;
        foreach (var node in new[] { "N0", "N1", "N2" })
            script.Up(node);
        script.Done(1, stateLost: true);
        script.Done(2, stateLost: true);
        script.Done(3, stateLost: true);
        _ = script.Text;
        script.Up("N0", "N1", "N2");
        script.Done(4);
        script.Done(4);
        script.Done(4);

        Assert.Equal(
            """
            > up N0
            4@N0: open new
            > up N1
            5@N1: open new
            > up N2
            6@N2: open new
            > 4 done: Open
            store v6 epoch 2.2 primary 4 cc [4] pc [] others [] data loss
            4@N0: role Primary epoch 2.2
            > 4 done: ChangeRole
            4@N0: data loss
            > 4 done: DataLoss
            4@N0: catch up cc [4] pc []
            """, Decisions(script));
    }

    [Fact]
    public void When_the_state_of_all_is_damaged_the_partition_waits_until_it_is_given_up()
    {
        var script = Ready();
        foreach (var node in new[] { "N0", "N1", "N2" })
            script.Down(node);
        script.Up("N0", "N1", "N2");
        script.Done(1, stateLost: true, stateDamaged: true, lostReason: "Log segment 7 is damaged.");
        script.Done(2, stateLost: true);
        script.Done(3, stateLost: true);
        _ = script.Text;
        Assert.Equal(PartitionStatus.InQuorumLoss, script.Snapshot.Status);
        Assert.Contains("Log segment 7 is damaged", script.Snapshot.LastError);
        script.Up("N0", "N1", "N2");
        Assert.Equal(1, script.Stored!.Epoch.DataLossNumber);

        script.Other("recover", new PartitionEvent.Recover());
        script.Up("N0");
        Assert.Contains("1@N0: open salvaged", script.Text);
        // Nothing of it can be brought back.
        script.Done(1, stateLost: true, stateDamaged: true);
        script.Up("N0", "N1", "N2");
        script.DoneAll();
        Assert.Equal(2, script.Stored!.Epoch.DataLossNumber);
        Assert.Equal(PartitionStatus.Ready, script.Snapshot.Status);
    }

    [Fact]
    public void What_is_brought_back_of_a_damaged_replica_is_the_state_after_a_recovery()
    {
        var script = Ready();
        foreach (var node in new[] { "N0", "N1", "N2" })
            script.Down(node);
        script.Up("N0", "N1", "N2");
        script.Done(1, stateLost: true, stateDamaged: true);
        script.Done(2, stateLost: true, stateDamaged: true);
        script.Done(3, stateLost: true);

        script.Other("recover", new PartitionEvent.Recover());
        script.Up("N0", "N1");
        script.DoneAll((1, Log(7)), (2, Log(9)));

        Assert.Equal((2, 2), (script.Stored!.Primary, script.Stored.Epoch.DataLossNumber));
    }

    [Fact]
    public void Without_a_survivor_a_recovered_partition_waits_for_the_first_disk_that_comes_back()
    {
        var script = Ready();
        foreach (var node in new[] { "N0", "N1", "N2" })
            script.Down(node);
        script.Other("recover", new PartitionEvent.Recover());
        Assert.Equal(PartitionStatus.InQuorumLoss, script.Snapshot.Status);
        _ = script.Text;
        script.Up("N1");
        script.DoneAll((2, Log(8)));

        Assert.Equal((2, 2), (script.Stored!.Primary, script.Stored.Epoch.DataLossNumber));
        Assert.False(script.Stored.DataLoss);
    }

    [Fact]
    public void A_primary_that_dies_before_its_service_was_told_leaves_the_telling_to_the_next()
    {
        var script = QuorumLoss();
        script.Other("recover", new PartitionEvent.Recover());
        script.Done(3, Log(10));
        script.Done(3);
        Assert.True(script.Stored!.DataLoss);
        script.Down("N2");
        script.Up("N2");
        _ = script.Text;
        script.Done(3);
        script.Done(3, Log(11));
        script.Done(3);

        Assert.Equal(
            """
            > 3 done: Open
            3@N2: fence epoch 2.3
            > 3 done: Fence
            store v7 epoch 2.3 primary 3 cc [3] pc [3] others [1 2] data loss
            3@N2: role Primary epoch 2.3
            > 3 done: ChangeRole
            3@N2: data loss
            """, Decisions(script));
    }

    [Fact]
    public void A_primary_without_its_secondaries_is_demoted_and_elected_again()
    {
        var script = Ready();
        script.Down("N1");
        script.DoneAll();
        script.Down("N2");
        Assert.Equal(PartitionStatus.InQuorumLoss, script.Snapshot.Status);
        Assert.Equal("1 of 2 replicas is up, 2 are needed. Replica 3 on N2 is down.", script.Snapshot.LastError);
        _ = script.Text;
        script.Other("recover", new PartitionEvent.Recover());
        script.DoneAll((1, Log(10)));

        Assert.Equal(
            """
            > recover
            1@N0: role ActiveSecondary epoch 1.1
            > 1 done: ChangeRole
            1@N0: fence epoch 2.2
            > 1 done: Fence
            store v8 epoch 2.2 primary 1 cc [1] pc [] others [2 3] data loss
            1@N0: role Primary epoch 2.2
            > 1 done: ChangeRole
            host N3
            host N4
            1@N0: data loss
            > 1 done: DataLoss
            1@N0: catch up cc [1] pc []
            > 1 done: CatchUp
            store v9 epoch 2.2 primary 1 cc [1] pc [] others [2 3]
            1@N0: activate cc [1]
            """, Decisions(script));
    }

    [Fact]
    public void When_one_of_two_has_lost_its_state_the_other_goes_on_without_a_loss()
    {
        var script = Ready();
        script.Down("N1");
        script.DoneAll();
        script.Down("N0");
        script.Up("N0");
        script.Done(1, stateLost: true);
        script.DoneAll((3, Log(10)));
        script.Up("N0", "N1", "N3", "N4");
        script.DoneAll((3, Log(10)));

        Assert.Equal((3, 1), (script.Stored!.Primary, script.Stored.Epoch.DataLossNumber));
        Assert.Equal(PartitionStatus.Ready, script.Snapshot.Status);
    }

    [Fact]
    public void Patience_waits_for_a_replica_that_is_being_opened()
    {
        var script = QuorumLoss();
        script.Up("N1");
        _ = script.Text;
        script.Other("recover", new PartitionEvent.Recover(Patient: true));
        Assert.Equal("> recover", script.Text);
        script.Done(2, error: "unreadable");
        _ = script.Text;
        script.Other("recover", new PartitionEvent.Recover(Patient: true));
        Assert.StartsWith("> recover\n3@N2: fence epoch 2.2", script.Text.ReplaceLineEndings("\n"));
    }

    [Fact]
    public void A_partition_with_its_quorum_is_not_recovered()
    {
        var script = Ready();
        script.Other("recover", new PartitionEvent.Recover());
        Assert.Equal("> recover", script.Text);
    }

    [Fact]
    public void A_test_of_full_data_loss_drops_every_replica_and_the_service_hears_of_it_once_all_are_gone()
    {
        var script = Ready();
        script.Other("lose data", new PartitionEvent.LoseData(Full: true));
        foreach (var replica in new[] { 1, 2, 3 })
            Assert.Equal(ReplicaCommandKind.Drop, script.Open(replica).Kind);
        script.Done(1);
        // Its host ends before it has dropped its state, which comes back with it.
        script.Down("N1");
        script.Done(3);
        Assert.Equal(1, script.Stored!.Epoch.DataLossNumber);
        script.Up("N1");
        script.Done(2);
        Assert.Equal(ReplicaCommandKind.Drop, script.Open(2).Kind);
        script.Done(2);
        script.Up("N0", "N1", "N2");
        script.DoneAll();

        Assert.Equal((4, 2), (script.Stored.Primary, script.Stored.Epoch.DataLossNumber));
        Assert.Contains("4@N0: data loss", script.Text);
        Assert.Equal([4, 5, 6], script.Snapshot.Replicas.Select(r => r.Id));
        Assert.Equal(PartitionStatus.Ready, script.Snapshot.Status);
    }

    [Fact]
    public void A_test_of_partial_data_loss_drops_a_quorum_and_goes_on_with_what_the_others_have()
    {
        var script = Ready();
        script.Other("lose data", new PartitionEvent.LoseData(Full: false));
        Assert.Equal([ReplicaCommandKind.Drop, ReplicaCommandKind.Drop, ReplicaCommandKind.Fence],
            new[] { 1, 2, 3 }.Select(r => script.Open(r).Kind));
        script.DoneAll((3, Log(10)));
        script.Up("N0", "N1");
        script.DoneAll();

        Assert.Equal((3, 2), (script.Stored!.Primary, script.Stored.Epoch.DataLossNumber));
        Assert.Contains("3@N2: data loss", script.Text);
        Assert.Equal([3, 4, 5], script.Snapshot.Replicas.Select(r => r.Id));
        Assert.Equal(PartitionStatus.Ready, script.Snapshot.Status);
    }

    [Fact]
    public void A_partition_that_is_not_ready_loses_nothing_for_a_test()
    {
        var script = QuorumLoss();
        script.Other("lose data", new PartitionEvent.LoseData(Full: true));
        Assert.Equal("> lose data", script.Text);
    }

    private static string Decisions(PartitionScript script) => string.Join(Environment.NewLine,
        script.Text.Split(Environment.NewLine).Where(l => !l.StartsWith("publish", StringComparison.Ordinal)));

    // Two of three are down, the third is fenced.
    private static PartitionScript QuorumLoss()
    {
        var script = Ready();
        script.Down("N0");
        script.Down("N1");
        script.Done(3, Log(10));
        _ = script.Text;
        return script;
    }

    private static PartitionScript Ready()
    {
        var script = new PartitionScript();
        script.Nodes("N0", "N1", "N2", "N3", "N4");
        script.Up("N0", "N1", "N2");
        script.DoneAll();
        _ = script.Text;
        return script;
    }

    private static LogProgress Log(long lsn) => new(FailoverEpoch.First(1), lsn, lsn);
}
