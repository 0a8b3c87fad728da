using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Service Fabric's own client for Python, on which sfctl is built, against our cluster.</summary>
[Collection("processes")]
public sealed class PythonClientTests(RestCluster rest) : IClassFixture<RestCluster>
{
    private const string Python = "/usr/bin/python3";

    [Fact]
    [Trait("DeploymentCase", "2")]
    public async Task Every_entity_is_read()
    {
        var partition = await rest.PartitionAsync();
        var replica = (await rest.GetAsync($"/Partitions/{partition}/$/GetReplicas?api-version=6.0"))
            .Each("ReplicaId")[0];
        var answers = await CallAsync(
            ["get_cluster_version"], ["get_cluster_manifest"], ["get_cluster_load"], ["get_cluster_health"],
            ["get_cluster_health_chunk"], ["get_cluster_upgrade_progress"], ["get_aad_metadata"],
            ["get_provisioned_fabric_code_version_info_list"], ["get_node_info_list"], ["get_node_info", "_Node_1"],
            ["get_node_health", "_Node_1"], ["get_node_load_info", "_Node_1"],
            ["get_application_type_info_list"], ["get_application_type_info_list_by_name", "EchoApplicationType"],
            ["get_application_info_list"], ["get_application_info", "SfPerf"], ["get_application_health", "SfPerf"],
            ["get_application_upgrade", "SfPerf"], ["get_deployed_application_info_list", "_Node_1"],
            ["get_service_info_list", "SfPerf"], ["get_service_info", "SfPerf", "SfPerf~Store"],
            ["get_service_description", "SfPerf~Store"], ["get_service_health", "SfPerf~Store"],
            ["get_application_name_info", "SfPerf~Store"], ["get_partition_info_list", "SfPerf~Store"],
            ["get_partition_info", partition], ["get_service_name_info", partition],
            ["get_partition_health", partition], ["get_partition_load_information", partition],
            ["get_replica_info_list", partition], ["get_replica_info", partition, replica],
            ["get_replica_health", partition, replica], ["get_image_store_root_content"]);
        Assert.All(answers, a => Assert.True((int?)a["status"] == 200 && a["result"] is not null, a.ToJsonString()));
        JsonNode Of(string method) => answers.Single(a => (string)a["method"]! == method)["result"]!;
        Assert.Equal("SfPerf", (string)Of("get_application_info")["id"]!);
        Assert.Equal("Stateful", (string)Of("get_service_info")["service_kind"]!);
        var information = Of("get_partition_info")["partition_information"]!;
        Assert.Equal("Int64Range", (string)information["service_partition_kind"]!);
        Assert.Equal(3, Of("get_replica_info_list")["items"]!.AsArray().Count);
        var scheme = Of("get_service_description")["partition_description"]!;
        Assert.Equal(("UniformInt64Range", 2), ((string)scheme["partition_scheme"]!, (int)scheme["count"]!));
    }

    [Fact]
    [Trait("DeploymentCase", "16")]
    public async Task A_report_of_every_entity_is_shown_and_goes()
    {
        var partition = await rest.PartitionAsync();
        var replica = (await rest.GetAsync($"/Partitions/{partition}/$/GetReplicas?api-version=6.0"))
            .Each("ReplicaId")[0];
        foreach (var (entity, ids) in new (string Entity, string[] Ids)[]
        {
            ("cluster", []), ("node", ["_Node_2"]), ("application", ["SfPerf"]), ("service", ["SfPerf~Echo"]),
            ("partition", [partition]), ("replica", [partition, replica]),
        })
        {
            JsonArray Call(string verb, params JsonNode?[] more) =>
                [$"{verb}_{entity}_health", .. ids.Select(i => (JsonNode?)i), .. more];
            var immediate = new JsonObject { ["immediate"] = true };
            var answers = await CallAsync(
                Call("report", Report("Warning", null), immediate), Call("get"), ["get_cluster_health"],
                Call("report", Report("Error", "PT0.05S"), immediate.DeepClone()));
            Assert.All(answers, a => Assert.True((int)a["status"]! == 200, a.ToJsonString()));
            var events = answers[1]["result"]!["health_events"]!.AsArray();
            var shown = events.Single(e => (string)e!["source_id"]! == "py")!;
            Assert.Equal(("Warning", "mood"), ((string)shown["health_state"]!, (string)shown["property"]!));
            Assert.Equal("Warning", (string)answers[1]["result"]!["aggregated_health_state"]!);
            Assert.Equal("Warning", (string)answers[2]["result"]!["aggregated_health_state"]!);
            await rest.Cluster.UntilAsync("/$/GetClusterHealth?api-version=6.0",
                h => (string)h["AggregatedHealthState"]! == "Ok");
        }
    }

    [Fact]
    [Trait("DeploymentCase", "20")]
    [Trait("DeploymentCase", "24")]
    public async Task Partitions_of_each_kind_are_resolved_and_again_after_a_kill()
    {
        var description = JsonNode.Parse("""
            {"$":"StatefulServiceDescription","application_name":"fabric:/SfPerf","service_name":"fabric:/SfPerf/Names",
             "service_type_name":"EchoStatefulType","target_replica_set_size":3,"min_replica_set_size":2,
             "has_persisted_state":true,
             "partition_description":{"$":"NamedPartitionSchemeDescription","count":2,"names":["red","blue"]}}
            """)!;
        Assert.Equal([202, 409], (await CallAsync(["create_service", "SfPerf", description],
            ["create_service", "SfPerf", description.DeepClone()])).Select(a => (int)a["status"]!));
        await rest.Cluster.UntilAsync(
            "/Services/SfPerf~Names/$/ResolvePartition?api-version=6.0&PartitionKeyType=3&PartitionKeyValue=red",
            r => r["Endpoints"] is JsonArray { Count: 3 });
        var answers = await CallAsync(
            Resolve("Names", 3, "red"), Resolve("Names", 3, "green"), Resolve("Names", 2, "7"), Resolve("Names", 1, ""),
            Resolve("Store", 2, "-9223372036854775808"), Resolve("Store", 3, "red"), Resolve("Store", 1, ""),
            Resolve("Echo", 1, ""), Resolve("Echo", 2, "7"), Resolve("Store", 2, "much"));
        Assert.Equal([200, 400, 400, 400, 200, 400, 400, 200, 400, 400], answers.Select(a => (int)a["status"]!));
        Assert.All(answers.Where(a => (int)a["status"]! == 400), a => Assert.NotNull((string?)a["code"]));
        var red = answers[0]["result"]!;
        Assert.Equal("red", (string)red["partition_information"]!["name"]!);
        Assert.Equal("StatefulPrimary", (string)red["endpoints"]![0]!["kind"]!);

        await rest.Cluster.PostAsync("/Cluster/Kill", new JsonObject { ["primary"] = "fabric:/SfPerf/Names",
            ["partitionId"] = (string)red["partition_information"]!["id"]! });
        var again = Resolve("Names", 3, "red");
        again[^1]!["previous_rsp_version"] = (string)red["version"]!;
        var newer = (await CallAsync(again)).Single();
        Assert.Equal(200, (int)newer["status"]!);
        Assert.True(long.Parse((string)newer["result"]!["version"]!) > long.Parse((string)red["version"]!));
        var deleted = await CallAsync(["delete_service", "SfPerf~Names"], ["delete_service", "SfPerf~Names"]);
        Assert.Equal([200, 404], deleted.Select(a => (int)a["status"]!));
    }

    [Fact]
    [Trait("DeploymentCase", "25")]
    [Trait("DeploymentCase", "30")]
    public async Task An_application_goes_its_whole_way()
    {
        await rest.SendPackageAsync(RunningCluster.EchoPackage, "FromPython");
        var provision = JsonNode.Parse("""
            {"$":"ProvisionApplicationTypeDescription","application_type_build_path":"FromPython",
             "async_property":false,"application_package_cleanup_policy":"Automatic"}
            """);
        var application = JsonNode.Parse("""
            {"$":"ApplicationDescription","name":"fabric:/FromPython","type_name":"EchoApplicationType",
             "type_version":"1.0.0","parameters":[
              {"$":"ApplicationParameter","key":"Store_TargetReplicaSetSize","value":"1"},
              {"$":"ApplicationParameter","key":"Store_MinReplicaSetSize","value":"1"}]}
            """);
        var answers = await CallAsync(
            ["get_image_store_content", "FromPython"], ["provision_application_type", provision],
            ["get_image_store_content", "FromPython"], ["create_application", application],
            ["get_application_info", "FromPython"], ["delete_application", "FromPython"],
            ["unprovision_application_type", "EchoApplicationType", "1.0.0"]);
        // The package was deleted when it had become a type.
        Assert.True(answers.Select(a => (int)a["status"]!).SequenceEqual([200, 200, 404, 201, 200, 200, 200]),
            string.Join("\n", answers.Select(a => a.ToJsonString())));
        Assert.Equal("FromPython/EchoPkg", (string)answers[0]["result"]!["store_folders"]![0]!["store_relative_path"]!);
        Assert.Equal("FABRIC_E_FILE_NOT_FOUND", (string)answers[2]["code"]!);
    }

    private static JsonArray Resolve(string service, int type, string key) => ["resolve_service", $"SfPerf~{service}",
        new JsonObject { ["partition_key_type"] = type, ["partition_key_value"] = key }];

    private static JsonObject Report(string state, string? lives)
    {
        var report = new JsonObject
        {
            ["$"] = "HealthInformation", ["source_id"] = "py", ["property"] = "mood", ["health_state"] = state,
            ["description"] = "it rains",
        };
        if (lives is null) return report;
        report["time_to_live_in_milli_seconds"] = lives;
        report["remove_when_expired"] = true;
        return report;
    }

    private Task<JsonNode[]> CallAsync(params JsonArray[] calls)
    {
        Assert.SkipUnless(Directory.Exists("/usr/lib/python3/dist-packages/azure/servicefabric"),
            "skipped: needs python3-azure");
        return rest.RunAsync(Python, "client.py", calls);
    }
}
