using System;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>RunAsync of a service that does not behave. All replicas write into one file what becomes of theirs.
/// </summary>
public sealed class RunAsyncTests : IDisposable
{
    private const string Store = "SfPerf/Store";
    private readonly string _root = Directory.CreateTempSubdirectory("sfperf-runs-").FullName;
    private readonly string _runs;

    public RunAsyncTests() => _runs = Directory.CreateDirectory(Path.Combine(_root, "store.runs")).FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public async Task A_new_primary_does_not_run_while_the_old_one_ignores_its_token()
    {
        await using var cluster = await StartAsync();
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "run ignore"));
        var replicas = (await PartitionAsync(cluster))["replicas"]!.AsArray();
        var (old, target) = (NodeOf(replicas, "Primary"), NodeOf(replicas, "ActiveSecondary"));

        var move = cluster.PostAsync("/Cluster/MovePrimary",
            new JsonObject { ["service"] = $"fabric:/{Store}", ["node"] = target });

        await NotedAsync($"{old} is cancelled");
        Assert.Equal([$"{old} begins", $"{old} is cancelled"], Notes());
        // On a busy machine other calls may be slow, too.
        _ = await cluster.UntilAsync("/Cluster/Status", s => SlowCalls(s).Any(c =>
            c.Contains($"The replica on {old} has not finished 'Demote'", StringComparison.Ordinal)));
        Assert.Equal([$"{old} begins", $"{old} is cancelled"], Notes());
        File.WriteAllText(Path.Combine(_runs, "release"), "");
        await NotedAsync($"{target} begins");
        Assert.Equal([$"{old} begins", $"{old} is cancelled", $"{old} ends", $"{target} begins"], Notes());
        // The one who asked was told meanwhile that the move takes longer than it waits for.
        _ = await move;
        _ = await cluster.UntilAsync("/Cluster/Status", s => Replicas(s).Any(
            r => (string)r!["role"]! == "Primary" && (string)r["node"]! == target));
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        _ = await cluster.UntilAsync("/Cluster/Status", s => SlowCalls(s).Length == 0);
    }

    [Fact]
    public async Task What_a_replica_has_not_finished_is_no_warning_any_more_once_it_was_aborted()
    {
        await using var cluster = await StartAsync();
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "run ignore"));
        var partition = await PartitionAsync(cluster);
        var old = partition["replicas"]!.AsArray().First(r => (string)r!["role"]! == "Primary")!;
        var move = cluster.PostAsync("/Cluster/MovePrimary", new JsonObject { ["service"] = $"fabric:/{Store}" });
        _ = await cluster.UntilAsync("/Cluster/Status", s => SlowCalls(s).Length > 0);

        using var client = new System.Net.Http.HttpClient();
        using var restarted = await client.PostAsync(new Uri($"{cluster.Gateway}/Nodes/{old["node"]}/$/GetPartitions/"
            + $"{partition["id"]}/$/GetReplicas/{old["id"]}/$/Restart?api-version=6.0"), null);

        Assert.Equal(System.Net.HttpStatusCode.OK, restarted.StatusCode);
        _ = await cluster.UntilAsync("/Cluster/Status", s => (string)s["health"]! == "Ok");
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        _ = await move;
    }

    [Theory]
    [InlineData("throw", false)]
    [InlineData("throw-fabric", true)]
    public async Task A_RunAsync_that_throws_restarts_its_host_or_only_its_replica(string what, bool lives)
    {
        await using var cluster = await StartAsync();
        var before = (await PartitionAsync(cluster))["replicas"]!.AsArray()
            .First(r => (string)r!["role"]! == "Primary")!;

        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, $"run {what}"));

        await NotedAsync(" begins", times: 2);
        Assert.Equal([$"{(string?)before["node"]} begins", $"{(string?)before["node"]} ends"], Notes()[..2]);
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 2"));
        var process = (int)before["pid"]!;
        if (!lives)
            await RunningCluster.AssertGoneAsync([process]);
        // The manager hears of the end of a process a moment after it.
        var after = await cluster.UntilAsync("/Cluster/Status", s => Replicas(s).Count(
            r => (string)r!["status"]! == "Ready") == 3 && (lives || !HasProcess(s, process)));
        Assert.Equal(lives, HasProcess(after, process));
    }

    private async Task<RunningCluster> StartAsync()
    {
        var cluster = await RunningCluster.StartAsync(null, "--nodes", "5", "--package", RunningCluster.EchoPackage,
            "--set", $"Echo_Greeting={Path.Combine(_root, "store")}");
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 1"));
        await NotedAsync(" begins");
        return cluster;
    }

    private static string[] SlowCalls(JsonNode status) => [.. status["healthEvents"]!.AsArray()
        .Where(e => (string?)e!["property"] == "ApiSlow").Select(e => (string)e!["description"]!)];

    private string[] Notes() =>
        File.Exists(Path.Combine(_runs, "runs")) ? File.ReadAllLines(Path.Combine(_runs, "runs")) : [];

    private async Task NotedAsync(string note, int times = 1)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (Notes().Count(n => n.EndsWith(note, StringComparison.Ordinal)) < times)
        {
            Assert.True(TimeProvider.System.GetElapsedTime(start) < RunningCluster.Limit,
                $"'{note}' is not among: {string.Join(", ", Notes())}");
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }
    }

    private static string NodeOf(JsonArray replicas, string role) =>
        (string)replicas.First(r => (string)r!["role"]! == role)!["node"]!;

    private static async Task<JsonNode> PartitionAsync(RunningCluster cluster) =>
        Partition(await cluster.UntilAsync("/Cluster/Status", s => Replicas(s).Count(
            r => (string)r!["status"]! == "Ready") == 3));

    private static bool HasProcess(JsonNode status, int process) =>
        Replicas(status).Any(r => (int)r!["pid"]! == process);

    private static JsonArray Replicas(JsonNode status) => Partition(status)["replicas"]!.AsArray();

    private static JsonNode Partition(JsonNode status) => status["applications"]!.AsArray()
        .SelectMany(a => a!["services"]!.AsArray())
        .First(s => (string)s!["name"]! == $"fabric:/{Store}")!["partitions"]![0]!;
}
