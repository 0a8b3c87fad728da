using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.Fabric.Cluster.Tests.Processes;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>What Service Fabric's REST interface answers to reads.</summary>
[Collection(nameof(RestCollection))]
public sealed class RestReadTests(RestCluster rest)
{
    // Whatever tells the kinds of a shape apart, at the begin of its object.
    private static readonly string[] Discriminators =
        ["ServiceKind", "ServicePartitionKind", "PartitionScheme", "Kind"];

    [Fact]
    [Trait("DeploymentCase", "2")]
    public async Task The_separator_of_ids_follows_the_version()
    {
        foreach (var (version, id) in new[]
        {
            ("3.0", "SfPerf/Store"), ("6.0", "SfPerf~Store"), ("6.4", "SfPerf~Store"),
        })
        {
            var services = await rest.GetAsync($"/Applications/SfPerf/$/GetServices?api-version={version}");
            Assert.Contains(id, services.Each("Id"));
            Assert.Contains("fabric:/SfPerf/Store", services.Each("Name"));
        }
        var epochs = new List<string>();
        foreach (var version in new[] { "6.3", "6.4" })
        {
            var partitions = await rest.GetAsync($"/Services/SfPerf~Store/$/GetPartitions?api-version={version}");
            epochs.AddRange(partitions.Body!["Items"]![0]!.AsObject().Select(p => p.Key)
                .Where(k => k.Contains("Epoch", StringComparison.Ordinal)));
        }
        Assert.Equal(["CurrentConfigurationEpoch", "PrimaryEpoch"], epochs);
    }

    [Fact]
    [Trait("DeploymentCase", "3")]
    public async Task Lists_are_arrays_in_old_versions_and_pages_in_new_ones()
    {
        Assert.IsType<JsonArray>((await rest.GetAsync("/ApplicationTypes?api-version=3.0")).Body);
        Assert.Equal(["EchoApplicationType"], (await rest.GetAsync("/ApplicationTypes?api-version=4.0")).Each("Name"));
        var none = await rest.GetAsync("/ApplicationTypes/Nothing?api-version=6.0");
        Assert.Equal((204, ""), (none.Status, none.Text));
        Assert.IsType<JsonArray>((await rest.GetAsync("/Nodes?api-version=1.0")).Body);
        Assert.IsType<JsonArray>((await rest.GetAsync("/Nodes/_Node_0/$/GetApplications?api-version=6.0")).Body);
        Assert.IsType<JsonObject>((await rest.GetAsync("/Nodes/_Node_0/$/GetApplications?api-version=6.1")).Body);
    }

    [Theory]
    [InlineData("/Nodes/_Node_0")]
    [InlineData("/Nodes?api-version=abc")]
    [InlineData("/Nodes?api-version=")]
    [InlineData("/Nodes?api-version=0.9")]
    [InlineData("/Nodes?api-version=99")]
    [InlineData("/Nodes?api-version=6.0&api-version=6.0")]
    [InlineData("/Nodes?api-version=-6.0")]
    [InlineData("/Nodes?api-version=6.0-beta")]
    [InlineData("/$/GetClusterVersion?api-version=6.3")]
    [Trait("DeploymentCase", "4")]
    public async Task A_wrong_version_is_refused(string path)
    {
        var answer = await rest.GetAsync(path);
        Assert.Equal((400, "E_INVALIDARG", "E_INVALIDARG"), (answer.Status, answer.Code, answer.Reason));
        Assert.StartsWith("api-version is ", answer.Message, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("DeploymentCase", "4")]
    public async Task A_preview_counts_as_its_version() =>
        Assert.Equal(200, (await rest.GetAsync("/Nodes?api-version=6.0-preview")).Status);

    [Fact]
    [Trait("DeploymentCase", "5")]
    public async Task An_unknown_route_is_a_wrong_argument_and_our_own_routes_go_on()
    {
        foreach (var answer in new[]
        {
            await rest.GetAsync("/Bogus?api-version=6.0"), await rest.PostAsync("/Nodes?api-version=6.0", "{}"),
            await rest.GetAsync("/Nodes/_Node_0/$/Restart?api-version=6.0"),
            await rest.GetAsync("/?api-version=6.0"),
        })
        {
            Assert.Equal((400, "E_INVALIDARG"), (answer.Status, answer.Code));
        }

        Assert.Equal("_Node_0", (string)(await rest.Cluster.GetAsync("/Nodes")).AsArray()[0]!["name"]!);
        Assert.NotNull((await rest.Cluster.GetAsync("/Services/SfPerf/Store/$/Partitions")).AsArray());
    }

    [Fact]
    [Trait("DeploymentCase", "6")]
    public async Task An_entity_is_the_same_by_each_of_its_paths()
    {
        const string Version = "?api-version=6.0&_cacheToken=1";
        var id = await rest.PartitionAsync();
        string[][] families =
        [
            ["/Services/SfPerf~Store", "/Services/SfPerf%2FStore", "/Services/SfPerf/Store", "/Services/SfPerf~Store/",
                "/Applications/SfPerf/$/GetServices/SfPerf~Store", "/services/SfPerf%7EStore"],
            [$"/Partitions/{id}", $"/Services/SfPerf~Store/$/GetPartitions/{id}",
                $"/Applications/SfPerf/$/GetServices/SfPerf%2FStore/$/GetPartitions/{id}"],
        ];
        foreach (var family in families)
        {
            var answers = new List<string>();
            foreach (var path in family)
                answers.Add((await rest.GetAsync(path + Version)).Text);
            Assert.NotEmpty(Assert.Single(answers.Distinct()));
        }
        Assert.Equal(204, (await rest.GetAsync("/Services/SfPerf%252FStore" + Version)).Status);
        Assert.Equal(204, (await rest.GetAsync("/Applications/Other/$/GetServices/SfPerf~Store" + Version)).Status);
        Assert.Equal(204, (await rest.GetAsync($"/Services/SfPerf~Echo/$/GetPartitions/{id}" + Version)).Status);
        Assert.Equal(400, (await rest.GetAsync("/Services/SfPerf%00Store" + Version)).Status);
    }

    [Fact]
    [Trait("DeploymentCase", "7")]
    public async Task Pages_hold_everything_once()
    {
        List<string> found = [];
        var token = "";
        do
        {
            var page = await rest.GetAsync($"/Nodes?api-version=6.3&MaxResults=2&ContinuationToken={token}");
            Assert.InRange(page.Each("Name").Length, 1, 2);
            found.AddRange(page.Each("Name"));
            token = (string)page.Body!["ContinuationToken"]!;
        }
        while (token.Length > 0);
        Assert.Equal(["_Node_0", "_Node_1", "_Node_2", "_Node_3", "_Node_4"], found);
        foreach (var wrong in new[]
        {
            "ContinuationToken=_Node_1", "ContinuationToken=%00", "MaxResults=-1", "MaxResults=x",
        })
        {
            var answer = await rest.GetAsync($"/Nodes?api-version=6.3&{wrong}");
            Assert.Equal((400, "E_INVALIDARG"), (answer.Status, answer.Code));
        }
    }

    [Fact]
    [Trait("DeploymentCase", "9")]
    [Trait("DeploymentCase", "11")]
    public async Task Discriminators_come_first_and_long_numbers_are_texts()
    {
        var id = await rest.PartitionAsync();
        var replicas = await rest.GetAsync($"/Partitions/{id}/$/GetReplicas?api-version=6.0");
        var replica = replicas.Each("ReplicaId")[0];
        string[] paths =
        [
            "/Nodes", "/Nodes/_Node_0/$/GetHealth", "/Applications/SfPerf", "/Applications/SfPerf/$/GetServices",
            "/Applications/SfPerf/$/GetHealth", "/Services/SfPerf~Store/$/GetDescription",
            "/Services/SfPerf~Echo/$/GetDescription", "/Services/SfPerf~Store/$/GetPartitions",
            "/Services/SfPerf~Store/$/GetHealth", $"/Partitions/{id}/$/GetHealth", $"/Partitions/{id}/$/GetReplicas",
            $"/Partitions/{id}/$/GetReplicas/{replica}/$/GetHealth", "/$/GetClusterHealth", "/$/GetUpgradeProgress",
            "/Services/SfPerf~Store/$/ResolvePartition?PartitionKeyType=2&PartitionKeyValue=0",
        ];
        var kinds = 0;
        foreach (var path in paths)
        {
            var answer = await rest.GetAsync($"{path}{(path.Contains('?') ? '&' : '?')}api-version=6.4");
            Assert.Equal(200, answer.Status);
            kinds += CheckFirst(answer.Body!);
            using var document = JsonDocument.Parse(answer.Text);
            CheckValues(document.RootElement, "");
        }
        Assert.True(kinds > 20, $"{kinds} discriminators");
        var ranges = (await rest.GetAsync("/Services/SfPerf~Store/$/GetPartitions?api-version=6.4")).Body!["Items"]!
            .AsArray().Select(p => p!["PartitionInformation"]!).Select(p => $"{p["LowKey"]} {p["HighKey"]}").Order();
        Assert.Equal(["-9223372036854775808 -1", "0 9223372036854775807"], ranges);
    }

    [Fact]
    [Trait("DeploymentCase", "12")]
    [Trait("DeploymentCase", "13")]
    public async Task What_Service_Fabric_Explorer_asks_for_first_has_what_it_needs()
    {
        Assert.Equal("", (string)(await rest.GetAsync("/$/GetAadMetadata/?api-version=6.0")).Body!["type"]!);
        const string Filter = """
            {"ApplicationFilters":[{"ApplicationNameFilter":"","HealthStateFilter":"65535","ServiceFilters":[
              {"HealthStateFilter":65535,"PartitionFilters":[{"HealthStateFilter":"All","ReplicaFilters":[{}]}]}]}],
             "NodeFilters":[{"HealthStateFilter":"All"}]}
            """;
        var chunk = (await rest.PostAsync("/$/GetClusterHealthChunk?api-version=3.0", Filter)).Body!;
        Assert.Equal(5, (int)chunk["NodeHealthStateChunks"]!["TotalCount"]!);
        var applications = chunk["ApplicationHealthStateChunks"]!["Items"]!.AsArray();
        Assert.Equal(["fabric:/SfPerf", "fabric:/System"], applications.Select(a => (string)a!["ApplicationName"]!));
        foreach (var application in applications)
        {
            Assert.NotNull(application!["ServiceHealthStateChunks"]!["Items"]!.AsArray());
            Assert.NotNull(application["DeployedApplicationHealthStateChunks"]!["Items"]!.AsArray());
        }
        var health = (await rest.GetAsync("/$/GetClusterHealth?api-version=3.0&NodesHealthStateFilter=0"
            + "&ApplicationsHealthStateFilter=0&EventsHealthStateFilter=0")).Body!;
        Assert.Equal(5, health["NodeHealthStates"]!.AsArray().Count);
        Assert.NotEmpty(health["HealthStatistics"]!["HealthStateCountList"]!.AsArray());
        var node = (await rest.GetAsync("/Nodes/?api-version=3.0")).Body!["Items"]![0]!;
        Assert.NotNull(node["NodeDeactivationInfo"]!["PendingSafetyChecks"]!.AsArray());
        Assert.NotEmpty((string)node["Id"]!["Id"]!);
        Assert.Equal(200, (await rest.GetAsync("/ApplicationTypes/?api-version=3.0")).Status);
        Assert.Equal(200, (await rest.GetAsync("/Applications/?api-version=3.0")).Status);
        var system = (await rest.GetAsync("/Applications/System/$/GetHealth?api-version=3.0")).Body!;
        Assert.Equal("fabric:/System", (string)system["Name"]!);
        Assert.Empty((await rest.GetAsync("/Applications/System/$/GetServices?api-version=3.0")).Each("Id"));

        var text = (string)(await rest.GetAsync("/$/GetClusterManifest?api-version=3.0")).Body!["Manifest"]!;
        var sections = BoundedXml.Parse(Encoding.UTF8.GetBytes(text)).Descendants()
            .Where(e => e.Name.LocalName == "Section")
            .Select(e => (string)e.Attribute("Name")!);
        Assert.Equal(["Management"], sections);
    }

    [Fact]
    [Trait("DeploymentCase", "13")]
    public async Task The_package_of_an_application_type_is_read()
    {
        const string Type = "/ApplicationTypes/EchoApplicationType/$/";
        const string Version = "api-version=6.0&ApplicationTypeVersion=1.0.0";
        async Task<string> Manifest(string query) => (string)(await rest.GetAsync(Type + query)).Body!["Manifest"]!;
        string File(params string[] path) =>
            System.IO.File.ReadAllText(System.IO.Path.Combine([RunningCluster.EchoPackage, .. path]));
        Assert.Equal(File("ApplicationManifest.xml"), await Manifest($"GetApplicationManifest?{Version}"));
        Assert.Equal(File("EchoPkg", "ServiceManifest.xml"),
            await Manifest($"GetServiceManifest?{Version}&ServiceManifestName=EchoPkg"));
        var types = (await rest.GetAsync($"{Type}GetServiceTypes?{Version}")).Body!.AsArray();
        Assert.Equal(["EchoStatelessType Stateless", "EchoStatefulType Stateful"], types.Select(t =>
            $"{t!["ServiceTypeDescription"]!["ServiceTypeName"]} {t["ServiceTypeDescription"]!["Kind"]}"));
        Assert.All(types, t => Assert.Equal("EchoPkg", (string)t!["ServiceManifestName"]!));
        var one = (await rest.GetAsync($"{Type}GetServiceTypes/EchoStatefulType?{Version}")).Body!;
        Assert.True((bool)one["ServiceTypeDescription"]!["HasPersistedState"]!);
        foreach (var (query, status) in new[]
        {
            ($"GetServiceTypes/Nobody?{Version}", 204), ($"GetServiceManifest?{Version}", 400),
            ("GetApplicationManifest?api-version=6.0", 400),
            ("GetApplicationManifest?api-version=6.0&ApplicationTypeVersion=7", 404),
            ($"GetServiceManifest?{Version}&ServiceManifestName=None", 404),
        })
        {
            Assert.Equal(status, (await rest.GetAsync(Type + query)).Status);
        }
    }

    [Fact]
    [Trait("DeploymentCase", "14")]
    public async Task Filters_choose_what_a_health_chunk_shows()
    {
        async Task<JsonNode> Ask(string body) =>
            (await rest.PostAsync("/$/GetClusterHealthChunk?api-version=6.0", body)).Body!;
        string[] Nodes(JsonNode chunk) =>
            [.. chunk["NodeHealthStateChunks"]!["Items"]!.AsArray().Select(n => (string)n!["NodeName"]!)];
        Assert.Empty(Nodes(await Ask("{}")));
        Assert.Equal(["_Node_3"], Nodes(await Ask("""{"NodeFilters":[{"NodeNameFilter":"_Node_3"}]}""")));
        Assert.Equal(4, Nodes(await Ask(
            """{"NodeFilters":[{},{"NodeNameFilter":"_Node_3","HealthStateFilter":1}]}""")).Length);
        Assert.Empty(Nodes(await Ask("""{"NodeFilters":[{"HealthStateFilter":"8"}]}""")));
        foreach (var wrong in new[]
        {
            """{"NodeFilters":[{},{}]}""", """{"NodeFilters":[{"HealthStateFilter":"Fine"}]}""",
            """{"NodeFilters":{}}""", "[]", "{", """{"NodeFilters":[],"NodeFilters":[]}""",
        })
        {
            var answer = await rest.PostAsync("/$/GetClusterHealthChunk?api-version=6.0", wrong);
            Assert.Equal((400, "E_INVALIDARG"), (answer.Status, answer.Code));
        }
    }

    [Fact]
    [Trait("DeploymentCase", "20")]
    public async Task Partitions_are_resolved_by_their_keys()
    {
        const string Store = "/Services/SfPerf~Store/$/ResolvePartition?api-version=6.0&";
        var low = await rest.GetAsync(Store + "PartitionKeyType=2&PartitionKeyValue=-5");
        Assert.Equal("-1", (string)low.Body!["PartitionInformation"]!["HighKey"]!);
        Assert.Equal("StatefulPrimary", (string)low.Body["Endpoints"]![0]!["Kind"]!);
        var again = await rest.GetAsync(
            Store + $"PartitionKeyType=2&PartitionKeyValue=-5&PreviousRspVersion={low.Body["Version"]}");
        Assert.Equal((string)low.Body["Version"]!, (string)again.Body!["Version"]!);
        var echo = await rest.PostAsync("/Services/SfPerf~Echo/$/ResolvePartition?api-version=6.0&PartitionKeyType=1");
        Assert.Equal("Stateless", (string)echo.Body!["Endpoints"]![0]!["Kind"]!);
        foreach (var (query, code) in new[]
        {
            ("PartitionKeyType=1", "FABRIC_E_INVALID_PARTITION_KEY"),
            ("PartitionKeyType=3&PartitionKeyValue=a", "FABRIC_E_INVALID_PARTITION_KEY"),
            ("PartitionKeyType=2&PartitionKeyValue=x", "FABRIC_E_INVALID_PARTITION_KEY"),
            ("PartitionKeyType=4", "E_INVALIDARG"),
        })
        {
            var answer = await rest.GetAsync(Store + query);
            Assert.Equal((400, code), (answer.Status, answer.Code));
        }
        var missing = await rest.GetAsync("/Services/SfPerf~No/$/ResolvePartition?api-version=6.0&PartitionKeyType=1");
        Assert.Equal((404, "FABRIC_E_SERVICE_DOES_NOT_EXIST"), (missing.Status, missing.Code));
    }

    [Theory]
    [InlineData("/Tools/Chaos/Schedule?api-version=6.2")]
    [InlineData("/EventsStore/Cluster/Events?api-version=6.4")]
    [InlineData("/ComposeDeployments?api-version=6.0-preview")]
    [InlineData("/$/GetRepairTaskList?api-version=6.0")]
    [Trait("DeploymentCase", "58")]
    public async Task What_this_cluster_does_not_have_says_so(string path)
    {
        var answer = await rest.GetAsync(path);
        Assert.Equal((501, "E_NOTIMPL"), (answer.Status, answer.Code));
        Assert.StartsWith("This cluster does not have", answer.Message, StringComparison.Ordinal);
    }

    // How many objects have a discriminator; each has it first.
    private static int CheckFirst(JsonNode node) => node switch
    {
        JsonArray list => list.Sum(i => i is null ? 0 : CheckFirst(i)),
        JsonObject all => all.Sum(p => p.Value is null ? 0 : CheckFirst(p.Value)) + CheckFirst(all),
        _ => 0,
    };

    private static int CheckFirst(JsonObject all)
    {
        var found = Array.Find(Discriminators, all.ContainsKey);
        if (found is null)
            return 0;
        Assert.Equal(found, all.First().Key);
        return 1;
    }

    private static void CheckValues(JsonElement value, string name)
    {
        switch (value.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (var property in value.EnumerateObject())
                    CheckValues(property.Value, property.Name);
                break;
            case JsonValueKind.Array:
                foreach (var item in value.EnumerateArray())
                    CheckValues(item, name);
                break;
            case JsonValueKind.Number:
                Assert.True(value.TryGetInt32(out _), $"{name} is {value}: no number of 32 bits");
                break;
            case JsonValueKind.Null:
                Assert.Fail($"{name} is null");
                break;
            case JsonValueKind.String when name.EndsWith("Utc", StringComparison.Ordinal)
                || name.EndsWith("At", StringComparison.Ordinal):
                _ = DateTimeOffset.ParseExact(
                    value.GetString()!, "yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
                break;
            case JsonValueKind.String when name.EndsWith("Milliseconds", StringComparison.OrdinalIgnoreCase):
                _ = XmlConvert.ToTimeSpan(value.GetString()!);
                break;
        }
    }
}
