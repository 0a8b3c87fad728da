using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>What the pages of Service Fabric Explorer ask for and do, as they do it: with api-version 3.0, numbers for
/// the values of enumerations, and filters of their own.</summary>
[Collection(nameof(RestCollection))]
public sealed class RestExplorerTests(RestCluster rest)
{
    private const string Version = "api-version=3.0";

    [Fact]
    [Trait("DeploymentCase", "12")]
    public async Task The_health_chunk_of_a_node_has_the_service_packages_there()
    {
        async Task<JsonArray> PackagesAsync(string filter)
        {
            var chunk = (await rest.PostAsync($"/$/GetClusterHealthChunk?{Version}", $$"""
                {"ApplicationFilters":[{"ApplicationNameFilter":"fabric:/SfPerf","DeployedApplicationFilters":[
                 {"NodeNameFilter":"_Node_0","DeployedServicePackageFilters":[{{filter}}]}]}]}
                """)).Body!;
            var deployed = chunk["ApplicationHealthStateChunks"]!["Items"]!.AsArray().Single()!
                ["DeployedApplicationHealthStateChunks"]!["Items"]!.AsArray().Single()!;
            var packages = deployed["DeployedServicePackageHealthStateChunks"]!;
            Assert.Equal(packages["Items"]!.AsArray().Count, (int)packages["TotalCount"]!);
            return packages["Items"]!.AsArray();
        }

        var listed = (await rest.GetAsync($"/Nodes/_Node_0/$/GetApplications/SfPerf/$/GetServicePackages?{Version}"))
            .Body!.AsArray();
        // As the page of an application on a node asks.
        var all = await PackagesAsync("""{"HealthStateFilter":65535}""");
        Assert.NotEmpty(all);
        Assert.Equal(listed.Select(p => ((string)p!["Name"]!, (string)p["HealthState"]!, "")).Order(),
            all.Select(p => ((string)p!["ServiceManifestName"]!, (string)p["HealthState"]!,
                (string)p["ServicePackageActivationId"]!)).Order());
        Assert.Empty(await PackagesAsync(""));
        Assert.Empty(await PackagesAsync("""{"HealthStateFilter":8}"""));
        Assert.Empty(await PackagesAsync("""{"ServiceManifestNameFilter":"NoPkg"}"""));
    }

    [Fact]
    [Trait("DeploymentCase", "14")]
    public async Task Applications_are_chosen_by_their_type_where_no_name_chose_them()
    {
        var type = (string)(await rest.GetAsync($"/Applications/SfPerf?{Version}")).Body!["TypeName"]!;
        async Task<string[]> NamesAsync(string filters) =>
            [.. (await rest.PostAsync($"/$/GetClusterHealthChunk?{Version}",
                $$"""{"ApplicationFilters":[{{filters}}]}""")).Body!["ApplicationHealthStateChunks"]!["Items"]!
                .AsArray().Select(a => (string)a!["ApplicationName"]!)];

        Assert.Equal(["fabric:/SfPerf"], await NamesAsync($$"""{"ApplicationTypeNameFilter":"{{type}}"}"""));
        Assert.Empty(await NamesAsync("""{"ApplicationTypeNameFilter":"NoType"}"""));
        Assert.Equal(["fabric:/System"],
            await NamesAsync($$"""{"ApplicationTypeNameFilter":"{{type}}","HealthStateFilter":1},{}"""));
        Assert.Equal(["fabric:/SfPerf"], await NamesAsync(
            $$"""{"ApplicationTypeNameFilter":"{{type}}","HealthStateFilter":1},"""
            + """{"ApplicationNameFilter":"fabric:/SfPerf"}"""));
        var both = await rest.PostAsync($"/$/GetClusterHealthChunk?{Version}", $$"""
            {"ApplicationFilters":[{"ApplicationTypeNameFilter":"{{type}}","ApplicationNameFilter":"fabric:/SfPerf"}]}
            """);
        Assert.Equal((400, "E_INVALIDARG"), (both.Status, both.Code));
    }

    [Fact]
    [Trait("DeploymentCase", "15")]
    public async Task What_is_below_an_application_is_chosen_by_its_health()
    {
        async Task<int> CountAsync(string path, string list) =>
            (await rest.GetAsync($"{path}&{Version}")).Body![list]!.AsArray().Count;
        const string Application = "/Applications/SfPerf/$/GetHealth?DeployedApplicationsHealthStateFilter=";
        Assert.NotEqual(0, await CountAsync(Application + "0", "DeployedApplicationHealthStates"));
        Assert.Equal(0, await CountAsync(Application + "1", "DeployedApplicationHealthStates"));
        const string Node =
            "/Nodes/_Node_0/$/GetApplications/SfPerf/$/GetHealth?DeployedServicePackagesHealthStateFilter=";
        Assert.NotEqual(0, await CountAsync(Node + "0", "DeployedServicePackageHealthStates"));
        Assert.Equal(0, await CountAsync(Node + "1", "DeployedServicePackageHealthStates"));
    }

    [Fact]
    [Trait("DeploymentCase", "15")]
    public async Task Of_an_application_that_was_deleted_a_node_has_no_replicas()
    {
        var answer = await rest.GetAsync($"/Nodes/_Node_0/$/GetApplications/Gone/$/GetReplicas?{Version}");
        Assert.Equal((204, ""), (answer.Status, answer.Text));
    }

    [Fact]
    [Trait("DeploymentCase", "15")]
    public async Task A_service_is_created_scaled_and_deleted_with_numbers_for_its_kinds()
    {
        // What the dialog sends for a service type, as it is.
        const string Create = """
            {"ServiceKind":1,"ApplicationName":"fabric:/SfPerf","ServiceName":"fabric:/SfPerf/Numbered",
             "ServiceTypeName":"EchoStatelessType","InitializationData":[],
             "PartitionDescription":{"PartitionScheme":"1","Count":1,"Names":[],"LowKey":"-9223372036854775808",
              "HighKey":"9223372036854775807"},"Flags":0,"TargetReplicaSetSize":1,"MinReplicaSetSize":1,
             "HasPersistedState":false,"InstanceCount":1,"PlacementConstraints":"","CorrelationScheme":[],
             "ServiceLoadMetrics":[],"ServicePlacementPolicies":[],"ServicePackageActivationMode":"0",
             "ServiceDnsName":""}
            """;
        const string Services = "/Applications/SfPerf/$/GetServices";
        const string Service = $"{Services}/SfPerf%2FNumbered/$/";
        Assert.Equal(202, (await rest.PostAsync($"{Services}/$/Create?{Version}", Create)).Status);
        var scaled = await rest.PostAsync(
            $"{Service}Update?{Version}", """{"ServiceKind":1,"Flags":1,"InstanceCount":2}""");
        Assert.Equal((200, ""), (scaled.Status, scaled.Text));
        var description = (await rest.GetAsync($"{Service}GetDescription?{Version}")).Body!;
        Assert.Equal(("Stateless", 2, "Singleton"), ((string)description["ServiceKind"]!,
            (int)description["InstanceCount"]!, (string)description["PartitionDescription"]!["PartitionScheme"]!));
        foreach (var wrong in new[] { "0", "3", "\"Both\"", "\"1.0\"" })
        {
            var refused = await rest.PostAsync(
                $"{Service}Update?{Version}", $$"""{"ServiceKind":{{wrong}},"Flags":1,"InstanceCount":2}""");
            Assert.Equal((400, "E_INVALIDARG"), (refused.Status, refused.Code));
        }
        Assert.Equal(200, (await rest.PostAsync($"{Service}Delete?{Version}")).Status);
    }

    [Fact]
    [Trait("DeploymentCase", "24")]
    public async Task A_service_has_its_own_wait_for_the_restart_of_a_replica()
    {
        const string Services = "/Applications/SfPerf/$/GetServices";
        const string Service = $"{Services}/SfPerf%2FPatient/$/";
        async Task<(int Flags, int Wait)> DescribedAsync()
        {
            var described = (await rest.GetAsync($"{Service}GetDescription?{Version}")).Body!;
            return ((int)described["Flags"]!, (int)described["ReplicaRestartWaitDurationSeconds"]!);
        }

        async Task CreateAsync(string more) => Assert.Equal(202, (await rest.PostAsync(
            $"{Services}/$/Create?{Version}", $$"""
            {"ServiceKind":2,"ServiceName":"fabric:/SfPerf/Patient","ServiceTypeName":"EchoStatefulType",
             "PartitionDescription":{"PartitionScheme":1},"TargetReplicaSetSize":2,"MinReplicaSetSize":1,
             "HasPersistedState":true{{more}}}
            """)).Status);

        await CreateAsync("");
        Assert.Equal((0, 30), await DescribedAsync());
        Assert.Equal(200, (await rest.PostAsync($"{Service}Update?{Version}",
            """{"ServiceKind":2,"Flags":"2","ReplicaRestartWaitDurationSeconds":"1"}""")).Status);
        Assert.Equal((1, 1), await DescribedAsync());
        Assert.Equal(200, (await rest.PostAsync($"{Service}Delete?{Version}")).Status);
        // The longest one is no reason to fail.
        await CreateAsync(",\"Flags\":3,\"ReplicaRestartWaitDurationSeconds\":2147483647,"
            + "\"QuorumLossWaitDurationSeconds\":5");
        Assert.Equal((3, int.MaxValue), await DescribedAsync());
        var negative = await rest.PostAsync($"{Service}Update?{Version}",
            """{"ServiceKind":2,"Flags":"2","ReplicaRestartWaitDurationSeconds":"-1"}""");
        Assert.Equal((400, "E_INVALIDARG"), (negative.Status, negative.Code));
        Assert.Equal(200, (await rest.PostAsync($"{Service}Delete?{Version}")).Status);
    }

    [Fact]
    [Trait("DeploymentCase", "58")]
    public async Task What_pages_ask_for_that_is_not_there_is_not_implemented()
    {
        foreach (var path in new[]
        {
            "/$/GetFailoverManagerManagerInformation?api-version=11.4",
            "/Applications/SfPerf/$/GetBackupConfigurationInfo?api-version=6.4",
            "/Services/SfPerf%2FStore/$/GetBackupConfigurationInfo?api-version=6.4",
            $"/Partitions/{await rest.PartitionAsync()}/$/GetBackupProgress?api-version=6.4",
            $"/Partitions/{await rest.PartitionAsync()}/$/GetRestoreProgress?api-version=6.4",
            "/EventsStore/Cluster/Events?api-version=8.0", "/$/GetRepairTaskList?api-version=6.0",
        })
        {
            var answer = await rest.GetAsync(path);
            Assert.Equal((501, "E_NOTIMPL", path), (answer.Status, answer.Code, path));
        }
    }
}
