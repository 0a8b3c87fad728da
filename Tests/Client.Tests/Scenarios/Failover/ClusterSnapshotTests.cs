using System.Linq;
using System.Text.Json;
using SfPerf.Client.Cluster;
using SfPerf.Client.Scenarios.Failover;
using Xunit;

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
        Assert.Null(ClusterSnapshot.Read(
            JsonElement.Parse("""{"pid":1,"nodes":[],"applications":[]}"""), MeasuredService.Dictionary));
    }

    private static ClusterSnapshot? Read(string partition, params (string Role, string Status)[] replicas)
    {
        var all = string.Join(',', replicas.Select((r, i) =>
            $$"""{"node":"_Node_{{i}}","role":"{{r.Role}}","status":"{{r.Status}}","pid":{{100 + i}}}"""));
        return ClusterSnapshot.Read(JsonElement.Parse($$"""
            {"pid":1,"nodes":[
              {"name":"_Node_0","status":"Up","pid":10,"hosts":[{"program":"SfPerf.StatefulStore","pid":20}]},
              {"name":"_Node_1","status":"Down","pid":11,"hosts":[]}],
             "applications":[{"services":[{"name":"fabric:/SfPerf/LoadDriver","partitions":[]},
              {"name":"fabric:/SfPerf/StatefulStore","partitions":[{"status":"{{partition}}",
               "targetReplicaSetSize":3,"replicas":[{{all}}]}]}]}]}
            """), MeasuredService.Dictionary);
    }
}
