using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Nodes that a client deactivates and activates again.</summary>
public sealed class RestDeactivationTests
{
    private const string Store = "SfPerf/Store";
    private const string Version = "api-version=6.0";

    [Fact]
    [Trait("DeploymentCase", "21")]
    public async Task The_primary_is_swapped_away_under_load_and_the_node_comes_back_also_after_a_restart()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-deactivation").FullName;
        var written = 0;
        string node;
        await using (var cluster = await StartAsync(folder))
        {
            var before = await CompleteAsync(cluster, 3);
            node = NodeOf(before, "Primary");
            var stop = false;
            var writer = Task.Run(async () =>
            {
                for (var i = 1; !Volatile.Read(ref stop); i++)
                {
                    Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, $"set a {i}"));
                    Volatile.Write(ref written, i);
                }
            });
            await PostAsync(cluster, $"/Nodes/{node}/$/Deactivate", """{"DeactivationIntent":2}""");
            var disabled = await cluster.UntilAsync($"/Nodes/{node}?{Version}",
                n => (string)n["NodeStatus"]! == "Disabled");
            var info = disabled["NodeDeactivationInfo"]!;
            Assert.Equal(("Restart", "Completed", 0), ((string)info["NodeDeactivationIntent"]!,
                (string)info["NodeDeactivationStatus"]!, info["PendingSafetyChecks"]!.AsArray().Count));
            Volatile.Write(ref stop, true);
            await writer.WaitAsync(RunningCluster.Limit);
            var after = await ReplicasAsync(cluster);
            Assert.NotEqual(node, NodeOf(after, "Primary"));
            Assert.Equal("Down", (string)Of(after, node)["ReplicaStatus"]!);
            // Nobody lost a quorum: the swap was one change of the configuration, without a data loss.
            var events = (await cluster.GetAsync("/Cluster/Events"))["events"]!.AsArray();
            Assert.DoesNotContain(events, e => ((string)e!["kind"]!) is "quorum" or "data-loss");
            var hosts = (await cluster.GetAsync("/Cluster/Status"))["nodes"]!.AsArray()
                .Single(n => (string)n!["name"]! == node)!["hosts"]!.AsArray();
            Assert.Empty(hosts);
            var processes = await cluster.ProcessesAsync();
            await cluster.KillManagerAsync();
            foreach (var process in processes)
                _ = ProcessControl.Kill(process);
            await RunningCluster.AssertGoneAsync(processes);
        }
        await using (var cluster = await StartAsync(folder))
        {
            _ = await cluster.UntilAsync($"/Nodes/{node}?{Version}", n => (string)n["NodeStatus"]! == "Disabled");
            Assert.Equal($"{written}", await cluster.AskPrimaryAsync(Store, 0, "get a"));
            Assert.NotEqual(node, NodeOf(await ReplicasAsync(cluster), "Primary"));
            await PostAsync(cluster, $"/Nodes/{node}/$/Activate", "");
            var back = await CompleteAsync(cluster, 3);
            Assert.Equal("ActiveSecondary", (string)Of(back, node)["ReplicaRole"]!);
            Assert.Equal("Up", (string)(await cluster.GetAsync($"/Nodes/{node}?{Version}"))["NodeStatus"]!);
        }
        Directory.Delete(folder, recursive: true);
    }

    [Fact]
    [Trait("DeploymentCase", "21")]
    public async Task What_a_partition_needs_stays_and_the_safety_check_says_so()
    {
        await using var cluster = await StartAsync(null, "--set", "Store_MinReplicaSetSize=3");
        var replicas = await CompleteAsync(cluster, 3);
        var node = NodeOf(replicas, "ActiveSecondary");
        var partition = (string)(await cluster.GetAsync($"/Services/SfPerf~Store/$/GetPartitions?{Version}"))
            ["Items"]![0]!["PartitionInformation"]!["Id"]!;
        await PostAsync(cluster, $"/Nodes/{node}/$/Deactivate", """{"DeactivationIntent":"Restart"}""");
        var info = (await cluster.UntilAsync($"/Nodes/{node}?{Version}", n => n["NodeDeactivationInfo"]!
            ["PendingSafetyChecks"]!.AsArray().Any(c => (string)c!["SafetyCheck"]!["Kind"]! == "EnsurePartitionQuorum"
                && (string)c["SafetyCheck"]!["PartitionId"]! == partition)))["NodeDeactivationInfo"]!;
        Assert.Equal("SafetyCheckInProgress", (string)info["NodeDeactivationStatus"]!);
        _ = await CompleteAsync(cluster, 3);
        // The data goes elsewhere, and so may the replica.
        await PostAsync(cluster, $"/Nodes/{node}/$/Deactivate", """{"DeactivationIntent":"RemoveData"}""");
        _ = await cluster.UntilAsync($"/Nodes/{node}?{Version}", n => (string)n["NodeStatus"]! == "Disabled");
        var moved = await CompleteAsync(cluster, 3);
        Assert.DoesNotContain(moved["Items"]!.AsArray(), r => (string)r!["NodeName"]! == node);
        var listed = await cluster.GetAsync($"/Nodes?{Version}&NodeStatusFilter=disabled");
        Assert.Equal([node], listed["Items"]!.AsArray().Select(n => (string)n!["Name"]!));
    }

    [Fact]
    [Trait("DeploymentCase", "21")]
    public async Task The_state_of_a_node_stays_given_up_when_the_manager_starts_again_and_the_node_comes_back_with_it()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-given-up").FullName;
        string node, before;
        // With three nodes nobody can take the place of a replica of three.
        string[] three = ["--nodes", "3", "--package", RunningCluster.EchoPackage];
        await using (var cluster = await RunningCluster.StartAsync(folder, three))
        {
            var replicas = await CompleteAsync(cluster, 3);
            node = NodeOf(replicas, "ActiveSecondary");
            before = (string)Of(replicas, node)["ReplicaId"]!;
            Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 1"));
            await PostAsync(cluster, $"/Faults/Nodes/{node}/$/StartTransition", "",
                $"&OperationId={Guid.NewGuid()}&NodeTransitionType=Stop&NodeInstanceId=0&StopDurationInSeconds=600");
            _ = await cluster.UntilAsync($"/Nodes/{node}?{Version}", n => (string)n["NodeStatus"]! == "Down");
            await PostAsync(cluster, $"/Nodes/{node}/$/RemoveNodeState", "");
            Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 2"));
            var processes = await cluster.ProcessesAsync();
            await cluster.KillManagerAsync();
            foreach (var process in processes)
                _ = ProcessControl.Kill(process);
            await RunningCluster.AssertGoneAsync(processes);
        }
        await using (var cluster = await RunningCluster.StartAsync(folder, three))
        {
            var after = await CompleteAsync(cluster, 3);
            // What the disk of the node holds was given up: its replica is another one, built anew.
            Assert.NotEqual(before, (string)Of(after, node)["ReplicaId"]!);
            Assert.Equal("2", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        }
        Directory.Delete(folder, recursive: true);
    }

    [Fact]
    [Trait("DeploymentCase", "24")]
    public async Task A_replica_that_is_down_is_replaced_after_the_wait_of_its_service()
    {
        await using var cluster = await StartAsync(null);
        async Task<JsonArray> ReplicasOfAsync(string service, string? without = null)
        {
            var id = (await cluster.GetAsync($"/Services/SfPerf~{service}/$/GetPartitions?{Version}"))
                ["Items"]![0]!["PartitionInformation"]!["Id"]!;
            var replicas = await cluster.UntilAsync($"/Partitions/{id}/$/GetReplicas?{Version}",
                r => r["Items"]!.AsArray().Where(i => (string)i!["ReplicaStatus"]! == "Ready")
                    .Select(i => (string)i!["NodeName"]!).ToArray() is { Length: 3 } ready && !ready.Contains(without));
            return replicas["Items"]!.AsArray();
        }

        foreach (var (name, wait) in new[] { ("Short", 1), ("Long", int.MaxValue) })
        {
            await PostAsync(cluster, "/Applications/SfPerf/$/GetServices/$/Create", $$"""
                {"ServiceKind":"Stateful","ServiceName":"fabric:/SfPerf/{{name}}","ServiceTypeName":"EchoStatefulType",
                 "PartitionDescription":{"PartitionScheme":"Singleton"},"TargetReplicaSetSize":3,"MinReplicaSetSize":2,
                 "HasPersistedState":true,"Flags":1,"ReplicaRestartWaitDurationSeconds":{{wait}}}
                """, " ");
        }
        // Each is on three of the five nodes.
        var node = (await ReplicasOfAsync("Short")).Select(r => (string)r!["NodeName"]!)
            .Intersect((await ReplicasOfAsync("Long")).Select(r => (string)r!["NodeName"]!)).First();
        await PostAsync(cluster, $"/Faults/Nodes/{node}/$/StartTransition", "",
            $"&OperationId={Guid.NewGuid()}&NodeTransitionType=Stop&NodeInstanceId=0&StopDurationInSeconds=600");
        _ = await cluster.UntilAsync($"/Nodes/{node}?{Version}", n => (string)n["NodeStatus"]! == "Down");
        // A replica may count as ready for a moment after its node has gone.
        _ = await ReplicasOfAsync("Short", without: node);
        var patient = (await cluster.GetAsync($"/Services/SfPerf~Long/$/GetPartitions?{Version}"))
            ["Items"]![0]!["PartitionInformation"]!["Id"]!;
        var left = (await cluster.GetAsync($"/Partitions/{patient}/$/GetReplicas?{Version}"))["Items"]!.AsArray();
        Assert.Equal("Down", (string)left.Single(r => (string)r!["NodeName"]! == node)!["ReplicaStatus"]!);
    }

    private static async Task PostAsync(
        RunningCluster cluster, string path, string body, string query = "")
    {
        using var client = new HttpClient();
        using var content = new StringContent(body, Encoding.UTF8, "application/json");
        var address = new Uri($"{cluster.Gateway}{path}?{Version}{query.Trim()}");
        using var response = await client.PostAsync(address, content);
        Assert.Equal(query.Length == 0 ? HttpStatusCode.OK : HttpStatusCode.Accepted, response.StatusCode);
    }

    private static Task<RunningCluster> StartAsync(string? folder, params string[] more) =>
        RunningCluster.StartAsync(folder, ["--nodes", "5", "--package", RunningCluster.EchoPackage, .. more]);

    private static async Task<JsonNode> ReplicasAsync(RunningCluster cluster) =>
        await cluster.GetAsync(await PathAsync(cluster));

    private static async Task<JsonNode> CompleteAsync(RunningCluster cluster, int wanted) =>
        await cluster.UntilAsync(await PathAsync(cluster), r => r["Items"]!.AsArray().Count == wanted
            && r["Items"]!.AsArray().All(i => (string)i!["ReplicaStatus"]! == "Ready"));

    private static async Task<string> PathAsync(RunningCluster cluster)
    {
        var partitions = await cluster.GetAsync($"/Services/SfPerf~Store/$/GetPartitions?{Version}");
        return $"/Partitions/{partitions["Items"]![0]!["PartitionInformation"]!["Id"]}/$/GetReplicas?{Version}";
    }

    private static string NodeOf(JsonNode replicas, string role) => (string)replicas["Items"]!.AsArray()
        .First(r => (string)r!["ReplicaRole"]! == role)!["NodeName"]!;

    private static JsonNode Of(JsonNode replicas, string node) => replicas["Items"]!.AsArray()
        .Single(r => (string)r!["NodeName"]! == node)!;
}
