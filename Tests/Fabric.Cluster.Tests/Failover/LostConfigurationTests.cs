using System;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Control;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

/// <summary>A partition that was made once is never made anew because nobody knows its configuration.</summary>
public sealed class LostConfigurationTests
{
    [Fact]
    public void A_partition_without_its_configuration_opens_what_was_found_and_waits_for_somebody_to_decide()
    {
        var script = Lost();
        Assert.Equal(
            """
            > nodes N0 N1 N2 N3 N4
            host N0
            host N1
            host N2
            > up N0
            11@N0: open existing
            > up N1
            12@N1: open existing
            > up N2
            13@N2: open existing
            > 11 done: Open
            > 12 done: Open
            > 13 done: Open
            """, Decisions(script));
        Assert.Equal((PartitionStatus.InQuorumLoss, Health.Error, true),
            (script.Snapshot.Status, script.Snapshot.Health, script.Snapshot.Hopeless));
        Assert.StartsWith("Its configuration is lost: nobody knows which replicas hold its acknowledged writes. "
            + "Replicas found on the nodes: 11 on N0, 12 on N1, 13 on N2;", script.Snapshot.LastError);
        Assert.Null(script.Stored);
    }

    [Fact]
    public void A_recovery_elects_the_newest_of_those_found_with_a_new_data_loss_number()
    {
        var script = Lost();
        _ = script.Text;
        script.Other("recover", new PartitionEvent.Recover());
        script.Done(11, Log(10));
        script.Done(12, Log(12));
        script.Done(13, Log(11));
        script.DoneAll();

        Assert.StartsWith(
            """
            > recover
            11@N0: fence epoch 6.2
            12@N1: fence epoch 6.2
            13@N2: fence epoch 6.2
            > 11 done: Fence
            > 12 done: Fence
            > 13 done: Fence
            store v1 epoch 6.2 primary 12 cc [12] pc [] others [11 13] data loss
            12@N1: role Primary epoch 6.2
            """, Decisions(script));
        Assert.Equal((12, 3), (script.Stored!.Primary, script.Stored.Current.Length));
        Assert.Equal((PartitionStatus.Ready, true), (script.Snapshot.Status, script.Snapshot.Complete));
    }

    [Fact]
    public void A_replica_that_knows_a_higher_epoch_raises_the_new_one()
    {
        var script = Lost();
        script.Other("recover", new PartitionEvent.Recover());
        script.Done(11, error: "a higher epoch was promised");
        script.Done(12, Log(12));
        script.Done(13, new(FailoverEpoch.First(40), 11, 11));
        script.Other("retry", new PartitionEvent.RetryDue(11));
        script.DoneAll((11, Log(10)), (12, Log(12)), (13, new(FailoverEpoch.First(40), 11, 11)));

        Assert.Equal(13, script.Stored!.Primary);
        Assert.True(script.Stored.Epoch.DataLossNumber > 40, script.Stored.ToString());
        Assert.Equal(PartitionStatus.Ready, script.Snapshot.Status);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_data_loss_number_that_a_replica_has_accepted_is_not_given_again(bool refuses)
    {
        var script = Lost();
        script.Other("recover", new PartitionEvent.Recover());
        // Nothing was written since it accepted that epoch.
        var accepted = Log(12) with { Accepted = FailoverEpoch.First(refuses ? 40 : 6) };
        script.Done(11, Log(10));
        script.Done(12, accepted, error: refuses ? "a higher epoch was accepted" : null);
        script.Done(13, Log(11));
        if (refuses)
            script.Other("retry", new PartitionEvent.RetryDue(12));
        script.DoneAll((11, Log(10)), (12, accepted), (13, Log(11)));

        Assert.Equal(12, script.Stored!.Primary);
        Assert.Equal(refuses ? 41 : 7, script.Stored.Epoch.DataLossNumber);
    }

    [Fact]
    public void More_replicas_than_wanted_leave_the_target_in_the_configuration()
    {
        var script = Lost("N0", "N1", "N2", "N3", "N4");
        script.Other("recover", new PartitionEvent.Recover());
        script.DoneAll((14, Log(20)));

        Assert.Equal((14, 3), (script.Stored!.Primary, script.Stored.Current.Length));
        Assert.True(script.Snapshot.Complete, script.Snapshot.ToString());
    }

    [Fact]
    public void With_nothing_found_only_a_recovery_begins_anew_and_the_service_hears_of_the_loss()
    {
        var script = Lost([]);
        Assert.Equal("> nodes N0 N1 N2 N3 N4\n> up N0\n> up N1\n> up N2", Decisions(script).ReplaceLineEndings("\n"));
        Assert.EndsWith("No node has a replica of it on its disk.", script.Snapshot.LastError);
        script.Other("recover", new PartitionEvent.Recover());
        script.Up("N0", "N1", "N2");
        script.DoneAll();

        Assert.Contains("data loss", Decisions(script));
        Assert.Equal(PartitionStatus.Ready, script.Snapshot.Status);
    }

    [Fact]
    public void A_recovery_of_a_known_partition_asks_a_replica_that_only_a_disk_knows()
    {
        var script = new PartitionScript();
        script.Nodes("N0", "N1", "N2", "N3");
        script.Up("N0", "N1", "N2");
        script.DoneAll();
        script.Down("N0");
        script.Down("N1");
        script.Done(3, new(FailoverEpoch.First(1), 5, 5));
        _ = script.Text;
        script.Other("recover", new PartitionEvent.Recover { Found = [new(90, "N3"), new(91, "N2")] });
        script.Up("N3");
        script.Done(3, new(FailoverEpoch.First(1), 5, 5));
        script.Done(90);
        script.Done(90, new(FailoverEpoch.First(1), 9, 9));

        Assert.Equal(
            """
            > recover
            host N3
            3@N2: fence epoch 2.2
            > up N3
            90@N3: open existing
            > 3 done: Fence
            > 90 done: Open
            90@N3: fence epoch 2.2
            > 90 done: Fence
            store v6 epoch 2.2 primary 90 cc [90] pc [] others [1 2 3] data loss
            90@N3: role Primary epoch 2.2
            """, Decisions(script));
    }

    // One bad disk of three must not fail the start of a cluster that kept its state; two of three must.
    [Fact]
    public void A_partition_is_stuck_when_those_that_cannot_open_leave_no_quorum()
    {
        var script = new PartitionScript(stored: new()
        {
            PartitionId = Guid.Empty, Version = 5, Epoch = FailoverEpoch.First(1), Primary = 1,
            Current = [new(1, "N0"), new(2, "N1"), new(3, "N2")],
        });
        script.Nodes("N0", "N1", "N2");
        script.Up("N0", "N1", "N2");
        FailFiveTimes(1);
        Assert.Equal((true, false), (script.Snapshot.Failing, script.Snapshot.Stuck));
        FailFiveTimes(2);
        Assert.Equal((true, true), (script.Snapshot.Failing, script.Snapshot.Stuck));

        void FailFiveTimes(long replica)
        {
            for (var i = 0; i < 5; i++)
            {
                script.Done(replica, error: "unreadable");
                script.Other("retry", new PartitionEvent.RetryDue(replica));
            }
        }
    }

    // A replica known as lost is not waited for: another one is placed as soon as there is a primary to build it from.
    [Fact]
    public void A_lost_replica_of_three_is_replaced_at_once_and_its_reason_is_told()
    {
        var script = new PartitionScript(stored: new()
        {
            PartitionId = Guid.Empty, Version = 5, Epoch = FailoverEpoch.First(1), Primary = 1,
            Current = [new(1, "N0"), new(2, "N1"), new(3, "N2")],
        });
        script.Nodes("N0", "N1", "N2");
        script.Up("N0", "N1", "N2");
        script.Done(1, stateLost: true, lostReason: "Log segment 7 is damaged.");
        Assert.Contains("Replica 1 on N0 has lost its state (Log segment 7 is damaged).", script.Snapshot.LastError);
        script.DoneAll((2, Log(10)), (3, Log(10)));
        script.Up("N0");
        script.DoneAll((2, Log(10)), (3, Log(10)));

        Assert.True(script.Snapshot.Complete, script.Snapshot.ToString());
        Assert.Equal(1, script.Stored!.Epoch.DataLossNumber);
        Assert.Equal([101, 2, 3], script.Stored.Current.Select(r => r.Id).OrderByDescending(i => i == 101));
    }

    private static PartitionScript Lost(params string[] found)
    {
        var script = PartitionScript.WithoutConfiguration(FailoverEpoch.First(5),
            [.. found.Select((node, i) => new ReplicaLocation(11 + i, node))]);
        script.Nodes("N0", "N1", "N2", "N3", "N4");
        var up = found.Length == 0 ? ["N0", "N1", "N2"] : found;
        script.Up(up);
        script.DoneAll();
        return script;
    }

    private static PartitionScript Lost() => Lost("N0", "N1", "N2");

    private static string Decisions(PartitionScript script) => string.Join(Environment.NewLine,
        script.Text.Split(Environment.NewLine).Where(l => !l.StartsWith("publish", StringComparison.Ordinal)));

    private static LogProgress Log(long lsn) => new(FailoverEpoch.First(1), lsn, lsn);
}
