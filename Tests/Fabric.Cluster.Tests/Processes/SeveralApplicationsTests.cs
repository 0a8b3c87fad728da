using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>Applications side by side in one cluster.</summary>
public sealed class SeveralApplicationsTests
{
    private static readonly string[] OneNode =
    [
        "--nodes", "1", "--package", RunningCluster.EchoPackage,
        "--set", "Store_TargetReplicaSetSize=1", "--set", "Store_MinReplicaSetSize=1",
    ];

    [Fact]
    public async Task Each_application_has_its_own_processes_and_state_and_the_removal_of_one_leaves_the_other()
    {
        await using var cluster = await RunningCluster.StartAsync(null, OneNode);
        var first = await HostsAsync(cluster, "fabric:/SfPerf");
        Assert.Equal($"{await cluster.GetAsync("/Services/SfPerf/Echo/$/Partitions")}",
            $"{await cluster.GetAsync("/Services/Echo/$/Partitions")}");
        Assert.True((bool)(await DeployAsync(cluster, "fabric:/Other", "other"))["changed"]!);
        Assert.False((bool)(await DeployAsync(cluster, "fabric:/Other", "other"))["changed"]!);
        // Now there are two.
        var ambiguous = await cluster.GetAsync("/Services/Echo/$/Partitions");
        Assert.Equal("'fabric:/Echo' is the name of 2 services. Allowed: fabric:/Other/Echo, fabric:/SfPerf/Echo.",
            (string)ambiguous["error"]!["message"]!);
        Assert.Equal("hello", await GreetingAsync(cluster, "SfPerf/Echo"));
        Assert.Equal("other", await GreetingAsync(cluster, "Other/Echo"));
        Assert.Equal("ok", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "set a 1"));
        Assert.Equal("ok", await cluster.AskPrimaryAsync("Other/Store", 0, "set a 2"));

        // Other manifests or parameters of one do not touch the other.
        Assert.True((bool)(await DeployAsync(cluster, "fabric:/Other", "changed"))["changed"]!);
        Assert.Equal("none", await cluster.AskPrimaryAsync("Other/Store", 0, "get a"));
        Assert.Equal("1", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "get a"));
        var status = await cluster.GetAsync("/Cluster/Status");
        Assert.Equal(["fabric:/SfPerf EchoApplicationType 1.0.0 Ready hello",
            "fabric:/Other EchoApplicationType 1.0.0 Ready changed"], status["applications"]!.AsArray().Select(a =>
                $"{a!["name"]} {a["typeName"]} {a["typeVersion"]} {a["status"]} {a["parameters"]!["Echo_Greeting"]}"));

        var second = await HostsAsync(cluster, "fabric:/Other");
        Assert.Equal("fabric:/Other", (string?)(await RemoveAsync(cluster, "fabric:/Other"))["application"]);
        await RunningCluster.AssertGoneAsync(second);
        Assert.Equal(first, await HostsAsync(cluster, "fabric:/SfPerf"));
        Assert.Equal("1", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "get a"));
        Assert.Equal(["EchoApplicationType_App1"],
            Directory.GetDirectories(Path.Combine(cluster.Folder, "_Node_0", "_App")).Select(Path.GetFileName));
        Assert.Equal("FABRIC_E_SERVICE_DOES_NOT_EXIST",
            Code(await cluster.GetAsync("/Services/Other/Echo/$/Partitions")));
        var missing = await RemoveAsync(cluster, "fabric:/Othr");
        Assert.Equal("FABRIC_E_APPLICATION_NOT_FOUND: There is no application 'fabric:/Othr'. Allowed: fabric:/SfPerf.",
            $"{Code(missing)}: {missing["error"]!["message"]}");
    }

    [Fact]
    public async Task One_that_collides_is_refused_and_changes_nothing_unless_it_is_to_replace()
    {
        await using var cluster = await RunningCluster.StartAsync(null, OneNode);
        Assert.Equal("ok", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "set a 1"));
        var hosts = await HostsAsync(cluster, "fabric:/SfPerf");
        // A service of the one has the name of the other.
        var answer = await DeployAsync(cluster, "fabric:/SfPerf/Store", "other");
        Assert.Equal("FABRIC_E_SERVICE_ALREADY_EXISTS", Code(answer));
        Assert.Contains("Nothing was changed.", (string?)answer["error"]!["message"]);
        Assert.Equal("FABRIC_E_APPLICATION_ALREADY_EXISTS", Code(await DeployAsync(cluster, "fabric:/SfPerf", "other",
            "Never")));
        Assert.Equal(hosts, await HostsAsync(cluster, "fabric:/SfPerf"));
        Assert.Equal("1", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "get a"));

        Assert.True((bool)(await DeployAsync(cluster, "fabric:/SfPerf/Store", "other", "Replace"))["changed"]!);
        Assert.Equal("other", await GreetingAsync(cluster, "SfPerf/Store/Echo"));
        Assert.Single((await cluster.GetAsync("/Applications")).AsArray());
        await RunningCluster.AssertGoneAsync(hosts);
    }

    private static Task<JsonNode> DeployAsync(
        RunningCluster cluster, string name, string greeting, string overwrite = "IfChanged") =>
        cluster.PostAsync("/Applications/Deploy", new JsonObject
        {
            ["package"] = RunningCluster.EchoPackage,
            ["application"] = name,
            ["overwrite"] = overwrite,
            ["parameters"] = new JsonObject
            {
                ["Store_TargetReplicaSetSize"] = "1", ["Store_MinReplicaSetSize"] = "1", ["Echo_Greeting"] = greeting,
            },
        });

    private static Task<JsonNode> RemoveAsync(RunningCluster cluster, string name) =>
        cluster.PostAsync("/Applications/Remove", new JsonObject { ["application"] = name });

    private static async Task<string> GreetingAsync(RunningCluster cluster, string service) =>
        await RunningCluster.AskAsync(await cluster.AddressAsync(service, "kind=Singleton"), "env ECHO_VARIABLE");

    private static async Task<int[]> HostsAsync(RunningCluster cluster, string application) =>
        [.. (await cluster.GetAsync("/Cluster/Status"))["nodes"]!.AsArray().SelectMany(n => n!["hosts"]!.AsArray())
            .Where(h => (string?)h!["application"] == application).Select(h => (int)h!["pid"]!)];

    private static string? Code(JsonNode answer) => (string?)answer["error"]?["code"];
}
