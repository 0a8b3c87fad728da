using System;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>What Service Fabric's REST interface says of that which runs on a node.</summary>
[Collection(nameof(RestCollection))]
public sealed class RestDeployedTests(RestCluster rest)
{
    private const string Version = "api-version=6.0";

    [Fact]
    [Trait("DeploymentCase", "12")]
    public async Task The_packages_on_a_node_have_both_entry_points_with_statistics()
    {
        var node = (string)(await ReadyAsync(await rest.PartitionAsync()))[0]!["NodeName"]!;
        var path = $"/Nodes/{node}/$/GetApplications/SfPerf/$";
        var packages = await rest.GetAsync($"{path}/GetServicePackages?{Version}");
        var package = Assert.Single(packages.Body!.AsArray())!;
        Assert.Equal(("EchoPkg", "1.0.0", "Active", "", "Ok"), ((string)package["Name"]!, (string)package["Version"]!,
            (string)package["Status"]!, (string)package["ServicePackageActivationId"]!,
            (string)package["HealthState"]!));
        Assert.Equal(packages.Text, (await rest.GetAsync($"{path}/GetServicePackages/EchoPkg?{Version}")).Text);
        Assert.Equal(204, (await rest.GetAsync($"{path}/GetServicePackages/Other?{Version}")).Status);

        var code = Assert.Single((await rest.GetAsync($"{path}/GetCodePackages?{Version}")).Body!.AsArray())!;
        Assert.Equal(("Code", "1.0.0", "EchoPkg", "ExeHost", "Active", false), ((string)code["Name"]!,
            (string)code["Version"]!, (string)code["ServiceManifestName"]!, (string)code["HostType"]!,
            (string)code["Status"]!, (bool)code["HasSetupEntryPoint"]!));
        var (main, setup) = (code["MainEntryPoint"]!, code["SetupEntryPoint"]!);
        var host = (await rest.Cluster.GetAsync("/Cluster/Status"))["nodes"]!.AsArray()
            .Single(n => (string)n!["name"]! == node)!["hosts"]!.AsArray().Single()!;
        Assert.Equal($"{host["pid"]}", (string)main["ProcessId"]!);
        Assert.True(File.Exists((string)main["EntryPointLocation"]!));
        Assert.Equal("Started", (string)main["Status"]!);
        var statistics = main["CodePackageEntryPointStatistics"]!;
        Assert.Equal($"{host["starts"]}", (string)statistics["ActivationCount"]!);
        Assert.InRange(DateTimeOffset.Parse((string)statistics["LastSuccessfulActivationTime"]!, null),
            TimeProvider.System.GetUtcNow() - TimeSpan.FromHours(1), TimeProvider.System.GetUtcNow());
        // A number of this size would reach a JavaScript client rounded: a string, here and in the gateway's status.
        Assert.True(long.Parse((string)main["InstanceId"]!, null) > int.MaxValue);
        Assert.Equal((string)main["InstanceId"]!, (string)host["codePackages"]![0]!["main"]!["runs"]!["instance"]!);
        // The manifest has none: clients read it all the same.
        Assert.Equal(("Invalid", "0", "0"), ((string)setup["Status"]!, (string)setup["ProcessId"]!,
            (string)setup["CodePackageEntryPointStatistics"]!["ActivationCount"]!));

        foreach (var (query, count) in new[]
        {
            ("ServiceManifestName=EchoPkg&CodePackageName=Code", 1), ("ServiceManifestName=Other", 0),
            ("CodePackageName=Other", 0),
        })
        {
            var found = await rest.GetAsync($"{path}/GetCodePackages?{Version}&{query}");
            Assert.Equal(count, found.Body!.AsArray().Count);
        }
        foreach (var (wrong, error) in new[]
        {
            ("/Nodes/_Node_9/$/GetApplications/SfPerf/$/GetCodePackages", "FABRIC_E_NODE_NOT_FOUND"),
            ($"/Nodes/{node}/$/GetApplications/Other/$/GetServicePackages", "FABRIC_E_APPLICATION_NOT_FOUND"),
        })
        {
            var answer = await rest.GetAsync($"{wrong}?{Version}");
            Assert.Equal((404, error), (answer.Status, answer.Code));
        }
    }

    [Fact]
    [Trait("DeploymentCase", "12")]
    public async Task The_replicas_on_the_nodes_are_those_of_the_partitions()
    {
        var partition = await rest.PartitionAsync();
        var replicas = await ReadyAsync(partition);
        foreach (var replica in replicas)
        {
            var path = $"/Nodes/{replica!["NodeName"]}/$/GetApplications/SfPerf/$";
            var found = await rest.GetAsync($"{path}/GetReplicas?{Version}&PartitionId={partition}");
            var deployed = Assert.Single(found.Body!.AsArray())!;
            foreach (var name in new[] { "ReplicaId", "ReplicaRole", "ReplicaStatus", "Address" })
                Assert.Equal((string)replica[name]!, (string)deployed[name]!);
            Assert.Equal(("fabric:/SfPerf/Store", "EchoStatefulType", "EchoPkg", "Code", partition),
                ((string)deployed["ServiceName"]!, (string)deployed["ServiceTypeName"]!,
                    (string)deployed["ServiceManifestName"]!, (string)deployed["CodePackageName"]!,
                    (string)deployed["PartitionId"]!));
            var code = (await rest.GetAsync($"{path}/GetCodePackages?{Version}")).Body![0]!;
            Assert.Equal((string)code["MainEntryPoint"]!["ProcessId"]!, (string)deployed["HostProcessId"]!);
            var all = await rest.GetAsync($"{path}/GetReplicas?{Version}&ServiceManifestName=EchoPkg");
            Assert.Contains(all.Body!.AsArray(), d => (string)d!["PartitionId"]! == partition);
            var none = await rest.GetAsync($"{path}/GetReplicas?{Version}&ServiceManifestName=Other");
            Assert.Empty(none.Body!.AsArray());
            Assert.Equal(400, (await rest.GetAsync($"{path}/GetReplicas?{Version}&PartitionId=7")).Status);
        }
    }

    [Fact]
    [Trait("DeploymentCase", "9")]
    public async Task The_detail_of_a_replica_says_who_may_write()
    {
        var partition = await rest.PartitionAsync();
        foreach (var replica in await ReadyAsync(partition))
        {
            var role = (string)replica!["ReplicaRole"]!;
            var path = $"/Nodes/{replica["NodeName"]}/$/GetPartitions/{partition}/$/GetReplicas";
            var answer = await rest.GetAsync($"{path}/{replica["ReplicaId"]}/$/GetDetail?{Version}");
            Assert.Equal(200, answer.Status);
            Assert.Equal(answer.Text, (await rest.GetAsync($"{path}?{Version}")).Text);
            var detail = answer.Body!.AsObject();
            Assert.Equal(("ServiceKind", "Stateful"), (detail.First().Key, (string)detail["ServiceKind"]!));
            Assert.Equal((string)replica["ReplicaId"]!, (string)detail["ReplicaId"]!);
            var access = role == "Primary" ? "Granted" : "NotPrimary";
            Assert.Equal((access, access), ((string)detail["ReadStatus"]!, (string)detail["WriteStatus"]!));
            Assert.NotNull(detail["ReportedLoad"]!.AsArray());
            var replicator = detail["ReplicatorStatus"]!.AsObject();
            Assert.Equal(("Kind", role), (replicator.First().Key, (string)replicator["Kind"]!));
            var read = detail["DeployedServiceReplicaQueryResult"]!.AsObject();
            Assert.Equal("ServiceKind", read.First().Key);
            Assert.Equal((string)replica["Address"]!, (string)read["Address"]!);
            Assert.True(JsonNode.DeepEquals(read, detail["DeployedServiceReplica"]));
        }
        foreach (var (wrong, status, code) in new[]
        {
            ("_Node_9", 404, "FABRIC_E_NODE_NOT_FOUND"), ("_Node_0", 404, "FABRIC_E_REPLICA_DOES_NOT_EXIST"),
        })
        {
            var answer = await rest.GetAsync(
                $"/Nodes/{wrong}/$/GetPartitions/{partition}/$/GetReplicas/1/$/GetDetail?{Version}");
            Assert.Equal((status, code), (answer.Status, answer.Code));
        }
    }

    [Fact]
    [Trait("DeploymentCase", "12")]
    public async Task The_Python_client_reads_what_runs_on_a_node()
    {
        Assert.SkipUnless(Directory.Exists(PythonClientTests.Module), "skipped: needs python3-azure");
        var partition = await rest.PartitionAsync();
        var replica = (await ReadyAsync(partition)).First(r => (string)r!["ReplicaRole"]! == "Primary")!;
        var (node, id) = ((string)replica["NodeName"]!, (string)replica["ReplicaId"]!);
        var answers = await rest.RunAsync(PythonClientTests.Python, "client.py",
        [
            ["get_deployed_service_package_info_list", node, "SfPerf"],
            ["get_deployed_service_package_info_list_by_name", node, "SfPerf", "EchoPkg"],
            ["get_deployed_code_package_info_list", node, "SfPerf"],
            ["get_deployed_service_replica_info_list", node, "SfPerf",
                new JsonObject { ["partition_id"] = partition }],
            ["get_deployed_service_replica_detail_info", node, partition, id],
            ["get_deployed_service_replica_detail_info_by_partition_id", node, partition],
        ]);
        Assert.All(answers, a => Assert.True((int?)a["status"] == 200 && a["result"] is not null, a.ToJsonString()));
        Assert.Equal("EchoPkg", (string)answers[1]["result"]![0]!["name"]!);
        Assert.Equal("Started", (string)answers[2]["result"]![0]!["main_entry_point"]!["status"]!);
        Assert.Equal(id, (string)answers[3]["result"]![0]!["replica_id"]!);
        Assert.Equal("Granted", (string)answers[4]["result"]!["write_status"]!);
        Assert.Equal(
            "Primary", (string)answers[5]["result"]!["deployed_service_replica_query_result"]!["replica_role"]!);
    }

    // The replicas of the partition once all are in place.
    private async Task<JsonArray> ReadyAsync(string partition) =>
        (await rest.Cluster.UntilAsync($"/Partitions/{partition}/$/GetReplicas?{Version}",
            r => r["Items"]!.AsArray().Count(i => (string)i!["ReplicaStatus"]! == "Ready") == 3))["Items"]!.AsArray();
}
