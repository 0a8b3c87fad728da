using System.Text.Json;
using SfPerf.Client.Cluster;
using SfPerf.Commands;
using Xunit;

namespace SfPerf.Client.Tests.Cluster;

public sealed class ClusterFactsTests
{
    [Fact]
    public void The_status_tells_nodes_partitions_replicas_and_durability()
    {
        var facts = ClusterFacts.Read(JsonElement.Parse("""
            {"durability":"Fsync","nodes":[{"status":"Up"},{"status":"Down"},{"status":"Up"}],"applications":[
              {"name":"fabric:/Other","services":[{"name":"fabric:/Other/StatefulStore",
                 "partitions":[{"targetReplicaSetSize":5}]}]},
              {"name":"fabric:/SfPerf","services":[{"name":"fabric:/SfPerf/LoadDriver","partitions":[{}]},
                {"name":"fabric:/SfPerf/StatefulStore",
                 "partitions":[{"targetReplicaSetSize":3},{"targetReplicaSetSize":3}]}]}]}
            """), "fabric:/SfPerf", MeasuredService.Dictionary);
        Assert.Equal(new ClusterFacts("fabric:/SfPerf", 2, 2, 3, "Fsync"), facts);
    }

    [Theory]
    [InlineData("true", "Fsync")]
    [InlineData("false", "Memory")]
    public void A_volatile_service_is_as_durable_as_memory(string persisted, string durability)
    {
        var facts = ClusterFacts.Read(JsonElement.Parse($$"""
            {"durability":"Fsync","nodes":[],"applications":[{"services":[{"name":"fabric:/SfPerf/ActorStore",
              "hasPersistedState":{{persisted}},"partitions":[{"targetReplicaSetSize":3}]}]}]}
            """), "fabric:/SfPerf", MeasuredService.Actors);
        Assert.Equal(durability, facts.Durability);
    }

    [Fact]
    public void Without_the_application_the_cluster_is_of_no_use()
    {
        var e = Assert.Throws<SfPerfException>(() =>
            ClusterFacts.Read(JsonElement.Parse("""{"nodes":[],"applications":[]}"""), "fabric:/SfPerf",
                MeasuredService.Dictionary));
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
