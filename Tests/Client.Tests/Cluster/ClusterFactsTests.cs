using System.Text.Json;
using SfPerf.Client.Cluster;
using SfPerf.Commands;
using Xunit;
using static SfPerf.Client.Tests.Cluster.Statuses;

namespace SfPerf.Client.Tests.Cluster;

public sealed class ClusterFactsTests
{
    [Fact]
    public void The_status_tells_nodes_partitions_replicas_and_durability()
    {
        var facts = ClusterFacts.Read(
            Status([Node("_Node_0", "Up", 2), Node("_Node_1", "Down", 0), Node("_Node_2", "Up", 4)],
                Service("fabric:/Other/StatefulStore", Partition(5)),
                Service("fabric:/SfPerf/LoadDriver", Partition(0)),
                Service("fabric:/SfPerf/StatefulStore", Partition(3), Partition(3))),
            "fabric:/SfPerf", MeasuredService.Dictionary);
        Assert.Equal(new ClusterFacts("fabric:/SfPerf", 2, 2, 3, "Fsync"), facts);
    }

    [Theory]
    [InlineData(true, "Fsync")]
    [InlineData(false, "Memory")]
    public void A_volatile_service_is_as_durable_as_memory(bool persisted, string durability)
    {
        var service = Service("fabric:/SfPerf/ActorStore", Partition(3)) with { HasPersistedState = persisted };
        var facts = ClusterFacts.Read(Status([], service), "fabric:/SfPerf", MeasuredService.Actors);
        Assert.Equal(durability, facts.Durability);
    }

    [Fact]
    public void Without_the_application_the_cluster_is_of_no_use()
    {
        var e = Assert.Throws<SfPerfException>(() =>
            ClusterFacts.Read(Status([]), "fabric:/SfPerf", MeasuredService.Dictionary));
        Assert.Equal((ExitCode.Unreachable, "The cluster has no service fabric:/SfPerf/StatefulStore."),
            (e.Code, e.Message));
    }

    [Fact]
    public void The_ready_line_is_understood_and_others_are_not()
    {
        var info = ClusterInfo.Parse(JsonElement.Parse("""
            {"event":"ready","pid":4700,"gateway":"http://127.0.0.1:1","clientEndpoint":"127.0.0.1:2","data":"/d",
             "durability":"Fsync","nodes":[],"seconds":1.4}
            """));
        Assert.Equal(new ClusterInfo(4700, "http://127.0.0.1:1", "127.0.0.1:2", "/d", "Fsync", 1.4), info);
        Assert.Null(ClusterInfo.Parse(JsonElement.Parse("""{"event":"error","code":"PortInUse","message":"m"}""")));
    }
}
