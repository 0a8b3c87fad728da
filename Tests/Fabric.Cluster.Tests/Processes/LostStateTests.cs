using System;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>What the manager's own files lose must not cost what the replicas hold.</summary>
public sealed class LostStateTests : IDisposable
{
    private const string Store = "SfPerf/Store";
    private static readonly string[] WithPackage = ["--package", RunningCluster.EchoPackage];
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;

    [Fact]
    public async Task A_flipped_bit_in_one_copy_of_the_journal_is_repaired_and_told()
    {
        await WriteAsync();
        var journal = Path.Combine(_folder, "configuration.journal");
        var bytes = await File.ReadAllBytesAsync(journal);
        bytes[^20] ^= 1;
        await File.WriteAllBytesAsync(journal, bytes);

        await using var cluster = await RunningCluster.StartAsync(_folder);
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        Assert.Equal("0", await cluster.AskPrimaryAsync(Store, 0, "losses"));
        var told = HealthEvent(await cluster.GetAsync("/Cluster/Status"), "Storage");
        Assert.Contains("configuration.journal' was damaged", told);
    }

    [Fact]
    public async Task One_lost_replica_does_not_hinder_the_start_and_is_replaced_with_its_reason_told()
    {
        await WriteAsync();
        var marker = Directory.GetFiles(_folder, "*.replica", SearchOption.AllDirectories)[0];
        var node = Path.GetRelativePath(_folder, marker).Split(Path.DirectorySeparatorChar)[0];
        Directory.Delete(Path.Combine(_folder, node), recursive: true);

        await using var cluster = await RunningCluster.StartAsync(_folder);
        Assert.Equal(("ready", null), ((string?)cluster.Line["event"], (string?)cluster.Line["problem"]));
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        var healed = await cluster.UntilAsync("/Cluster/Status", s => (string)s["health"]! == "Ok"
            && (string)Partition(s)["health"]! == "Ok"
            && Partition(s)["replicas"]!.AsArray().Count(r => (string)r!["status"]! == "Ready") == 3);
        Assert.Matches($"^The replica on {node} has lost its state. The disk of replica [0-9]+ of fabric:/{Store} does "
            + "not hold it any more. The partition is complete again without it.$", HealthEvent(healed, "StateLost"));
        Assert.Equal("0", await cluster.AskPrimaryAsync(Store, 0, "losses"));
    }

    [Theory]
    [InlineData("deleted")]
    [InlineData("both damaged")]
    public async Task Without_a_journal_no_partition_is_made_anew_and_a_recovery_finds_its_replicas(string how)
    {
        await WriteAsync();
        foreach (var file in Directory.GetFiles(_folder, "configuration.journal*"))
        {
            if (how == "deleted")
            {
                File.Delete(file);
                continue;
            }
            var bytes = await File.ReadAllBytesAsync(file);
            bytes[^20] ^= 1;
            await File.WriteAllBytesAsync(file, bytes);
        }

        await using var cluster = await RunningCluster.StartAsync(_folder);
        Assert.Contains("Its configuration is lost", (string?)cluster.Line["problem"]);
        var lost = await cluster.UntilAsync("/Cluster/Status", s => (string)Partition(s)["status"]! == "InQuorumLoss"
            && Partition(s)["replicas"]!.AsArray().Count(r => (string)r!["status"]! != "Down") == 3);
        _ = await cluster.PostAsync($"/Partitions/{Partition(lost)["id"]}/$/Recover");
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "losses"));
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        var after = await cluster.UntilAsync("/Cluster/Status", s => (string)Partition(s)["health"]! == "Ok");
        Assert.Equal(3, Partition(after)["replicas"]!.AsArray().Count(r => (string)r!["status"]! == "Ready"));
    }

    [Fact]
    public async Task Without_the_managers_state_a_start_is_refused_and_the_replicas_stay()
    {
        await WriteAsync();
        foreach (var file in Directory.GetFiles(_folder, "manager.json*")
            .Concat(Directory.GetFiles(_folder, "configuration.journal*")))
        {
            File.Delete(file);
        }

        var markers = Directory.GetFiles(_folder, "*.replica", SearchOption.AllDirectories);
        Assert.Equal(3, markers.Length);

        await using (var refused = await RunningCluster.StartAsync(_folder, WithPackage))
        {
            Assert.Equal((4, "DataFolder"), (refused.Manager.ExitCode, (string?)refused.Line["code"]));
            Assert.Contains("--reset", (string)refused.Line["message"]!);
        }
        Assert.All(markers, m => Assert.True(File.Exists(m)));
        await using var reset = await RunningCluster.StartAsync(_folder, [.. WithPackage, "--reset"]);
        Assert.Equal("none", await reset.AskPrimaryAsync(Store, 0, "get a"));
    }

    [Fact]
    public async Task A_start_with_another_application_keeps_the_one_of_before_beside_it()
    {
        await WriteAsync();
        await using (var both = await RunningCluster.StartAsync(
            _folder, [.. WithPackage, "--application", "fabric:/Other"]))
        {
            Assert.Equal("1", await both.AskPrimaryAsync(Store, 0, "get a"));
            Assert.Equal("ok", await both.AskPrimaryAsync("Other/Store", 0, "set a 2"));
        }
        await using var again = await RunningCluster.StartAsync(_folder);
        Assert.Null(again.Line["problem"]);
        Assert.Equal(["fabric:/SfPerf", "fabric:/Other"],
            again.Line["applications"]!.AsArray().Select(a => (string)a!));
        Assert.Equal("1", await again.AskPrimaryAsync(Store, 0, "get a"));
        Assert.Equal("2", await again.AskPrimaryAsync("Other/Store", 0, "get a"));
    }

    [Fact]
    public async Task The_same_application_with_other_parameters_begins_anew()
    {
        await WriteAsync();
        await using var replaced = await RunningCluster.StartAsync(
            _folder, [.. WithPackage, "--set", "Echo_Greeting=bye"]);
        Assert.Equal("none", await replaced.AskPrimaryAsync(Store, 0, "get a"));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private async Task WriteAsync()
    {
        await using var first = await RunningCluster.StartAsync(_folder, WithPackage);
        Assert.Equal("ok", await first.AskPrimaryAsync(Store, 0, "set a 1"));
    }

    private static string HealthEvent(JsonNode status, string property) => (string)status["healthEvents"]!.AsArray()
        .First(e => (string)e!["property"]! == property)!["description"]!;

    private static JsonNode Partition(JsonNode status) => status["applications"]![0]!["services"]!.AsArray()
        .First(s => (string)s!["name"]! == $"fabric:/{Store}")!["partitions"]![0]!;
}
