using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Service Fabric's own client for Node.js, which npm has as azure-servicefabric, against our cluster.
/// </summary>
public sealed class NpmClientTests(RestCluster rest) : IClassFixture<RestCluster>, IAsyncLifetime
{
    internal static readonly string Module =
        Path.Combine(Checkout.Root, "artifacts", "npm", "node_modules", "azure-servicefabric");

    // What the test before did may not be over: nodes that it disabled open their replicas again.
    public async ValueTask InitializeAsync() => await rest.WholeAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    [Trait("DeploymentCase", "1")]
    public async Task The_nodes_are_five_and_up()
    {
        var nodes = (await CallAsync(["getNodeInfoList"])).Single()["result"]!["items"]!.AsArray();
        Assert.Equal(["0", "1", "2", "3", "4"], nodes.Select(n => (string)n!["upgradeDomain"]!));
        Assert.All(nodes, node =>
        {
            Assert.Equal("Up", (string)node!["nodeStatus"]!);
            Assert.Equal("Ok", (string)node["healthState"]!);
            Assert.Empty(node["nodeDeactivationInfo"]!["pendingSafetyChecks"]!.AsArray());
        });
    }

    [Fact]
    [Trait("DeploymentCase", "2")]
    [Trait("DeploymentCase", "20")]
    public async Task Every_entity_is_read()
    {
        var partition = await rest.PartitionAsync();
        var key = new JsonObject { ["partitionKeyType"] = 2, ["partitionKeyValue"] = "17" };
        var answers = await CallAsync(
            ["getNodeInfo", "_Node_1"], ["getNodeHealth", "_Node_1"], ["getNodeLoadInfo", "_Node_1"],
            ["getApplicationTypeInfoList"], ["getApplicationTypeInfoListByName", "EchoApplicationType"],
            ["getApplicationInfoList"], ["getApplicationInfo", "SfPerf"], ["getApplicationHealth", "SfPerf"],
            ["getApplicationUpgrade", "SfPerf"], ["getServiceInfoList", "SfPerf"],
            ["getServiceInfo", "SfPerf", "SfPerf~Store"], ["getApplicationNameInfo", "SfPerf~Store"],
            ["getServiceDescription", "SfPerf~Store"], ["getServiceHealth", "SfPerf~Store"],
            ["getPartitionInfoList", "SfPerf~Store"], ["resolveService", "SfPerf~Store", key],
            ["getPartitionInfo", partition], ["getServiceNameInfo", partition], ["getPartitionHealth", partition],
            ["getPartitionLoadInformation", partition], ["getReplicaInfoList", partition],
            ["getDeployedApplicationInfoList", "_Node_1"], ["getClusterHealth"], ["getClusterHealthChunk"],
            ["getClusterManifest"], ["getClusterUpgradeProgress"], ["getProvisionedFabricCodeVersionInfoList"],
            ["getAadMetadata"]);
        Assert.All(answers, a => Assert.True((int?)a["status"] == 200, a.ToJsonString()));
        JsonNode Of(string method) => answers.Single(a => (string)a["method"]! == method)["result"]!;
        Assert.Equal("SfPerf", (string)Of("getApplicationInfo")["id"]!);
        Assert.Equal("SfPerf~Store", (string)Of("getServiceNameInfo")["id"]!);
        Assert.Equal(3, Of("getReplicaInfoList")["items"]!.AsArray().Count);
        Assert.Equal("StatefulPrimary", (string)Of("resolveService")["endpoints"]![0]!["kind"]!);
        var scheme = Of("getServiceDescription")["partitionDescription"]!;
        Assert.Equal(("UniformInt64Range", 2), ((string)scheme["partitionScheme"]!, (int)scheme["count"]!));
    }

    [Fact]
    [Trait("DeploymentCase", "24")]
    public async Task A_service_is_created_reported_and_deleted()
    {
        var description = JsonNode.Parse("""
            {"serviceKind":"Stateful","applicationName":"fabric:/SfPerf","serviceName":"fabric:/SfPerf/Third",
             "serviceTypeName":"EchoStatefulType","targetReplicaSetSize":3,"minReplicaSetSize":2,
             "hasPersistedState":true,"partitionDescription":{"partitionScheme":"Named","count":2,"names":["a","b"]}}
            """)!;
        var report = new JsonObject
        {
            ["sourceId"] = "npm", ["property"] = "Mood", ["healthState"] = "Warning", ["description"] = "it rains",
        };
        var answers = await CallAsync(
            ["createService", "SfPerf", description], ["createService", "SfPerf", description.DeepClone()],
            ["getPartitionInfoList", "SfPerf~Third"], ["reportServiceHealth", "SfPerf~Third", report],
            ["getServiceHealth", "SfPerf~Third"], ["deleteService", "SfPerf~Third"],
            ["deleteService", "SfPerf~Third"]);
        Assert.Equal([202, 409, 200, 200, 200, 200, 404], answers.Select(a => (int)a["status"]!));
        Assert.Equal("FABRIC_E_SERVICE_ALREADY_EXISTS", (string)answers[1]["code"]!);
        Assert.Equal(2, answers[2]["result"]!["items"]!.AsArray().Count);
        var health = answers[4]["result"]!;
        Assert.NotEqual("Ok", (string)health["aggregatedHealthState"]!);
        Assert.Equal("it rains", (string)health["healthEvents"]![0]!["description"]!);
        Assert.Equal("FABRIC_E_SERVICE_DOES_NOT_EXIST", (string)answers[6]["code"]!);
    }

    [Fact]
    [Trait("DeploymentCase", "24")]
    public async Task A_service_is_made_from_a_template_and_updated()
    {
        var template = JsonNode.Parse("""
            {"applicationName":"fabric:/SfPerf","serviceName":"fabric:/SfPerf/Shaped",
             "serviceTypeName":"EchoStatefulType","servicePackageActivationMode":"SharedProcess"}
            """)!;
        var unknown = template.DeepClone();
        unknown["serviceTypeName"] = "EchoStatelessType";
        var update = JsonNode.Parse("""
            {"serviceKind":"Stateful","flags":"17","targetReplicaSetSize":4,"minReplicaSetSize":1}
            """)!;
        var placed = JsonNode.Parse("""
            {"serviceKind":"Stateful","flags":"32","placementConstraints":"(NodeType!=NodeType0)"}
            """)!;
        var counted = JsonNode.Parse("""
            {"serviceKind":"Stateful","flags":"256","serviceLoadMetrics":[]}
            """)!;
        var large = JsonNode.Parse("""{"serviceKind":"Stateful","flags":"1","targetReplicaSetSize":9}""")!;
        var answers = await CallAsync(
            ["createServiceFromTemplate", "SfPerf", template],
            ["createServiceFromTemplate", "SfPerf", template.DeepClone()],
            ["createServiceFromTemplate", "SfPerf", unknown],
            ["updateService", "SfPerf~Shaped", update], ["getServiceDescription", "SfPerf~Shaped"],
            ["updateService", "SfPerf~Shaped", placed], ["updateService", "SfPerf~Shaped", counted],
            ["updateService", "SfPerf~Shaped", large], ["getServiceDescription", "SfPerf~Shaped"]);
        Assert.Equal([202, 409, 404, 200, 200, 200, 501, 400, 200], answers.Select(a => (int)a["status"]!));
        Assert.Equal("(NodeType!=NodeType0)", (string)answers[8]["result"]!["placementConstraints"]!);
        var description = answers[4]["result"]!;
        Assert.Equal((4, 1), ((int)description["targetReplicaSetSize"]!, (int)description["minReplicaSetSize"]!));
        var partition = (string)(await rest.GetAsync("/Services/SfPerf~Shaped/$/GetPartitions?api-version=6.0"))
            .Body!["Items"]![0]!["PartitionInformation"]!["Id"]!;
        _ = await rest.Cluster.UntilAsync($"/Partitions/{partition}/$/GetReplicas?api-version=6.0",
            r => r["Items"]!.AsArray().Count(i => (string)i!["ReplicaStatus"]! == "Ready") == 4);
        Assert.Equal([200], (await CallAsync(["deleteService", "SfPerf~Shaped"])).Select(a => (int)a["status"]!));
    }

    [Fact]
    [Trait("DeploymentCase", "21")]
    public async Task A_node_is_disabled_and_enabled()
    {
        var answers = await CallAsync(
            ["disableNode", "_Node_2", new JsonObject { ["deactivationIntent"] = "Pause" }],
            ["getNodeInfo", "_Node_2"], ["enableNode", "_Node_2"], ["getNodeInfo", "_Node_2"],
            ["enableNode", "_Node_77"]);
        Assert.Equal([200, 200, 200, 200, 404], answers.Select(a => (int)a["status"]!));
        Assert.Equal(("Disabled", "Pause"), ((string)answers[1]["result"]!["nodeStatus"]!,
            (string)answers[1]["result"]!["nodeDeactivationInfo"]!["nodeDeactivationIntent"]!));
        Assert.Equal("Up", (string)answers[3]["result"]!["nodeStatus"]!);
        foreach (var (intent, status) in new[]
        {
            ("1", 200), ("\"Pause\"", 200), ("\"restart\"", 200), ("2", 200), ("\"Nonsense\"", 400), ("0", 400),
            ("9", 400), ("\"\"", 400), ("\"Pause, Restart\"", 400),
        })
        {
            var answer = await rest.PostAsync("/Nodes/_Node_2/$/Deactivate?api-version=6.0",
                $$"""{"DeactivationIntent":{{intent}}}""");
            Assert.Equal(status, answer.Status);
            if (status == 400)
                Assert.Equal("E_INVALIDARG", answer.Code);
        }
        // Less than what is under way is refused.
        var less = await rest.PostAsync(
            "/Nodes/_Node_2/$/Deactivate?api-version=6.0", """{"DeactivationIntent":"Pause"}""");
        Assert.Equal((400, "FABRIC_E_INVALID_OPERATION"), (less.Status, less.Code));
        Assert.Equal([200], (await CallAsync(["enableNode", "_Node_2"])).Select(a => (int)a["status"]!));
    }

    [Fact]
    [Trait("DeploymentCase", "30")]
    public async Task An_application_goes_its_whole_way()
    {
        await rest.SendPackageAsync(RunningCluster.EchoPackage, "FromNpm");
        var package = new JsonObject
        {
            ["kind"] = "ImageStorePath", ["applicationTypeBuildPath"] = "FromNpm", ["async"] = false,
        };
        var waitless = package.DeepClone();
        waitless["async"] = true;
        var application = JsonNode.Parse("""
            {"name":"fabric:/FromNpm","typeName":"EchoApplicationType","typeVersion":"1.0.0","parameterList":[
             {"key":"Store_TargetReplicaSetSize","value":"1"},{"key":"Store_MinReplicaSetSize","value":"1"}]}
            """)!;
        var unprovision = new JsonObject { ["applicationTypeVersion"] = "1.0.0" };
        const string type = "EchoApplicationType";
        var answers = await CallAsync(
            ["getImageStoreContent", "FromNpm"], ["provisionApplicationType", waitless],
            ["getApplicationTypeInfoListByName", type], ["provisionApplicationType", package],
            ["deleteImageStoreContent", "FromNpm"], ["createApplication", application],
            ["createApplication", application.DeepClone()], ["getApplicationInfo", "FromNpm"],
            ["unprovisionApplicationType", type, unprovision], ["deleteApplication", "FromNpm"],
            ["unprovisionApplicationType", type, unprovision.DeepClone()],
            ["unprovisionApplicationType", type, unprovision.DeepClone()]);
        Assert.Equal(
            [200, 202, 200, 409, 200, 201, 409, 200, 409, 200, 200, 404], answers.Select(a => (int)a["status"]!));
        Assert.Equal("Available", (string)answers[2]["result"]!["items"]![0]!["status"]!);
        Assert.Equal("FABRIC_E_APPLICATION_TYPE_ALREADY_EXISTS", (string)answers[3]["code"]!);
        Assert.Equal("FABRIC_E_APPLICATION_TYPE_IN_USE", (string)answers[8]["code"]!);
    }

    private Task<JsonNode[]> CallAsync(params JsonArray[] calls)
    {
        Assert.SkipUnless(Directory.Exists(Module), "skipped: needs npm azure-servicefabric");
        return rest.RunAsync("node", "client.js", calls, Module);
    }
}
