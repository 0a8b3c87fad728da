using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Service Fabric's own client for Python, on which sfctl is built, against our cluster.</summary>
public sealed class PythonClientTests(RestCluster rest) : IClassFixture<RestCluster>, IAsyncLifetime
{
    internal const string Python = "/usr/bin/python3";
    internal const string Module = "/usr/lib/python3/dist-packages/azure/servicefabric";

    // What the test before did may not be over: a host that it killed starts again.
    public async ValueTask InitializeAsync() => await rest.WholeAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

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
    [Trait("DeploymentCase", "23")]
    public async Task Single_replicas_are_restarted_removed_and_moved()
    {
        var partition = await rest.PartitionAsync();
        var path = $"/Partitions/{partition}/$/GetReplicas?api-version=6.0";
        var before = await ReadyAsync();
        var (moved, removed) = (Secondaries(before)[0], Secondaries(before)[1]);
        var used = before["Items"]!.AsArray().Select(r => (string)r!["NodeName"]!).ToHashSet();
        var free = Enumerable.Range(0, 5).Select(i => $"_Node_{i}").First(n => !used.Contains(n));
        var answers = await CallAsync(
            ["move_secondary_replica", partition, moved.Node,
                new JsonObject { ["new_node_name"] = removed.Node }],
            ["move_secondary_replica", partition, moved.Node,
                new JsonObject { ["new_node_name"] = free }]);
        Assert.Equal([400, 200], answers.Select(a => (int)a["status"]!));
        Assert.Contains($"{removed.Node} has a replica of it already.", (string)answers[0]["message"]!,
            System.StringComparison.Ordinal);
        var after = await ReadyAsync(r => Secondaries(r).Any(s => s.Node == free));
        Assert.DoesNotContain(Secondaries(after), s => s.Node == moved.Node);

        answers = await CallAsync(
            ["remove_replica", "_Node_77", partition, removed.Id], ["remove_replica", free, partition, removed.Id],
            ["remove_replica", removed.Node, partition, removed.Id]);
        Assert.Equal([404, 404, 200], answers.Select(a => (int)a["status"]!));
        after = await ReadyAsync(r => Secondaries(r).All(s => s.Id != removed.Id));

        var primary = after["Items"]!.AsArray().Single(r => (string)r!["ReplicaRole"]! == "Primary")!;
        var epoch = await EpochAsync();
        answers = await CallAsync(
            ["restart_replica", (string)primary["NodeName"]!, partition, (string)primary["ReplicaId"]!]);
        Assert.Equal([200], answers.Select(a => (int)a["status"]!));
        // An election follows, and the restarted one is there again with its state, as primary or as secondary.
        _ = await rest.Cluster.UntilAsync($"/Partitions/{partition}?api-version=6.4", p => EpochOf(p) > epoch);
        _ = await ReadyAsync(r => r["Items"]!.AsArray().Any(
            i => (string)i!["ReplicaId"]! == (string)primary["ReplicaId"]!));

        static long EpochOf(JsonNode partition) => long.Parse((string)partition["PrimaryEpoch"]!
            ["ConfigurationVersion"]!, System.Globalization.CultureInfo.InvariantCulture);
        async Task<long> EpochAsync() => EpochOf((await rest.GetAsync($"/Partitions/{partition}?api-version=6.4"))
            .Body!);
        static (string Id, string Node)[] Secondaries(JsonNode replicas) => [.. replicas["Items"]!.AsArray()
            .Where(r => (string)r!["ReplicaRole"]! == "ActiveSecondary")
            .Select(r => ((string)r!["ReplicaId"]!, (string)r["NodeName"]!))];
        Task<JsonNode> ReadyAsync(System.Func<JsonNode, bool>? also = null) => rest.Cluster.UntilAsync(path,
            r => r["Items"]!.AsArray().Count == 3 && (also is null || also(r))
                && r["Items"]!.AsArray().All(i => (string)i!["ReplicaStatus"]! == "Ready"));
    }

    [Fact]
    [Trait("DeploymentCase", "24")]
    public async Task A_service_is_made_from_a_template_and_updated()
    {
        JsonNode Update(string kind, string flags, string property, int value) => new JsonObject
        {
            ["$"] = kind, ["flags"] = flags, [property] = value,
        };
        var answers = await CallAsync(
            ["create_service_from_template", "SfPerf", new JsonObject
            {
                ["$"] = "ServiceFromTemplateDescription", ["application_name"] = "fabric:/SfPerf",
                ["service_name"] = "fabric:/SfPerf/FromPython", ["service_type_name"] = "EchoStatefulType",
                ["service_package_activation_mode"] = "SharedProcess",
            }],
            ["update_service", "SfPerf~FromPython",
                Update("StatefulServiceUpdateDescription", "1", "target_replica_set_size", 2)],
            ["update_service", "SfPerf~FromPython",
                Update("StatefulServiceUpdateDescription", "16", "min_replica_set_size", 3)],
            ["update_service", "SfPerf~Echo", Update("StatelessServiceUpdateDescription", "1", "instance_count", 3)],
            ["update_service", "SfPerf~Echo",
                Update("StatefulServiceUpdateDescription", "1", "target_replica_set_size", 2)],
            ["get_service_description", "SfPerf~FromPython"]);
        Assert.Equal([202, 200, 400, 200, 400, 200], answers.Select(a => (int)a["status"]!));
        Assert.Equal(2, (int)answers[5]["result"]!["target_replica_set_size"]!);
        await UntilReadyAsync("FromPython", 2);
        await UntilReadyAsync("Echo", 3);
        var partitions = await rest.PostAsync("/Services/SfPerf~Store/$/Update?api-version=6.0",
            """{"ServiceKind":"Stateful","Flags":"0","PartitionDescription":{"PartitionScheme":"Singleton"} }""");
        Assert.Equal((400, "E_INVALIDARG"), (partitions.Status, partitions.Code));
        answers = await CallAsync(
            ["update_service", "SfPerf~Echo", Update("StatelessServiceUpdateDescription", "1", "instance_count", 1)],
            ["delete_service", "SfPerf~FromPython"]);
        Assert.All(answers, a => Assert.Equal(200, (int)a["status"]!));
        await UntilReadyAsync("Echo", 1);

        async Task UntilReadyAsync(string service, int count)
        {
            var found = await rest.GetAsync($"/Services/SfPerf~{service}/$/GetPartitions?api-version=6.0");
            var id = (string)found.Body!["Items"]![0]!["PartitionInformation"]!["Id"]!;
            _ = await rest.Cluster.UntilAsync($"/Partitions/{id}/$/GetReplicas?api-version=6.0",
                r => r["Items"]!.AsArray().Count == count
                    && r["Items"]!.AsArray().All(i => (string)i!["ReplicaStatus"]! == "Ready"));
        }
    }

    [Fact]
    [Trait("DeploymentCase", "18")]
    public async Task Health_is_judged_by_a_policy_of_the_client()
    {
        var partition = await rest.PartitionAsync();
        var replicas = await rest.Cluster.UntilAsync($"/Partitions/{partition}/$/GetReplicas?api-version=6.0",
            r => r["Items"]!.AsArray().Count(i => (string)i!["ReplicaStatus"]! == "Ready") == 3);
        var replica = (string)replicas["Items"]![0]!["ReplicaId"]!;
        JsonNode Report(string state) => new JsonObject
        {
            ["$"] = "HealthInformation", ["source_id"] = "judge", ["property"] = "Tooth", ["health_state"] = state,
        };
        JsonNode Policy(int percent) => new JsonObject
        {
            ["application_health_policy"] = new JsonObject
            {
                ["$"] = "ApplicationHealthPolicy",
                ["default_service_type_health_policy"] = new JsonObject
                {
                    ["$"] = "ServiceTypeHealthPolicy", ["max_percent_unhealthy_replicas_per_partition"] = percent,
                },
            },
        };
        var answers = await CallAsync(
            ["report_replica_health", partition, replica, Report("Error")],
            ["get_partition_health_using_policy", partition, Policy(0)],
            ["get_partition_health_using_policy", partition, Policy(50)],
            ["get_application_health_using_policy", "SfPerf", Policy(50)],
            ["get_deployed_application_health", "_Node_1", "SfPerf"],
            ["report_replica_health", partition, replica, Report("Ok")]);
        Assert.All(answers, a => Assert.True((int?)a["status"] == 200, a.ToJsonString()));
        Assert.Equal(["Error", "Warning", "Warning"],
            answers[1..4].Select(a => (string)a["result"]!["aggregated_health_state"]!));
        Assert.Equal("Replicas", (string)answers[1]["result"]!["unhealthy_evaluations"]![0]!["health_evaluation"]!
            ["kind"]!);
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
    [Trait("DeploymentCase", "57")]
    public async Task Faults_and_chaos_begin_and_end()
    {
        var partition = await rest.PartitionAsync();
        var (loss, restart) = ($"{System.Guid.NewGuid()}", $"{System.Guid.NewGuid()}");
        JsonArray Loss() => ["start_quorum_loss", "SfPerf~Store", partition, loss, "AllReplicas", 3600];
        var parameters = new JsonObject
        {
            ["$"] = "ChaosParameters", ["enable_move_replica_faults"] = false,
            ["context"] = new JsonObject { ["$"] = "ChaosContext", ["map"] = new JsonObject { ["Seed"] = "7" } },
        };
        var answers = await CallAsync(
            Loss(), Loss(), ["get_quorum_loss_progress", "SfPerf~Store", partition, loss], ["get_fault_operation_list"],
            // Until the cluster is whole chaos waits: what it would strike could be down still when it is restarted.
            ["start_chaos", parameters], ["get_chaos"], ["stop_chaos"], ["get_chaos_events"],
            ["cancel_operation", loss]);
        Assert.Equal([202, 409, 200, 200, 200, 200, 200, 200, 200], answers.Select(a => (int)a["status"]!));
        Assert.Equal("FABRIC_E_TEST_COMMAND_OPERATION_ID_ALREADY_EXISTS", (string)answers[1]["code"]!);
        var progress = answers[2]["result"]!;
        Assert.Equal(("Running", partition), ((string)progress["state"]!,
            (string)progress["invoke_quorum_loss_result"]!["selected_partition"]!["partition_id"]!));
        Assert.Contains($"{loss} PartitionQuorumLoss", answers[3]["result"]!.AsArray()
            .Select(f => $"{f!["operation_id"]} {f["type"]}"));
        var chaos = answers[5]["result"]!;
        Assert.Equal(("Running", "7"), ((string)chaos["status"]!,
            (string)chaos["chaos_parameters"]!["context"]!["map"]!["Seed"]!));
        Assert.Equal(["Started", "Stopped"], answers[7]["result"]!["history"]!.AsArray()
            .Select(e => (string)e!["chaos_event"]!["kind"]!));
        _ = await rest.Cluster.UntilAsync("/Cluster/Status", s => (string)s["health"]! == "Ok");

        answers = await CallAsync(
            ["start_partition_restart", "SfPerf~Store", partition, restart, "OnlyActiveSecondaries"]);
        Assert.Equal(202, (int)answers[0]["status"]!);
        _ = await rest.Cluster.UntilAsync("/Cluster/Status", s => (string)s["health"]! == "Ok");
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

        await rest.Cluster.PostAsync("/Cluster/Kill", new JsonObject
        {
            ["primary"] = "fabric:/SfPerf/Names",
            ["partitionId"] = (string)red["partition_information"]!["id"]!
        });
        // The gateway waits one second for another version; a client that is told the old one asks again.
        long version = long.Parse((string)red["version"]!, null);
        _ = await rest.Cluster.UntilAsync("/Services/SfPerf~Names/$/ResolvePartition?api-version=6.0"
            + $"&PartitionKeyType=3&PartitionKeyValue=red&PreviousRspVersion={version}",
            r => long.TryParse((string?)r["Version"], null, out var now) && now > version);
        var again = Resolve("Names", 3, "red");
        again[^1]!["previous_rsp_version"] = (string)red["version"]!;
        var newer = (await CallAsync(again)).Single();
        Assert.Equal(200, (int)newer["status"]!);
        Assert.True(long.Parse((string)newer["result"]!["version"]!, null) > version);
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
        if (lives is null)
            return report;
        report["time_to_live_in_milli_seconds"] = lives;
        report["remove_when_expired"] = true;
        return report;
    }

    private Task<JsonNode[]> CallAsync(params JsonArray[] calls)
    {
        Assert.SkipUnless(Directory.Exists(Module), "skipped: needs python3-azure");
        return rest.RunAsync(Python, "client.py", calls);
    }
}
