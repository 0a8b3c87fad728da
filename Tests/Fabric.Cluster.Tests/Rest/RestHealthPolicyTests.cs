using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Health that is judged by the policies which a request gives.</summary>
[Collection(nameof(RestCollection))]
public sealed class RestHealthPolicyTests(RestCluster rest)
{
    [Theory]
    [Trait("DeploymentCase", "18")]
    [InlineData(0, "Error")]
    [InlineData(50, "Warning")]
    public async Task One_replica_of_three_in_error_is_judged_by_the_policy_of_the_request(int percent, string expected)
    {
        var partition = await rest.PartitionAsync();
        var path = $"/Partitions/{partition}/$/GetReplicas?api-version=6.0";
        var replicas = await rest.Cluster.UntilAsync(
            path, r => r["Items"]!.AsArray().Count(i => (string)i!["ReplicaStatus"]! == "Ready") == 3);
        var replica = (string)replicas["Items"]![1]!["ReplicaId"]!;
        await ReportAsync($"/Partitions/{partition}/$/GetReplicas/{replica}", "Error");
        var policy = $$$"""
            {"ConsiderWarningAsError":false,"ServiceTypeHealthPolicyMap":[{"Key":"EchoStatefulType","Value":
              {"MaxPercentUnhealthyReplicasPerPartition":{{{percent}}},"MaxPercentUnhealthyPartitionsPerService":0} }]}
            """;
        foreach (var entity in new[]
        {
            $"/Partitions/{partition}", "/Services/SfPerf~Store", "/Applications/SfPerf",
        })
        {
            var judged = await rest.PostAsync($"{entity}/$/GetHealth?api-version=6.0", policy);
            Assert.Equal((200, expected), (judged.Status, (string)judged.Body!["AggregatedHealthState"]!));
        }
        var health = (await rest.PostAsync($"/Partitions/{partition}/$/GetHealth?api-version=6.0", policy)).Body!;
        var evaluation = health["UnhealthyEvaluations"]![0]!["HealthEvaluation"]!;
        Assert.Equal(("Replicas", percent, 3), ((string)evaluation["Kind"]!,
            (int)evaluation["MaxPercentUnhealthyReplicasPerPartition"]!, (int)evaluation["TotalCount"]!));
        var inner = evaluation["UnhealthyEvaluations"]![0]!["HealthEvaluation"]!;
        Assert.Equal(("Replica", replica), ((string)inner["Kind"]!, (string)inner["ReplicaOrInstanceId"]!));
        Assert.Equal("tooth", (string)inner["UnhealthyEvaluations"]![0]!["HealthEvaluation"]!["UnhealthyEvent"]!
            ["Property"]!);
        Assert.Equal(["Error"], health["ReplicaHealthStates"]!.AsArray()
            .Where(r => (string)r!["ReplicaId"]! == replica).Select(r => (string)r!["AggregatedHealthState"]!));
        // Without a policy nothing is tolerated.
        var own = await rest.GetAsync($"/Partitions/{partition}/$/GetHealth?api-version=6.0");
        Assert.Equal("Error", (string)own.Body!["AggregatedHealthState"]!);
        // The chunk, which Service Fabric Explorer asks for, goes by policies of the same names.
        var chunk = await rest.PostAsync("/$/GetClusterHealthChunk?api-version=6.0", $$$"""
            {"ApplicationHealthPolicies":
              {"ApplicationHealthPolicyMap":[{"Key":"fabric:/SfPerf","Value":{{{policy}}} }]},
             "ApplicationFilters":[{"ApplicationNameFilter":"fabric:/SfPerf"}]}
            """);
        Assert.Equal(expected, (string)chunk.Body!["ApplicationHealthStateChunks"]!["Items"]![0]!["HealthState"]!);
        await ReportAsync($"/Partitions/{partition}/$/GetReplicas/{replica}", "Ok");
    }

    [Fact]
    [Trait("DeploymentCase", "18")]
    public async Task A_cluster_and_a_node_are_judged_by_a_cluster_policy()
    {
        await ReportAsync("/Nodes/_Node_3", "Warning");
        var strict = """{"ConsiderWarningAsError":true}""";
        Assert.Equal("Error", await StateAsync("/Nodes/_Node_3/$/GetHealth", strict));
        Assert.Equal("Error", await StateAsync("/$/GetClusterHealth", $$$"""{"ClusterHealthPolicy":{{{strict}}} }"""));
        Assert.Equal("Warning", await StateAsync("/$/GetClusterHealth",
            """{"ClusterHealthPolicy":{"ConsiderWarningAsError":true,"MaxPercentUnhealthyNodes":1}}"""));
        await ReportAsync("/Nodes/_Node_3", "Ok");
    }

    [Fact]
    [Trait("DeploymentCase", "18")]
    public async Task A_service_package_on_a_node_is_judged_with_its_application()
    {
        var path = "/Nodes/_Node_1/$/GetApplications/SfPerf";
        var deployed = await rest.GetAsync($"{path}/$/GetHealth?api-version=6.0");
        var package = (string)deployed.Body!["DeployedServicePackageHealthStates"]![0]!["ServiceManifestName"]!;
        await ReportAsync($"{path}/$/GetServicePackages/{package}", "Error");
        Assert.Equal("Error", await StateAsync($"{path}/$/GetServicePackages/{package}/$/GetHealth", ""));
        Assert.Equal("Error", await StateAsync($"{path}/$/GetHealth", ""));
        Assert.Equal("Error", await StateAsync("/Applications/SfPerf/$/GetHealth", ""));
        Assert.Equal("Warning", await StateAsync("/Applications/SfPerf/$/GetHealth",
            """{"MaxPercentUnhealthyDeployedApplications":20}"""));
        await ReportAsync($"{path}/$/GetServicePackages/{package}", "Ok");
    }

    [Fact]
    [Trait("DeploymentCase", "18")]
    public async Task A_wrong_policy_is_refused()
    {
        foreach (var (body, name) in new[]
        {
            ("""{"MaxPercentUnhealthyDeployedApplications":101}""", "MaxPercentUnhealthyDeployedApplications"),
            ("""{"DefaultServiceTypeHealthPolicy":{"MaxPercentUnhealthyServices":-1}}""",
                "MaxPercentUnhealthyServices"),
            ("""{"ServiceTypeHealthPolicyMap":[{"Key":"a","Value":{}},{"Key":"a","Value":{}}]}""",
                "ServiceTypeHealthPolicyMap"),
            ("""{"ServiceTypeHealthPolicyMap":[{"Value":{}}]}""", "Key"),
        })
        {
            var answer = await rest.PostAsync("/Applications/SfPerf/$/GetHealth?api-version=6.0", body);
            Assert.Equal((400, "E_INVALIDARG"), (answer.Status, answer.Code));
            Assert.StartsWith(name, answer.Message, System.StringComparison.Ordinal);
        }
    }

    private async Task ReportAsync(string entity, string state)
    {
        var report = new JsonObject
        {
            ["SourceId"] = "dentist", ["Property"] = "tooth", ["HealthState"] = state, ["Description"] = "a hole",
        };
        Assert.Equal(200,
            (await rest.PostAsync($"{entity}/$/ReportHealth?api-version=6.0", report.ToJsonString())).Status);
    }

    private async Task<string> StateAsync(string path, string policy) =>
        (string)(await rest.PostAsync($"{path}?api-version=6.0", policy.Length == 0 ? null : policy))
            .Body!["AggregatedHealthState"]!;
}
