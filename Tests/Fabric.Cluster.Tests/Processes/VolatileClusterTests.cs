using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>A stateful service whose manifest does not say that its state is persisted.</summary>
public sealed class VolatileClusterTests : IDisposable
{
    private const string Store = "SfPerf/Store";
    private readonly string _root = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;

    [Theory]
    [InlineData("HasPersistedState=\"false\"")]
    [InlineData("")]
    public async Task The_state_survives_the_kill_of_fewer_replicas_than_a_quorum_and_no_file_holds_it(string declared)
    {
        await using var cluster = await StartAsync(declared);
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 1"));
        for (var round = 0; round < 2; round++)
        {
            var before = await CompleteAsync(cluster);
            _ = ProcessControl.Kill(Hosts(before, primary: true).Single());
            Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "get a"));
            Assert.Equal("0", await cluster.AskPrimaryAsync(Store, 0, "losses"));
            var dead = Replicas(before).First(r => (string)r["role"]! == "Primary")["id"]!.ToString();
            var after = await CompleteAsync(cluster, without: dead);
            Assert.Equal(DataLoss(before), DataLoss(after));
        }
        Assert.Empty(Directory.GetFiles(cluster.Folder, "*.replica", SearchOption.AllDirectories));
        Assert.DoesNotContain(Directory.GetFiles(cluster.Folder, "*.log", SearchOption.AllDirectories),
            f => f.Contains("segment-", StringComparison.Ordinal));
    }

    [Fact]
    public async Task When_all_replicas_are_killed_the_state_is_lost_and_the_service_hears_of_it()
    {
        await using var cluster = await StartAsync("HasPersistedState=\"false\"");
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 1"));
        var before = await CompleteAsync(cluster);
        foreach (var host in Hosts(before, primary: false))
            _ = ProcessControl.Kill(host);
        _ = await cluster.UntilAsync("/Cluster/Status", s => DataLoss(Partition(s)) > DataLoss(before)
            && (string)Partition(s)["health"]! == "Ok");
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "losses"));
        Assert.Equal("none", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 2"));
        Assert.Equal("2", await cluster.AskPrimaryAsync(Store, 0, "get a"));
    }

    [Fact]
    public async Task A_restart_of_the_cluster_loses_a_volatile_state_and_says_so()
    {
        await using (var first = await StartAsync("HasPersistedState=\"false\""))
        {
            Assert.Equal("ok", await first.AskPrimaryAsync(Store, 0, "set a 1"));
            Assert.Equal(false, (bool?)Service(await first.GetAsync("/Cluster/Status"))["hasPersistedState"]);
        }
        await using var second = await RunningCluster.StartAsync(Path.Combine(_root, "cluster"));
        Assert.Equal("1", await second.AskPrimaryAsync(Store, 0, "losses"));
        Assert.Equal("none", await second.AskPrimaryAsync(Store, 0, "get a"));
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private async Task<RunningCluster> StartAsync(string declared)
    {
        var package = Path.Combine(_root, "package");
        RunningCluster.CopyPackage(package);
        var manifest = Path.Combine(package, "EchoPkg", "ServiceManifest.xml");
        var text = await File.ReadAllTextAsync(manifest);
        Assert.Contains("HasPersistedState=\"true\"", text, StringComparison.Ordinal);
        await File.WriteAllTextAsync(
            manifest, text.Replace("HasPersistedState=\"true\"", declared, StringComparison.Ordinal));
        return await RunningCluster.StartAsync(
            Path.Combine(_root, "cluster"), "--nodes", "5", "--package", package);
    }

    private static async Task<JsonNode> CompleteAsync(RunningCluster cluster, string? without = null) =>
        Partition(await cluster.UntilAsync("/Cluster/Status", s => Partition(s) is var p && (string)p["health"]! == "Ok"
            && Replicas(p).Count(r => (string)r["status"]! == "Ready") == 3
            && Replicas(p).All(r => r["id"]!.ToString() != without)));

    private static JsonNode Service(JsonNode status) => status["applications"]![0]!["services"]!.AsArray()
        .First(s => (string)s!["name"]! == $"fabric:/{Store}")!;

    private static JsonNode Partition(JsonNode status) => Service(status)["partitions"]![0]!;

    private static IEnumerable<JsonNode> Replicas(JsonNode partition) =>
        partition["replicas"]!.AsArray().Select(r => r!);

    private static int[] Hosts(JsonNode partition, bool primary) => [.. Replicas(partition)
        .Where(r => !primary || (string)r["role"]! == "Primary").Select(r => (int)r["pid"]!)];

    private static long DataLoss(JsonNode partition) =>
        long.Parse((string)partition["epoch"]!["dataLossNumber"]!, System.Globalization.CultureInfo.InvariantCulture);
}
