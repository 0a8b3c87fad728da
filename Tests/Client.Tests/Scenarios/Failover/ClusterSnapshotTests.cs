using System.Linq;
using SfPerf.Client.Cluster;
using SfPerf.Client.Scenarios.Failover;
using SfPerf.Fabric.Gateway;
using Xunit;
using static SfPerf.Client.Tests.Cluster.Statuses;

namespace SfPerf.Client.Tests.Scenarios.Failover;

public sealed class ClusterSnapshotTests
{
    [Fact]
    public void A_status_tells_the_store_its_replicas_and_the_processes()
    {
        var snapshot = Read("Ready", ("Primary", "Ready"), ("ActiveSecondary", "Ready"), ("ActiveSecondary", "Ready"))!;
        Assert.Equal(("fabric:/SfPerf/StatefulStore", 3, true),
            (snapshot.Service, snapshot.Wanted, snapshot.IsComplete));
        Assert.Equal(("_Node_0", 100), (snapshot.Primary!.Node, snapshot.Primary.Pid));
        Assert.Equal([("_Node_0", 10)], snapshot.Nodes);
        Assert.Equal([1, 10, 11, 20], snapshot.Processes.Order());
    }

    [Theory]
    [InlineData("Reconfiguring", "ActiveSecondary", "Ready")]
    [InlineData("Ready", "IdleSecondary", "Ready")]
    [InlineData("Ready", "ActiveSecondary", "InBuild")]
    [InlineData("Ready", "ActiveSecondary", "Down")]
    public void It_is_complete_only_when_every_replica_is_ready_and_up_to_date(
        string partition, string role, string how)
    {
        var snapshot = Read(partition, ("Primary", "Ready"), ("ActiveSecondary", "Ready"), (role, how))!;
        Assert.False(snapshot.IsComplete);
    }

    [Fact]
    public void Without_a_primary_or_a_store_it_is_not_complete()
    {
        Assert.False(Read("Ready", ("ActiveSecondary", "Ready"), ("ActiveSecondary", "Ready"),
            ("ActiveSecondary", "Ready"))!.IsComplete);
        Assert.Null(ClusterSnapshot.Read(Status([]), MeasuredService.Dictionary));
    }

    private static ClusterSnapshot? Read(string partition, params (string Role, string Status)[] replicas) =>
        ClusterSnapshot.Read(
            Status([Node("_Node_0", "Up", 10, ("SfPerf.StatefulStore", 20)), Node("_Node_1", "Down", 11)],
                Service("fabric:/SfPerf/LoadDriver"),
                Service("fabric:/SfPerf/StatefulStore", Partition(3, partition,
                [
                    .. replicas.Select((r, i) => new ReplicaStatusView($"{i}", $"_Node_{i}", r.Role, r.Status, 100 + i,
                        "", "")
                    {
                        Health = "Ok",
                    }),
                ]))),
            MeasuredService.Dictionary);
}
