using System;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>What an operator gets back of a partition all of whose replicas are damaged.</summary>
public sealed class SalvageTests : IDisposable
{
    private const string Store = "SfPerf/Store";
    private static readonly string[] WithPackage = ["--nodes", "5", "--package", RunningCluster.EchoPackage];
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-salvage-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_is_intact_of_damaged_replicas_comes_back_when_they_are_recovered(bool checkpointed)
    {
        await WriteAsync(checkpointed);
        // One bit of one record, of the three logs that hold it.
        Assert.Equal(3, Directory.GetFiles(_folder, "segment-*.log", SearchOption.AllDirectories)
            .Count(f => Flip(f, "key-15")));

        await using var cluster = await RunningCluster.StartAsync(_folder, "--nodes", "5", "--start-timeout", "10");
        var lost = await cluster.UntilAsync("/Cluster/Status", s => (string)Partition(s)["status"]! == "InQuorumLoss"
            && s["healthEvents"]!.AsArray().Count(e => (string?)e!["property"] == "StateLost") == 3);
        _ = await cluster.PostAsync($"/Partitions/{Partition(lost)["id"]}/$/Recover");

        Assert.Equal("14", await cluster.AskPrimaryAsync(Store, 0, "get key-14"));
        Assert.Equal("0", await cluster.AskPrimaryAsync(Store, 0, "get key-0"));
        Assert.Equal("none", await cluster.AskPrimaryAsync(Store, 0, "get key-15"));
        Assert.Equal("none", await cluster.AskPrimaryAsync(Store, 0, "get key-19"));
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "losses"));
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set key-20 20"));
        var after = await cluster.UntilAsync("/Cluster/Status", s => (string)Partition(s)["status"]! == "Ready"
            && Partition(s)["replicas"]!.AsArray().Count(r => (string)r!["status"]! == "Ready") == 3);
        Assert.Contains(after["healthEvents"]!.AsArray(), e => (string?)e!["property"] == "StateSalvaged"
            && ((string)e["description"]!).EndsWith("What it held beyond that is given up.", StringComparison.Ordinal));
        // That somebody has to look at it is in the health of the replica, and so of its partition.
        Assert.Equal("Warning", (string)Partition(after)["health"]!);
    }

    private async Task WriteAsync(bool checkpointed)
    {
        await using var cluster = await RunningCluster.StartAsync(_folder, WithPackage);
        for (var i = 0; i < 20; i++)
        {
            if (i == 10 && checkpointed)
            {
                Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "pad 12 100000"));
                await CheckpointedAsync();
            }
            Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, $"set key-{i} {i}"));
        }
        _ = await cluster.UntilAsync("/Cluster/Status", s => Partition(s)["replicas"]!.AsArray()
            .Count(r => (string)r!["status"]! == "Ready") == 3);
        // A replica that is ready may still lack the last records.
        await RunningCluster.LoggedAsync(_folder, "key-19", replicas: 3);
    }

    private async Task CheckpointedAsync()
    {
        var start = TimeProvider.System.GetTimestamp();
        while (Directory.GetFiles(_folder, "checkpoint-*.data", SearchOption.AllDirectories).Length < 3)
        {
            Assert.True(TimeProvider.System.GetElapsedTime(start) < RunningCluster.Limit, "There is no checkpoint.");
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }
    }

    private static bool Flip(string file, string text)
    {
        var bytes = File.ReadAllBytes(file);
        var at = RunningCluster.IndexOf(bytes, text);
        if (at < 0)
            return false;
        bytes[at] ^= 1;
        File.WriteAllBytes(file, bytes);
        return true;
    }

    private static JsonNode Partition(JsonNode status) => status["applications"]!.AsArray()
        .SelectMany(a => a!["services"]!.AsArray())
        .First(s => (string)s!["name"]! == $"fabric:/{Store}")!["partitions"]![0]!;
}
