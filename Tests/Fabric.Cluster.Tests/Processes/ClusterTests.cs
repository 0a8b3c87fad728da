using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

public sealed class ClusterTests
{
    private const string Resolve = "/Services/SfPerf/Echo/$/ResolvePartition?kind=Singleton";

    private static readonly string[] OneNode =
    [
        "--nodes", "1", "--package", RunningCluster.EchoPackage,
        "--set", "Store_TargetReplicaSetSize=1", "--set", "Store_MinReplicaSetSize=1",
    ];

    [Fact]
    public async Task A_service_gets_its_environment_settings_and_ports_and_is_found_by_name()
    {
        await using var cluster = await RunningCluster.StartAsync(null, [.. OneNode, "--set", "Echo_Greeting=hallo"]);
        var address = await cluster.AddressAsync("SfPerf/Echo", "kind=Singleton");
        Assert.Equal("hallo", await RunningCluster.AskAsync(address, "env ECHO_VARIABLE"));
        Assert.Equal("hallo", await RunningCluster.AskAsync(address, "setting Words Greeting"));
        Assert.Equal("from the data package", await RunningCluster.AskAsync(address, "data Data words.txt"));
        Assert.True(File.Exists(Path.Combine(await RunningCluster.AskAsync(address, "code"), "SfPerf.Tests.Echo.dll")));
        Assert.Equal("fabric:/SfPerf", await RunningCluster.AskAsync(address, "env Fabric_ApplicationName"));
        var port = await RunningCluster.AskAsync(address, "port EchoEndpoint");
        Assert.Equal(port, await RunningCluster.AskAsync(address, "env Fabric_Endpoint_EchoEndpoint"));
        Assert.Equal($"127.0.0.1:{port}", address);
    }

    [Fact]
    public async Task A_process_registers_a_service_type_once()
    {
        await using var cluster = await RunningCluster.StartAsync(null, OneNode);
        var address = await cluster.AddressAsync("SfPerf/Echo", "kind=Singleton");
        Assert.Equal(
            "ServiceTypeAlreadyRegistered: This process has registered service type 'EchoStatelessType' already.",
            await RunningCluster.AskAsync(address, "register EchoStatelessType"));
        Assert.Equal(address, await cluster.AddressAsync("SfPerf/Echo", "kind=Singleton"));
    }

    [Fact]
    public async Task Two_clusters_run_side_by_side_and_each_serves_its_own()
    {
        await using var first = await RunningCluster.StartAsync(null, [.. OneNode, "--set", "Echo_Greeting=first"]);
        await using var second = await RunningCluster.StartAsync(null, [.. OneNode, "--set", "Echo_Greeting=second"]);
        Assert.Equal("first", await RunningCluster.AskAsync(
            await first.AddressAsync("SfPerf/Echo", "kind=Singleton"), "env ECHO_VARIABLE"));
        Assert.Equal("second", await RunningCluster.AskAsync(
            await second.AddressAsync("SfPerf/Echo", "kind=Singleton"), "env ECHO_VARIABLE"));
    }

    [Fact]
    public async Task A_host_that_dies_is_started_again_and_a_waiting_resolve_sees_it()
    {
        await using var cluster = await RunningCluster.StartAsync(null, OneNode);
        var before = await cluster.GetAsync(Resolve);
        var address = await cluster.AddressAsync("SfPerf/Echo", "kind=Singleton");
        _ = await Assert.ThrowsAnyAsync<IOException>(() => RunningCluster.AskAsync(address, "die"));
        var after = await cluster.UntilAsync($"{Resolve}&previousVersion={before["version"]}",
            a => a["version"] is { } v && (long)v > (long)before["version"]!);
        Assert.NotEqual((string)before["endpoints"]![0]!["replicaId"]!, (string)after["endpoints"]![0]!["replicaId"]!);
        var host = (await cluster.GetAsync("/Cluster/Status"))["nodes"]![0]!["hosts"]![0]!;
        Assert.Equal(2, (int)host["starts"]!);
        Assert.Contains("Echo was told to die.", (string)host["lastWords"]!);
    }

    [Fact]
    public async Task A_killed_node_takes_its_hosts_with_it_and_comes_back()
    {
        await using var cluster = await RunningCluster.StartAsync(null, OneNode);
        var before = await cluster.ProcessesAsync();
        var killed = await cluster.PostAsync("/Cluster/Kill", new JsonObject { ["node"] = "_Node_0" });
        Assert.Equal(before.Order(), killed["killed"]!.AsArray().Select(k => (int)k!).Order());
        await RunningCluster.AssertGoneAsync(before);
        // The manager hears of the end a moment after the processes are gone; until then it shows them as healthy.
        var after = await cluster.UntilAsync("/Cluster/Status", s => (string)s["health"]! == "Ok"
            && !RunningCluster.Processes(s).Intersect(before).Any());
        Assert.Equal(before.Length, RunningCluster.Processes(after).Length);
    }

    [Fact]
    public async Task A_node_that_is_frozen_is_replaced()
    {
        await using var cluster = await RunningCluster.StartAsync(null, OneNode);
        var node = (int)(await cluster.GetAsync("/Nodes"))[0]!["pid"]!;
        using (var stop = Process.Start("kill", ["-STOP", $"{node}"]))
            await stop.WaitForExitAsync();
        var after = await cluster.UntilAsync("/Nodes", n => (int)n[0]!["pid"]! != node
            && (string)n[0]!["status"]! == "Up");
        Assert.NotEqual(node, (int)after[0]!["pid"]!);
        Assert.False(ProcessControl.IsAlive(node));
        _ = await cluster.UntilAsync("/Cluster/Status", s => (string)s["health"]! == "Ok");
    }

    [Fact]
    public async Task When_the_manager_is_killed_nothing_stays()
    {
        await using var cluster = await RunningCluster.StartAsync(null, OneNode);
        var processes = await cluster.ProcessesAsync();
        await cluster.KillManagerAsync();
        await RunningCluster.AssertGoneAsync(processes);
    }

    [Fact]
    public async Task When_the_parent_is_gone_nothing_stays()
    {
        // Longer than any start of a cluster.
        using var parent = Process.Start("sleep", "600");
        await using var cluster = await RunningCluster.StartAsync(null, [.. OneNode, "--parent-pid", $"{parent.Id}"]);
        var processes = await cluster.ProcessesAsync();
        parent.Kill();
        await cluster.Manager.WaitForExitAsync().WaitAsync(RunningCluster.Limit);
        Assert.Equal(0, cluster.Manager.ExitCode);
        await RunningCluster.AssertGoneAsync(processes);
    }

    [Fact]
    public async Task Stop_ends_all_processes_the_manager_last()
    {
        await using var cluster = await RunningCluster.StartAsync(null, OneNode);
        var processes = await cluster.ProcessesAsync();
        var answer = await cluster.PostAsync("/Cluster/Stop");
        Assert.Equal(cluster.Manager.Id, (int)answer["pid"]!);
        await cluster.Manager.WaitForExitAsync().WaitAsync(RunningCluster.Limit);
        Assert.All(processes, p => Assert.False(ProcessControl.IsAlive(p)));
    }

    [Fact]
    public async Task A_wrong_request_is_refused_with_what_is_allowed()
    {
        await using var cluster = await RunningCluster.StartAsync(null, OneNode);
        Assert.Equal("FABRIC_E_SERVICE_DOES_NOT_EXIST: There is no service 'fabric:/SfPerf/Ecco'. "
            + "Allowed: fabric:/SfPerf/Echo, fabric:/SfPerf/Store. Did you mean 'fabric:/SfPerf/Echo'?",
            Error(await cluster.GetAsync("/Services/SfPerf/Ecco/$/Partitions")));
        Assert.Equal("FABRIC_E_INVALID_PARTITION_KEY: The partitions of fabric:/SfPerf/Store are of kind Int64Range; "
            + "the key is of kind Named.",
            Error(await cluster.GetAsync("/Services/SfPerf/Store/$/ResolvePartition?kind=Named&key=a")));
        Assert.Equal("FABRIC_E_NODE_NOT_FOUND: There is no node '7'. Allowed: _Node_0.",
            Error(await cluster.PostAsync("/Cluster/Kill", new JsonObject { ["node"] = "7" })));
        Assert.StartsWith("E_INVALIDARG: The JSON property 'nodes' could not be mapped",
            Error(await cluster.PostAsync("/Cluster/Kill", new JsonObject { ["nodes"] = "0" })));
        Assert.Equal("FABRIC_E_IMAGEBUILDER_VALIDATION_ERROR: /nowhere: The application package folder does not exist.",
            Error(await cluster.PostAsync("/Applications/Deploy", new JsonObject { ["package"] = "/nowhere" })));
        Assert.Equal("Ok", (string?)(await cluster.GetAsync("/Cluster/Status"))["health"]);
    }

    [Fact]
    public async Task An_equal_deployment_changes_nothing_and_another_one_replaces_it()
    {
        await using var cluster = await RunningCluster.StartAsync(null, OneNode);
        var request = new JsonObject
        {
            ["package"] = RunningCluster.EchoPackage,
            ["parameters"] = new JsonObject { ["Store_TargetReplicaSetSize"] = "1", ["Store_MinReplicaSetSize"] = "1" },
        };
        Assert.False((bool)(await cluster.PostAsync("/Applications/Deploy", request.DeepClone()))["changed"]!);
        request["parameters"]!["Echo_Greeting"] = "anew";
        Assert.True((bool)(await cluster.PostAsync("/Applications/Deploy", request.DeepClone()))["changed"]!);
        Assert.Equal("anew", await RunningCluster.AskAsync(
            await cluster.AddressAsync("SfPerf/Echo", "kind=Singleton"), "env ECHO_VARIABLE"));
    }

    private static string Error(JsonNode answer) => $"{answer["error"]?["code"]}: {answer["error"]?["message"]}";
}
