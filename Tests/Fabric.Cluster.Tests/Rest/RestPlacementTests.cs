using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Services that may be placed on some nodes only.</summary>
public sealed class RestPlacementTests
{
    private const string Version = "api-version=6.0";
    private const string Create = $"/Applications/SfPerf/$/GetServices/$/Create?{Version}";
    private static readonly string[] Properties =
    [
        "--package", RunningCluster.EchoPackage, "--node-property", "_Node_0:gen=true", "--node-property",
        "_Node_3:tgt=true", "--node-property", "_Node_4:tgt=true",
    ];

    [Fact]
    [Trait("DeploymentCase", "24")]
    public async Task A_service_is_placed_on_the_nodes_that_its_constraint_allows()
    {
        await using var rest = await RestCluster.StartAsync(new Dictionary<string, string>(), Properties);
        Assert.Equal(202, (await rest.PostAsync(Create, Stateful("Two", 2, "tgt == true"))).Status);
        Assert.Equal(202, (await rest.PostAsync(Create, """
            {"ServiceKind":"Stateless","ServiceName":"fabric:/SfPerf/Each","ServiceTypeName":"EchoStatelessType",
             "PartitionDescription":{"PartitionScheme":"Singleton"},"InstanceCount":-1,
             "PlacementConstraints":"NodeType == NodeType1 || NodeName == _Node_2"}
            """)).Status);
        Assert.Equal(["_Node_3", "_Node_4"], await NodesAsync(rest, "Two", 2));
        Assert.Equal(["_Node_1", "_Node_2"], await NodesAsync(rest, "Each", 2));
        Assert.Equal("tgt == true", (string)(await rest.GetAsync($"/Services/SfPerf~Two/$/GetDescription?{Version}"))
            .Body!["PlacementConstraints"]!);
        var manifest = (string)(await rest.GetAsync($"/$/GetClusterManifest?{Version}")).Body!["Manifest"]!;
        Assert.Contains("<PlacementProperties>\n        <Property Name=\"gen\" Value=\"true\" />", manifest);
        var refused = await rest.PostAsync(Create, Stateful("Three", 3, "tgt == true"));
        Assert.Equal((400, "E_INVALIDARG"), (refused.Status, refused.Code));
        Assert.Contains("Allowed: 1 to the 2 node(s) that meet 'tgt == true', and 1 to the target.", refused.Message);
        refused = await rest.PostAsync(Create, Stateful("None", 1, "NodeType == Front"));
        Assert.Equal((400, "E_INVALIDARG"), (refused.Status, refused.Code));
        Assert.Contains("No node meets the placement constraint 'NodeType == Front'. The nodes have: FaultDomain "
            + "fd:/0, NodeName _Node_0, NodeType NodeType0, UpgradeDomain 0, gen true; FaultDomain "
            + "fd:/1", refused.Message);
        refused = await rest.PostAsync(Create, Stateful("None", 1, "NodeType = Front"));
        Assert.Contains("is wrong at character 10: '=' is no operator.", refused.Message);
    }

    [Fact]
    [Trait("DeploymentCase", "24")]
    public async Task Replicas_leave_the_nodes_that_a_new_constraint_excludes_and_no_write_is_lost()
    {
        await using var rest = await RestCluster.StartAsync(new Dictionary<string, string>(), Properties);
        var cluster = rest.Cluster;
        Assert.Equal(3, (await NodesAsync(rest, "Store", 3)).Length);
        var (stop, written) = (false, 0);
        var writer = Task.Run(async () =>
        {
            for (var i = 1; !Volatile.Read(ref stop); i++)
            {
                Assert.Equal("ok", await cluster.AskPrimaryAsync("SfPerf/Store", 0, $"set a {i}"));
                Volatile.Write(ref written, i);
            }
        });
        foreach (var excluded in new[] { "_Node_0", "_Node_1", "_Node_2", "_Node_3", "_Node_4" })
        {
            var updated = await rest.PostAsync($"/Services/SfPerf~Store/$/Update?{Version}", $$"""
                {"ServiceKind":"Stateful","Flags":"32","PlacementConstraints":"NodeName != {{excluded}}"}
                """);
            Assert.Equal((200, ""), (updated.Status, updated.Text));
            Assert.DoesNotContain(excluded, await NodesAsync(rest, "Store", 3, without: excluded));
        }
        Volatile.Write(ref stop, true);
        await writer.WaitAsync(RunningCluster.Limit);
        Assert.Equal($"{written}", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "get a"));
        Assert.True(written > 0);
        var events = (await cluster.GetAsync("/Cluster/Events"))["events"]!.AsArray();
        Assert.DoesNotContain(events, e => ((string)e!["kind"]!) is "quorum" or "data-loss");
        // Too few nodes for the three replicas: nothing changes.
        var refused = await rest.PostAsync($"/Services/SfPerf~Store/$/Update?{Version}",
            """{"ServiceKind":"Stateful","Flags":"32","PlacementConstraints":"tgt == true"}""");
        Assert.Equal((400, "E_INVALIDARG"), (refused.Status, refused.Code));
        Assert.Equal("NodeName != _Node_4",
            (string)(await rest.GetAsync($"/Services/SfPerf~Store/$/GetDescription?{Version}"))
            .Body!["PlacementConstraints"]!);
    }

    // Ready replicas, and none elsewhere.
    private static async Task<string[]> NodesAsync(RestCluster rest, string service, int count, string without = "")
    {
        var partition = (await rest.GetAsync($"/Services/SfPerf~{service}/$/GetPartitions?{Version}"))
            .Body!["Items"]![0]!["PartitionInformation"]!["Id"]!;
        var replicas = await rest.Cluster.UntilAsync($"/Partitions/{partition}/$/GetReplicas?{Version}", r =>
            r["Items"]!.AsArray() is var all && all.Count == count && all.All(i =>
                (string)i!["ReplicaStatus"]! == "Ready" && (string)i["NodeName"]! != without));
        return [.. replicas["Items"]!.AsArray().Select(i => (string)i!["NodeName"]!).Order(StringComparer.Ordinal)];
    }

    private static string Stateful(string name, int replicas, string constraint) => $$"""
        {"ServiceKind":"Stateful","ServiceName":"fabric:/SfPerf/{{name}}","ServiceTypeName":"EchoStatefulType",
         "PartitionDescription":{"PartitionScheme":"Singleton"},"TargetReplicaSetSize":{{replicas}},
         "MinReplicaSetSize":1,"HasPersistedState":true,"PlacementConstraints":"{{constraint}}"}
        """;
}
