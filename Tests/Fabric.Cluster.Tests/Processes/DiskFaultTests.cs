using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Chaos.DiskFaults;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>Disks that fail under a running cluster, and files that rot while it stands still.</summary>
public sealed class DiskFaultTests
{
    private const string Store = "SfPerf/Store";
    private static readonly string[] FiveNodes = ["--nodes", "5", "--package", RunningCluster.EchoPackage];

    [Theory]
    [InlineData("fsync fail EIO")]
    [InlineData("write fail EIO")]
    [InlineData("write fail ENOSPC")]
    public async Task The_host_whose_log_fails_ends_and_comes_back_when_the_disk_works(string fault)
    {
        Assert.SkipWhen(FaultyDisk.Missing is not null, $"skipped: needs {FaultyDisk.Missing}");
        using var disk = await FaultyDisk.CreateAsync();
        await using var cluster = await RunningCluster.StartAsync(null, disk.Environment, FiveNodes);
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 0"));
        var before = await CompleteAsync(cluster);
        var primary = before["replicas"]!.AsArray().First(r => (string)r!["role"]! == "Primary")!;
        var (node, process) = ((string)primary["node"]!, (int)primary["pid"]!);

        disk.Set($"{fault} */{node}/*/log/segment-*.log");

        for (var i = 1; i <= 20; i++)
            Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, $"set a {i}"));
        await RunningCluster.AssertGoneAsync([process]);
        Assert.Equal("20", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        var without = await StatusAsync(cluster);
        Assert.NotEqual(node, Primary(without));
        // The node copies the output of its host, which may be gone before its last line has arrived.
        _ = await cluster.UntilAsync("/Cluster/Status", _ => LastWords(cluster, node)
            .Any(t => t.Contains("The disk under", StringComparison.Ordinal)
                && t.Contains("failed", StringComparison.Ordinal)));

        disk.Works();

        _ = await CompleteAsync(cluster);
        Assert.Equal("20", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        // Pauses grow: a host that cannot open its log is not started again and again.
        Assert.InRange(disk.Hits.Select(h => h.Split(' ')[0]).Distinct().Count(), 1, 40);
    }

    [Fact]
    public async Task A_node_that_does_not_notice_the_end_of_its_host_falls_silent_and_is_replaced()
    {
        Assert.SkipWhen(FaultyDisk.Missing is not null, $"skipped: needs {FaultyDisk.Missing}");
        using var disk = await FaultyDisk.CreateAsync();
        await using var cluster = await RunningCluster.StartAsync(null, disk.Environment, FiveNodes);
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 1"));
        var before = await CompleteAsync(cluster);
        var primary = before["replicas"]!.AsArray().First(r => (string)r!["role"]! == "Primary")!;
        var agent = (int)(await cluster.GetAsync("/Cluster/Status"))["nodes"]!.AsArray()
            .First(n => (string)n!["name"]! == (string)primary["node"]!)!["pid"]!;

        disk.Set($"wait fail ECHILD /process/{agent}");
        Assert.True(ProcessControl.Kill((int)primary["pid"]!));

        await RunningCluster.AssertGoneAsync([agent]);
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 2"));
        _ = await CompleteAsync(cluster);
    }

    [Theory]
    [InlineData("*/log/segment-*.log")]
    [InlineData("*/log.mark")]
    public async Task When_every_disk_fails_nothing_is_acknowledged_and_nothing_acknowledged_is_lost(string files)
    {
        Assert.SkipWhen(FaultyDisk.Missing is not null, $"skipped: needs {FaultyDisk.Missing}");
        using var disk = await FaultyDisk.CreateAsync();
        await using var cluster = await RunningCluster.StartAsync(null, disk.Environment, FiveNodes);
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 1"));
        var address = await cluster.AddressAsync(Store, "kind=Int64Range&key=0");
        var processes = Hosts(await CompleteAsync(cluster));

        // A write through a file of the log, a flush of either: whatever is needed to acknowledge fails.
        disk.Set($"fsync fail EIO {files}", "write fail EIO */log/segment-*.log");

        var answer = await Record.ExceptionAsync(async () =>
            Assert.StartsWith("error", await RunningCluster.AskAsync(address, "set a 2"), StringComparison.Ordinal));
        Assert.True(answer is null or IOException or System.Net.Sockets.SocketException, $"{answer}");
        await RunningCluster.AssertGoneAsync(processes[..1]);

        disk.Works();

        Assert.Contains(await cluster.AskPrimaryAsync(Store, 0, "get a"), new List<string> { "1", "2" });
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 3"));
        _ = await CompleteAsync(cluster);
    }

    [Fact]
    public async Task A_checkpoint_that_cannot_be_written_is_in_the_health_until_one_is()
    {
        Assert.SkipWhen(FaultyDisk.Missing is not null, $"skipped: needs {FaultyDisk.Missing}");
        using var disk = await FaultyDisk.CreateAsync();
        await using var cluster = await RunningCluster.StartAsync(null, disk.Environment, FiveNodes);
        _ = await CompleteAsync(cluster);
        disk.Set("write fail ENOSPC */checkpoint-*");
        // More log than the service's setting CheckpointThresholdInMB allows between two checkpoints.
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "pad 12 100000"));
        var failed = await cluster.UntilAsync("/Cluster/Status", s => CheckpointEvents(s).Length > 0
            && (string?)Partition(s)["status"] == "Ready" && (string?)Partition(s)["health"] != "Error");
        Assert.Contains("could not write its last checkpoint", CheckpointEvents(failed)[0], StringComparison.Ordinal);
        // It serves all the same; what its replicas report is the partition's health, too.
        var warned = Partition(failed);
        Assert.Equal(("Ready", "Warning"), ((string?)warned["status"], (string?)warned["health"]));

        disk.Works();

        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "pad 12 100000"));
        _ = await cluster.UntilAsync("/Cluster/Status", s => CheckpointEvents(s).Length == 0);
        _ = await CompleteAsync(cluster);
    }

    [Theory]
    [InlineData("*.log", 4096 + 40)]
    [InlineData("log.mark", -1)]
    [InlineData("replica.data", 20)]
    [InlineData("replica.data", -1)]
    public async Task A_rotten_file_costs_one_replica_that_is_built_anew_and_its_files_are_set_aside(
        string file, int offset)
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        try
        {
            string victim;
            await using (var first = await RunningCluster.StartAsync(folder, FiveNodes))
            {
                for (var i = 0; i < 20; i++)
                    Assert.Equal("ok", await first.AskPrimaryAsync(Store, 0, $"set k{i} {i}"));
                victim = (await CompleteAsync(first))["replicas"]!.AsArray()
                    .Where(r => (string)r!["role"]! == "ActiveSecondary").Select(r => (string)r!["node"]!).First();
            }
            Harm(Directory.GetFiles(Path.Combine(folder, victim), file, SearchOption.AllDirectories).Order().First(
                f => file != "*.log" || Path.GetFileName(f).StartsWith("segment", StringComparison.Ordinal)), offset);
            await using var second = await RunningCluster.StartAsync(folder, FiveNodes);
            Assert.Equal("19", await second.AskPrimaryAsync(Store, 0, "get k19"));
            Assert.Equal("ok", await second.AskPrimaryAsync(Store, 0, "set k20 20"));
            _ = await CompleteAsync(second);
            var aside = Assert.Single(Directory.GetDirectories(
                Path.Combine(folder, victim), "set-aside", SearchOption.AllDirectories));
            Assert.NotEmpty(Directory.GetFiles(aside, "reason.txt", SearchOption.AllDirectories));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static void Harm(string file, int offset)
    {
        if (offset < 0)
        {
            File.Delete(file);
            return;
        }
        using var stream = new FileStream(file, FileMode.Open);
        stream.Position = offset;
        var value = stream.ReadByte();
        stream.Position = offset;
        stream.WriteByte((byte)(value ^ 1));
    }

    private static List<string> LastWords(RunningCluster cluster, string node)
    {
        var files = Directory.GetFiles(
            Path.Combine(cluster.Folder, node), "*_M.out*", SearchOption.AllDirectories);
        var texts = new List<string>();
        foreach (var file in files)
        {
            using var reader = new StreamReader(
                new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete));
            texts.Add(reader.ReadToEnd());
        }
        return texts;
    }

    private static string[] CheckpointEvents(JsonNode status) => [.. status["healthEvents"]!.AsArray()
        .Where(e => (string?)e!["property"] == "Checkpoint").Select(e => (string)e!["description"]!)];

    private static int[] Hosts(JsonNode partition) =>
        [.. partition["replicas"]!.AsArray().OrderByDescending(r => (string)r!["role"]! == "Primary")
            .Select(r => (int)r!["pid"]!)];

    private static string? Primary(JsonNode partition) => partition["replicas"]!.AsArray()
        .Where(r => (string)r!["role"]! == "Primary").Select(r => (string)r!["node"]!).FirstOrDefault();

    private static async Task<JsonNode> StatusAsync(RunningCluster cluster) =>
        Partition(await cluster.GetAsync("/Cluster/Status"));

    private static async Task<JsonNode> CompleteAsync(RunningCluster cluster) =>
        Partition(await cluster.UntilAsync("/Cluster/Status", s => Partition(s) is var p
            && p["replicas"]!.AsArray().Count(r => (string)r!["status"]! == "Ready") == 3
            && (string)p["health"]! == "Ok"));

    private static JsonNode Partition(JsonNode status) => status["applications"]!.AsArray()
        .SelectMany(a => a!["services"]!.AsArray())
        .First(s => (string)s!["name"]! == $"fabric:/{Store}")!["partitions"]![0]!;
}
