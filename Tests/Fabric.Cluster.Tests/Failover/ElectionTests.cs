using System;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Control;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

/// <summary>Who becomes primary, and when nobody may.</summary>
public sealed class ElectionTests
{
    private static readonly string[] Five = ["N0", "N1", "N2", "N3", "N4"];

    [Fact]
    public void The_survivor_with_the_longest_log_becomes_primary()
    {
        var script = Ready();
        script.Down("N0");
        script.Done(2, Log(epoch: 1, lsn: 10));
        script.Done(3, Log(epoch: 1, lsn: 12));
        script.DoneAll();

        Assert.Equal(
            """
            > down N0
            await restart 1
            2@N1: fence epoch 1.2
            3@N2: fence epoch 1.2
            publish Reconfiguring Error 1:Unknown/Down 2:ActiveSecondary/InBuild 3:ActiveSecondary/InBuild
            > 2 done: Fence
            > 3 done: Fence
            store v6 epoch 1.2 primary 3 cc [3 2] pc [1 2 3] others []
            3@N2: role Primary epoch 1.2
            publish Reconfiguring Error 1:Unknown/Down 2:ActiveSecondary/Ready 3:ActiveSecondary/Ready
            > 3 done: ChangeRole
            3@N2: catch up cc [3 2] pc [1- 2 3]
            publish Reconfiguring Warning 1:Unknown/Down 2:ActiveSecondary/Ready 3:Primary/Ready
            > 3 done: CatchUp
            store v7 epoch 1.2 primary 3 cc [3 2] pc [] others [1]
            3@N2: activate cc [3 2]
            publish Ready Warning 1:Unknown/Down 2:ActiveSecondary/Ready 3:Primary/Ready
            """, script.Text);
    }

    [Fact]
    public void A_later_epoch_beats_a_longer_log()
    {
        var script = Ready();
        script.Down("N0");
        script.Done(2, Log(epoch: 2, lsn: 5));
        script.Done(3, Log(epoch: 1, lsn: 99));

        Assert.Equal(
            """
            > down N0
            await restart 1
            2@N1: fence epoch 1.2
            3@N2: fence epoch 1.2
            publish Reconfiguring Error 1:Unknown/Down 2:ActiveSecondary/InBuild 3:ActiveSecondary/InBuild
            > 2 done: Fence
            > 3 done: Fence
            store v6 epoch 1.2 primary 2 cc [2 3] pc [1 2 3] others []
            2@N1: role Primary epoch 1.2
            publish Reconfiguring Error 1:Unknown/Down 2:ActiveSecondary/Ready 3:ActiveSecondary/Ready
            """, script.Text);
    }

    [Fact]
    public void Without_a_read_quorum_nobody_is_elected()
    {
        var script = Ready();
        script.Down("N0");
        script.Down("N1");
        script.Done(3, Log(epoch: 1, lsn: 10));

        Assert.Equal(
            """
            > down N0
            await restart 1
            2@N1: fence epoch 1.2
            3@N2: fence epoch 1.2
            publish Reconfiguring Error 1:Unknown/Down 2:ActiveSecondary/InBuild 3:ActiveSecondary/InBuild
            > down N1
            await restart 2
            publish InQuorumLoss Error 1:Unknown/Down 2:Unknown/Down 3:ActiveSecondary/InBuild
            > 3 done: Fence
            """, script.Text);
    }

    [Fact]
    public void A_returning_replica_completes_the_read_quorum_and_may_win()
    {
        var script = Ready();
        script.Down("N0");
        script.Down("N1");
        script.Done(3, Log(epoch: 1, lsn: 10));
        _ = script.Text;
        script.Up("N1");
        script.DoneAll((2, Log(epoch: 1, lsn: 11)), (3, Log(epoch: 1, lsn: 10)));

        Assert.Equal(
            """
            > up N1
            2@N1: open existing
            > 2 done: Open
            2@N1: fence epoch 1.2
            publish Reconfiguring Error 1:Unknown/Down 2:Unknown/InBuild 3:ActiveSecondary/InBuild
            > 2 done: Fence
            store v6 epoch 1.2 primary 2 cc [2 3] pc [1 2 3] others []
            2@N1: role Primary epoch 1.2
            publish Reconfiguring Error 1:Unknown/Down 2:Unknown/InBuild 3:ActiveSecondary/Ready
            > 2 done: ChangeRole
            2@N1: catch up cc [2 3] pc [1- 2 3]
            publish Reconfiguring Warning 1:Unknown/Down 2:Primary/Ready 3:ActiveSecondary/Ready
            > 2 done: CatchUp
            store v7 epoch 1.2 primary 2 cc [2 3] pc [] others [1]
            2@N1: activate cc [2 3]
            publish Ready Warning 1:Unknown/Down 2:Primary/Ready 3:ActiveSecondary/Ready
            """, script.Text);
    }

    [Fact]
    public void A_primary_that_may_still_run_is_outwaited_from_the_moment_at_which_enough_are_fenced()
    {
        var script = Ready();
        script.Down("N0", certain: false);
        script.Done(2, Log(epoch: 1, lsn: 5));
        script.Done(3, Log(epoch: 1, lsn: 5));

        // Until replica 3 was fenced, the old primary may have renewed its lease with it.
        Assert.Equal(
            """
            > down N0
            await restart 1
            2@N1: fence epoch 1.2
            3@N2: fence epoch 1.2
            publish Reconfiguring Error 1:Unknown/Down 2:ActiveSecondary/InBuild 3:ActiveSecondary/InBuild
            > 2 done: Fence
            > 3 done: Fence
            await lease v5
            """, script.Text);
    }

    [Fact]
    public void The_first_replica_leads_although_it_went_down_before_it_was_told_so()
    {
        var script = new PartitionScript();
        script.Nodes("N0");
        script.Up("N0");
        script.Done(1);
        script.Down("N0");
        script.Up("N0");
        script.Done(1);
        script.Done(1, new(default, 0, 0, Complete: false));

        Assert.Contains("1@N0: role Primary epoch 1.2", script.Text, StringComparison.Ordinal);
    }

    // The log of a primary that died names a lower commit point than the one that it had acknowledged.
    [Fact]
    public void A_swap_during_which_the_primary_dies_lets_the_newest_log_win()
    {
        var script = Ready();
        script.Other("move to N2", new PartitionEvent.MovePrimary("N2"));
        script.Down("N0");
        script.Done(3, Log(epoch: 1, lsn: 10));
        script.Up("N0");
        script.Done(1);
        script.Done(1, Log(epoch: 1, lsn: 12, committed: 10));
        script.Done(2, Log(epoch: 1, lsn: 12, committed: 12));

        Assert.Equal(1, script.Stored!.Primary);
    }

    [Fact]
    public void A_primary_that_did_not_answer_yet_when_it_was_told_to_lead_is_outwaited_too()
    {
        var script = Ready();
        script.Down("N0");
        script.Done(2, Log(epoch: 1, lsn: 5));
        script.Done(3, Log(epoch: 1, lsn: 4));
        _ = script.Text;
        script.Down("N1", certain: false);
        script.Done(3, Log(epoch: 1, lsn: 5));
        script.Up("N0");
        script.Done(1);
        script.Done(1, Log(epoch: 1, lsn: 5));

        Assert.Contains("await lease v6", script.Text);
    }

    [Fact]
    public void A_primary_that_fails_at_a_command_is_outwaited_because_it_goes_on_until_it_is_aborted()
    {
        var script = Ready();
        script.Down("N0");
        script.Done(2, Log(epoch: 1, lsn: 5));
        script.Done(3, Log(epoch: 1, lsn: 4));
        _ = script.Text;
        script.Done(2, error: "its listener did not open");
        script.Done(3, Log(epoch: 1, lsn: 5));
        script.Up("N0");
        script.Done(1);
        script.Done(1, Log(epoch: 1, lsn: 5));

        Assert.Contains("await lease v6", script.Text);
    }

    [Fact]
    public void A_swap_lets_the_target_win_although_the_old_primary_has_unacknowledged_records()
    {
        var script = Ready();
        script.Other("move to N2", new PartitionEvent.MovePrimary("N2"));
        script.Done(1);
        script.Done(1, Log(epoch: 1, lsn: 20, committed: 18));
        script.Done(2, Log(epoch: 1, lsn: 19));
        script.Done(3, Log(epoch: 1, lsn: 18));

        Assert.Equal(
            """
            > move to N2
            1@N0: demote cc [1 2 3!]
            publish Reconfiguring Warning 1:Primary/Ready 2:ActiveSecondary/Ready 3:ActiveSecondary/Ready
            > 1 done: Demote
            1@N0: fence epoch 1.2
            2@N1: fence epoch 1.2
            3@N2: fence epoch 1.2
            publish Reconfiguring Error 1:ActiveSecondary/InBuild 2:ActiveSecondary/InBuild 3:ActiveSecondary/InBuild
            > 1 done: Fence
            > 2 done: Fence
            await stragglers v5
            > 3 done: Fence
            store v6 epoch 1.2 primary 3 cc [3 1 2] pc [1 2 3] others []
            3@N2: role Primary epoch 1.2
            publish Reconfiguring Error 1:ActiveSecondary/Ready 2:ActiveSecondary/Ready 3:ActiveSecondary/Ready
            """, script.Text);
    }

    [Fact]
    public void A_replica_that_does_not_answer_is_left_behind_and_joins_again_when_it_does()
    {
        var script = Ready();
        LeaveBehind(script);
        script.Done(1);
        script.Done(1);
        _ = script.Text;

        script.Done(3, Log(epoch: 1, lsn: 18));
        script.DoneAll();

        Assert.Contains("1@N0: build 3", script.Text, StringComparison.Ordinal);
        Assert.Equal(3, script.Stored!.Current.Length);
    }

    [Fact]
    public void A_replica_that_does_not_answer_does_not_hold_up_the_configuration_without_it()
    {
        var script = Ready();
        LeaveBehind(script);
        script.Done(1);
        script.Done(1);

        Assert.Equal(("1 2", ""), (Ids(script.Stored!.Current), Ids(script.Stored.Previous)));
        Assert.Contains(script.Stored.Others, r => r.Id == 3);
        Assert.Contains("publish Ready", script.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_answer_to_an_earlier_election_does_not_count_because_it_fences_no_later_primary()
    {
        var script = Ready();
        LeaveBehind(script);
        script.Down("N0", certain: false);
        script.Done(2, Log(epoch: 1, lsn: 20));
        _ = script.Text;

        script.Done(3, Log(epoch: 1, lsn: 18));

        Assert.Equal(
            """
            > 3 done: Fence
            3@N2: fence epoch 1.3
            """, script.Text);
    }

    // Replicas 3 and 4 go down, 5 and 6 take their places and lose their state before that configuration is active:
    // there will be no write quorum of it. Replicas 2 and 4 are a read quorum of the one before.
    [Fact]
    public void A_primary_that_still_serves_is_no_straggler()
    {
        var script = new PartitionScript(target: 4);
        script.Nodes([.. Five, "N5"]);
        script.Up("N0", "N1", "N2", "N3");
        script.DoneAll();
        script.Down("N2");
        script.Down("N3");
        script.Other("3 is given up", new PartitionEvent.RestartWaitExpired(3));
        script.Other("4 is given up", new PartitionEvent.RestartWaitExpired(4));
        script.Up("N4", "N5");
        script.DoneAll(but: (1, ReplicaCommandKind.CatchUp));
        while (Ids(script.Stored!.Current) != "1 2 5 6")
            script.Done(1, kind: ReplicaCommandKind.CatchUp);
        Assert.Equal("1 2 4", Ids(script.Stored.Previous));
        script.Up("N3");
        script.DoneAll(but: (1, ReplicaCommandKind.CatchUp));
        foreach (var (replica, node) in new[] { (5, "N4"), (6, "N5") })
        {
            script.Down(node);
            script.Up(node);
            script.Done(replica, stateLost: true);
        }
        _ = script.Text;

        script.Done(2, Log(epoch: 1, lsn: 5));
        script.Done(4, Log(epoch: 1, lsn: 5));
        script.Other("no stragglers", new PartitionEvent.StragglerWaitExpired(script.Stored.Version));
        Assert.DoesNotContain("store", script.Text, StringComparison.Ordinal);

        script.Done(1, kind: ReplicaCommandKind.ChangeRole);
        Assert.Contains("store", script.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("N1")]
    [InlineData("N2")]
    public void A_swap_during_which_a_secondary_dies_is_given_up_and_another_election_ends_it(string dies)
    {
        var script = Ready();
        script.Other("move to N2", new PartitionEvent.MovePrimary("N2"));
        _ = script.Text;

        script.Down(dies);

        // The secondary comes back with another address, which the primary that waits for it never learns.
        Assert.Contains("1@N0: abort", script.Text);
        var version = script.Stored!.Version;
        script.Up(dies);
        script.Other("retry", new PartitionEvent.RetryDue(1));
        script.DoneAll((1, Log(epoch: 1, lsn: 20)), (2, Log(epoch: 1, lsn: 20)), (3, Log(epoch: 1, lsn: 20)));
        Assert.Equal(version, script.Stored.Version);
        script.Other("lease", new PartitionEvent.LeaseExpired(version));
        script.DoneAll((1, Log(epoch: 1, lsn: 20)), (2, Log(epoch: 1, lsn: 20)), (3, Log(epoch: 1, lsn: 20)));
        Assert.Equal(("Ready", "1.2"), ($"{script.Snapshot.Status}", $"{script.Stored.Epoch}"));
    }

    [Fact]
    public void After_a_restart_of_everything_a_read_quorum_is_enough()
    {
        var script = new PartitionScript(stored: Ready().Stored);
        script.Nodes(Five);
        script.Up("N1", "N2");
        script.DoneAll((2, Log(epoch: 1, lsn: 7)), (3, Log(epoch: 1, lsn: 7)));

        Assert.Equal(
            """
            > nodes N0 N1 N2 N3 N4
            host N0
            host N1
            host N2
            publish InQuorumLoss Warning 1:Unknown/Down 2:Unknown/Down 3:Unknown/Down
            > up N1
            2@N1: open existing
            publish InQuorumLoss Error 1:Unknown/Down 2:Unknown/Down 3:Unknown/Down
            > up N2
            3@N2: open existing
            > 2 done: Open
            2@N1: fence epoch 1.2
            publish InQuorumLoss Error 1:Unknown/Down 2:Unknown/InBuild 3:Unknown/Down
            > 3 done: Open
            3@N2: fence epoch 1.2
            publish Reconfiguring Error 1:Unknown/Down 2:Unknown/InBuild 3:Unknown/InBuild
            > 2 done: Fence
            > 3 done: Fence
            store v6 epoch 1.2 primary 2 cc [2 3] pc [1 2 3] others []
            2@N1: role Primary epoch 1.2
            publish Reconfiguring Error 1:Unknown/Down 2:Unknown/InBuild 3:Unknown/InBuild
            > 2 done: ChangeRole
            3@N2: role IdleSecondary epoch 1.2
            2@N1: catch up cc [2 3] pc [1- 2 3]
            publish Reconfiguring Warning 1:Unknown/Down 2:Primary/Ready 3:Unknown/InBuild
            > 3 done: ChangeRole
            publish Reconfiguring Warning 1:Unknown/Down 2:Primary/Ready 3:IdleSecondary/InBuild
            > 2 done: CatchUp
            3@N2: role ActiveSecondary epoch 1.2
            > 3 done: ChangeRole
            store v7 epoch 1.2 primary 2 cc [2 3] pc [] others [1]
            2@N1: activate cc [2 3]
            publish Ready Warning 1:Unknown/Down 2:Primary/Ready 3:ActiveSecondary/Ready
            """, script.Text);
    }

    [Fact]
    public void A_wiped_disk_is_no_answer()
    {
        var script = new PartitionScript(stored: Ready().Stored);
        script.Nodes(Five);
        script.Up("N0", "N1");
        script.Done(1, stateLost: true);
        script.DoneAll();

        Assert.Equal(
            """
            > nodes N0 N1 N2 N3 N4
            host N0
            host N1
            host N2
            publish InQuorumLoss Warning 1:Unknown/Down 2:Unknown/Down 3:Unknown/Down
            > up N0
            1@N0: open existing
            publish InQuorumLoss Error 1:Unknown/Down 2:Unknown/Down 3:Unknown/Down
            > up N1
            2@N1: open existing
            > 1 done: Open
            await restart 1
            publish InQuorumLoss Error 1:Unknown/Dropped 2:Unknown/Down 3:Unknown/Down
            > 2 done: Open
            2@N1: fence epoch 1.2
            publish InQuorumLoss Error 1:Unknown/Dropped 2:Unknown/InBuild 3:Unknown/Down
            > 2 done: Fence
            """, script.Text);
    }

    [Fact]
    public void Any_three_of_five_that_come_back_elect_the_newest_log_among_them()
    {
        var stored = new PartitionConfiguration
        {
            PartitionId = Guid.Empty, Version = 9, Epoch = FailoverEpoch.First(1), Primary = 1,
            Current = [.. Five.Select((node, i) => new ReplicaLocation(i + 1, node))],
        };
        for (var set = 0; set < 32; set++)
        {
            var back = Enumerable.Range(1, 5).Where(i => (set >> (i - 1) & 1) == 1).ToArray();
            if (back.Length != 3)
                continue;
            var script = new PartitionScript(target: 5, min: 3, stored);
            script.Nodes(Five);
            script.Up([.. back.Select(i => Five[i - 1])]);
            script.DoneAll([.. back.Select(i => ((long)i, Log(epoch: 1, lsn: 10 + i)))]);

            Assert.Equal((back[^1], PartitionStatus.Ready), (script.Stored!.Primary, script.Snapshot.Status));
        }
    }

    [Fact]
    public void A_new_primary_hears_of_its_configuration_with_its_role()
    {
        var script = Ready();
        script.Down("N0");
        script.Done(2, Log(epoch: 1, lsn: 10));
        script.Done(3, Log(epoch: 1, lsn: 12));

        var command = script.Open(3);

        Assert.Equal(ReplicaCommandKind.ChangeRole, command.Kind);
        Assert.Equal([3L, 2L], command.Current.Select(r => r.Id));
        Assert.Equal([1L, 2L, 3L], command.Previous.Select(r => r.Id));
    }

    // The host of replica 3 is stopped while replica 1 hands over.
    private static void LeaveBehind(PartitionScript script)
    {
        script.Other("move to N2", new PartitionEvent.MovePrimary("N2"));
        script.Done(1);
        script.Done(1, Log(epoch: 1, lsn: 20, committed: 18));
        script.Done(2, Log(epoch: 1, lsn: 19));
        script.Other("no stragglers", new PartitionEvent.StragglerWaitExpired(script.Stored!.Version));
        Assert.Equal((1, 2), (script.Stored.Primary, script.Stored.Current.Length));
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

    private static string Ids(ReplicaLocation[] replicas) => string.Join(' ', replicas.Select(r => r.Id).Order());

    private static LogProgress Log(long epoch, long lsn, long committed = 0) =>
        new(new(1, epoch << 32), lsn, committed);
}
