using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Control;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

/// <summary>Replicas that a test closes.</summary>
public sealed class TakeDownTests
{
    [Fact]
    public void A_quorum_that_is_held_down_comes_back_when_it_is_released_and_not_before()
    {
        var script = Ready();
        script.Other("take down", new PartitionEvent.TakeDown([1, 2], Held: true));
        Assert.Contains("1@N0: abort", script.Text);
        Assert.Equal(PartitionStatus.InQuorumLoss, script.Snapshot.Status);
        script.Other("retry 1", new PartitionEvent.RetryDue(1));
        script.Other("retry 2", new PartitionEvent.RetryDue(2));
        // Its host comes back as well.
        script.Down("N1");
        script.Up("N1");
        script.DoneAll((3, Log(10)));
        script.Other("lease", new PartitionEvent.LeaseExpired(script.Stored!.Version));
        script.DoneAll((3, Log(10)));
        Assert.DoesNotContain("open", script.Text);
        Assert.Equal(PartitionStatus.InQuorumLoss, script.Snapshot.Status);

        script.Other("release", new PartitionEvent.Release());
        Assert.Contains("1@N0: open existing", script.Text);
        script.DoneAll((1, Log(10)), (2, Log(10)), (3, Log(10)));
        Assert.Equal(PartitionStatus.Ready, script.Snapshot.Status);
        Assert.Equal((1, 3), (script.Stored!.Epoch.DataLossNumber, script.Snapshot.Replicas.Count(
            r => r.Status == ReplicaStatus.Ready)));
    }

    [Fact]
    public void A_replica_that_is_just_being_opened_is_held_down_too()
    {
        var script = Ready();
        script.Down("N2");
        script.DoneAll();
        script.Up("N2");
        Assert.Equal(ReplicaCommandKind.Open, script.Open(3).Kind);
        script.Other("take down", new PartitionEvent.TakeDown([1, 2, 3], Held: true));
        _ = script.Text;
        script.Done(3);
        Assert.Contains("3@N2: abort", script.Text);
        script.Other("retry 3", new PartitionEvent.RetryDue(3));
        Assert.DoesNotContain("open", script.Text);
    }

    [Fact]
    public void A_primary_that_is_closed_by_a_test_may_serve_until_it_is_aborted()
    {
        var script = Ready();
        script.Other("restart", new PartitionEvent.TakeDown([1], Held: false));
        script.DoneAll((2, Log(10)), (3, Log(10)));
        var text = script.Text;
        Assert.Contains("await lease", text);
        Assert.DoesNotContain("role Primary", text);
        script.Other("lease", new PartitionEvent.LeaseExpired(script.Stored!.Version));
        Assert.Contains("role Primary", script.Text);
        script.Other("retry 1", new PartitionEvent.RetryDue(1));
        Assert.Equal(ReplicaCommandKind.Open, script.Open(1).Kind);
    }

    [Fact]
    public void Instances_that_are_restarted_open_again()
    {
        var next = 0L;
        var partition = new StatelessPartition(2, () => ++next);
        _ = partition.Step(new PartitionEvent.Nodes(["N0", "N1"]));
        foreach (var node in new[] { "N0", "N1" })
        {
            var open = partition.Step(new PartitionEvent.HostUp(node)).OfType<PartitionAction.Send>().Single();
            _ = partition.Step(new PartitionEvent.Reply(open.Request));
        }
        var actions = partition.Step(new PartitionEvent.TakeDown([1], Held: false)).Select(a => $"{a}").ToArray();
        Assert.Equal(["1@N0: abort", "retry 1 attempt 1"], actions[..2]);
        Assert.False(partition.Snapshot.Complete);
        Assert.Equal("1@N0: open new", $"{partition.Step(new PartitionEvent.RetryDue(1))[0]}");
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
