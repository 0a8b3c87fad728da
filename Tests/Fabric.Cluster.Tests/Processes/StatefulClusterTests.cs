using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

public sealed class StatefulClusterTests
{
    private const string Store = "SfPerf/Store";
    private static readonly TimeSpan RestartWait = TimeSpan.FromSeconds(30);
    private static readonly string[] FiveNodes = ["--nodes", "5", "--package", RunningCluster.EchoPackage];

    [Fact]
    public async Task What_was_acknowledged_is_there_after_each_of_three_primaries_was_killed()
    {
        await using var cluster = await RunningCluster.StartAsync(null, FiveNodes);
        for (var round = 1; round <= 3; round++)
        {
            Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, $"set a {round}"));
            var before = await PartitionAsync(cluster);
            _ = await cluster.PostAsync("/Cluster/Kill", new JsonObject { ["primary"] = $"fabric:/{Store}" });
            _ = await cluster.UntilAsync("/Cluster/Status", s => Primary(Partition(s)) is { } p
                && p != Primary(before));
            Assert.Equal($"{round}", await cluster.AskPrimaryAsync(Store, 0, "get a"));
            var after = await CompleteAsync(cluster);
            Assert.True(Configuration(after) > Configuration(before), $"{after}");
        }
    }

    [Fact]
    public async Task A_primary_whose_process_a_signal_stopped_is_replaced_and_nothing_acknowledged_is_lost()
    {
        var why = await EndOfAsync(host =>
        {
            Assert.True(ProcessControl.Stop(host));
            return null;
        });
        Assert.EndsWith("ended: killed by its node: a signal had stopped it", why, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_primary_whose_process_hangs_is_replaced_and_nothing_acknowledged_is_lost()
    {
        var why = await EndOfAsync(host => new HungProcess(host));
        Assert.EndsWith("ended: killed by its node: no heartbeat for 3 s", why, StringComparison.Ordinal);
    }

    // The event that tells the end of the primary's host.
    private static async Task<string> EndOfAsync(Func<int, IDisposable?> freeze)
    {
        await using var cluster = await RunningCluster.StartAsync(null, FiveNodes);
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 1"));
        var before = await PartitionAsync(cluster);
        var host = (int)before["replicas"]!.AsArray().First(r => (string)r!["role"]! == "Primary")!["pid"]!;
        using var frozen = freeze(host);
        _ = await cluster.UntilAsync("/Cluster/Status", s => Primary(Partition(s)) is { } p && p != Primary(before));
        Assert.False(ProcessControl.IsAlive(host));
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        _ = await CompleteAsync(cluster);
        var events = (await cluster.GetAsync("/Cluster/Events"))["events"]!.AsArray();
        return events.Select(e => (string)e!["text"]!)
            .First(t => t.Contains($"(process {host}) ended", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Writes_go_on_while_a_secondary_is_dead_and_it_comes_back()
    {
        await using var cluster = await RunningCluster.StartAsync(null, FiveNodes);
        var before = await PartitionAsync(cluster);
        var secondary = before["replicas"]!.AsArray().First(r => (string)r!["role"]! == "ActiveSecondary")!;
        var killed = TimeProvider.System.GetTimestamp();
        _ = ProcessControl.Kill((int)secondary["pid"]!);
        for (var i = 0; i < 20; i++)
            Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, $"set k{i} {i}"));
        var after = await CompleteAsync(cluster);
        Assert.Equal(Primary(before), Primary(after));
        // One that stays away for longer than the cluster waits for it is replaced.
        if (TimeProvider.System.GetElapsedTime(killed) >= RestartWait)
            return;
        Assert.Equal(
            before["replicas"]!.AsArray().Select(r => (string)r!["id"]!).Order(),
            after["replicas"]!.AsArray().Select(r => (string)r!["id"]!).Order());
    }

    [Fact]
    public async Task Writes_go_on_when_two_of_four_secondaries_die_at_once_and_both_come_back()
    {
        await using var cluster = await RunningCluster.StartAsync(null,
            [.. FiveNodes, "--set", "Store_TargetReplicaSetSize=5", "--set", "Store_MinReplicaSetSize=3"]);
        var before = await PartitionAsync(cluster);
        var secondaries = before["replicas"]!.AsArray().Where(r => (string)r!["role"]! == "ActiveSecondary");
        foreach (var secondary in secondaries.Take(2).ToArray())
            _ = ProcessControl.Kill((int)secondary!["pid"]!);
        for (var i = 0; i < 20; i++)
            Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, $"set k{i} {i}"));
        var after = await CompleteAsync(cluster, replicas: 5);
        Assert.Equal(Primary(before), Primary(after));
        Assert.Equal("19", await cluster.AskPrimaryAsync(Store, 0, "get k19"));
    }

    [Fact]
    public async Task Ten_primaries_killed_under_load_lose_nothing_and_no_folder_grows()
    {
        await using var cluster = await RunningCluster.StartAsync(null, FiveNodes);
        var acknowledged = 0;
        var stop = false;
        var writer = Task.Run(WriteAsync);
        await AcknowledgedAsync(20);
        var files = Files(cluster.Folder);
        for (var round = 0; round < 10; round++)
        {
            _ = await cluster.UntilAsync("/Cluster/Status", s => Primary(Partition(s)) is not null);
            _ = await cluster.PostAsync("/Cluster/Kill", new JsonObject { ["primary"] = $"fabric:/{Store}" });
            await AcknowledgedAsync(Volatile.Read(ref acknowledged) + 5);
        }
        Volatile.Write(ref stop, true);
        await writer.WaitAsync(RunningCluster.Limit);
        Assert.Equal($"{acknowledged}", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        _ = await CompleteAsync(cluster);
        Assert.InRange(Files(cluster.Folder), 1, 2 * files);

        async Task WriteAsync()
        {
            for (var i = 1; !Volatile.Read(ref stop); i++)
            {
                Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, $"set a {i}"));
                Volatile.Write(ref acknowledged, i);
            }
        }

        async Task AcknowledgedAsync(int wanted)
        {
            var start = TimeProvider.System.GetTimestamp();
            while (Volatile.Read(ref acknowledged) < wanted)
            {
                if (writer.IsCompleted || TimeProvider.System.GetElapsedTime(start) > RunningCluster.Limit)
                    throw new TimeoutException($"{acknowledged} writes were acknowledged, {wanted} wanted.");
                await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System);
            }
        }
    }

    [Fact]
    public async Task What_was_acknowledged_is_there_after_all_processes_were_killed_and_started_again()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        try
        {
            await using (var first = await RunningCluster.StartAsync(folder, FiveNodes))
            {
                Assert.Equal("ok", await first.AskPrimaryAsync(Store, 0, "set a 1"));
                var processes = await first.ProcessesAsync();
                await first.KillManagerAsync();
                foreach (var process in processes)
                    _ = ProcessControl.Kill(process);
                await RunningCluster.AssertGoneAsync(processes);
            }
            await using var second = await RunningCluster.StartAsync(folder, FiveNodes);
            Assert.Equal("1", await second.AskPrimaryAsync(Store, 0, "get a"));
            Assert.Equal("ok", await second.AskPrimaryAsync(Store, 0, "set a 2"));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public async Task One_wiped_disk_is_filled_again_and_two_wiped_disks_give_no_silent_service()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        try
        {
            string[] holders;
            await using (var first = await RunningCluster.StartAsync(folder, FiveNodes))
            {
                Assert.Equal("ok", await first.AskPrimaryAsync(Store, 0, "set a 1"));
                holders = Holders(await CompleteAsync(first));
            }
            Directory.Delete(Path.Combine(folder, holders[0]), recursive: true);
            await using (var second = await RunningCluster.StartAsync(folder, FiveNodes))
            {
                Assert.Equal("1", await second.AskPrimaryAsync(Store, 0, "get a"));
                holders = Holders(await CompleteAsync(second));
            }
            foreach (var holder in holders[..2])
                Directory.Delete(Path.Combine(folder, holder), recursive: true);
            await using (var third = await RunningCluster.StartAsync(folder, FiveNodes))
            {
                Assert.Equal("FABRIC_E_NO_WRITE_QUORUM", (string?)third.Line["code"]);
                Assert.Matches($"^Partition .* of fabric:/{Store} is in quorum loss. . of 3 replicas "
                    + "(is|are) up, 2 are needed.( Replica .* on _Node_. (has lost its state "
                    + "[(]The disk of replica .* does not hold it any more[)]|is down).){2,3} "
                    + "Bring the missing disks back",
                    (string)third.Line["message"]!);
            }
            await using var fourth = await RunningCluster.StartAsync(folder);
            var lost = await fourth.UntilAsync("/Cluster/Status", s => Partition(s) is var p
                && (string)p["status"]! == "InQuorumLoss" && p["replicas"]!.AsArray().Any(r => (string)r!["status"]!
                    is not ("Down" or "Dropped")));
            Assert.Equal((string?)Partition(lost)["id"], (string?)(await fourth.PostAsync(
                $"/Partitions/{Partition(lost)["id"]}/$/Recover"))["partition"]);
            Assert.Equal("1", await fourth.AskPrimaryAsync(Store, 0, "losses"));
            Assert.Equal("1", await fourth.AskPrimaryAsync(Store, 0, "get a"));
            var after = await CompleteAsync(fourth);
            Assert.True(DataLoss(after) > DataLoss(Partition(lost)), $"{after}");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public async Task When_every_disk_is_wiped_the_partition_begins_anew_and_its_service_hears_of_it()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        try
        {
            await using (var first = await RunningCluster.StartAsync(folder, FiveNodes))
                Assert.Equal("ok", await first.AskPrimaryAsync(Store, 0, "set a 1"));
            foreach (var disk in Directory.GetDirectories(folder, "_Node_*"))
                Directory.Delete(disk, recursive: true);
            await using var second = await RunningCluster.StartAsync(folder, FiveNodes);
            Assert.Equal("1", await second.AskPrimaryAsync(Store, 0, "losses"));
            Assert.Equal("none", await second.AskPrimaryAsync(Store, 0, "get a"));
            Assert.Equal("ok", await second.AskPrimaryAsync(Store, 0, "set a 2"));
            var refused = await second.PostAsync($"/Partitions/{(await CompleteAsync(second))["id"]}/$/Recover");
            Assert.Equal("FABRIC_E_INVALID_OPERATION", (string?)refused["error"]?["code"]);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public async Task All_nodes_killed_at_once_come_back_with_the_state()
    {
        await using var cluster = await RunningCluster.StartAsync(null, FiveNodes);
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 1"));
        var before = await cluster.ProcessesAsync();
        foreach (var process in before)
            _ = ProcessControl.Kill(process);
        await RunningCluster.AssertGoneAsync(before);
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        _ = await CompleteAsync(cluster);
    }

    [Fact]
    public async Task An_orderly_stop_keeps_the_state_and_a_reset_deletes_it()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        try
        {
            await using (var first = await RunningCluster.StartAsync(folder, FiveNodes))
                Assert.Equal("ok", await first.AskPrimaryAsync(Store, 0, "set a 1"));
            await using var second = await RunningCluster.StartAsync(folder, FiveNodes);
            Assert.Equal("1", await second.AskPrimaryAsync(Store, 0, "get a"));
            _ = await second.PostAsync("/Cluster/Reset");
            Assert.Equal("none", await second.AskPrimaryAsync(Store, 0, "get a"));
            var left = Directory.GetDirectories(folder, "*_App1", SearchOption.AllDirectories);
            Assert.Empty(left);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public async Task A_primary_moves_to_the_node_asked_for_and_keeps_the_state()
    {
        await using var cluster = await RunningCluster.StartAsync(null, FiveNodes);
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 1"));
        var target = (string)(await PartitionAsync(cluster))["replicas"]!.AsArray()
            .Last(r => (string)r!["role"]! == "ActiveSecondary")!["node"]!;
        Assert.Equal(target, await cluster.MovePrimaryAsync($"fabric:/{Store}", target));
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 2"));
        Assert.Equal(target, Primary(await CompleteAsync(cluster)));
    }

    [Fact]
    public async Task Four_partitions_have_their_primaries_on_different_nodes_and_their_own_keys()
    {
        await using var cluster = await RunningCluster.StartAsync(null,
            [.. FiveNodes, "--set", "Store_PartitionCount=4"]);
        long[] keys = [long.MinValue, -1, 0, long.MaxValue];
        foreach (var key in keys)
            Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, key, $"set a {key}"));
        foreach (var key in keys)
            Assert.Equal($"{key}", await cluster.AskPrimaryAsync(Store, key, "get a"));
        var status = await cluster.GetAsync("/Cluster/Status");
        var primaries = Partitions(status).Select(p => Primary(p!)).ToHashSet();
        // The replicas share three hosts; one may be more than the wait late on a busy machine.
        Assert.True(primaries.Count >= 2, string.Join(' ', primaries));
    }

    private static async Task<JsonNode> PartitionAsync(RunningCluster cluster) =>
        Partition(await cluster.GetAsync("/Cluster/Status"));

    private static int Files(string folder) => Directory.GetFiles(folder, "*", SearchOption.AllDirectories).Length;

    private static async Task<JsonNode> CompleteAsync(RunningCluster cluster, int replicas = 3) =>
        Partition(await cluster.UntilAsync("/Cluster/Status", s => Partition(s) is var p && (string)p["health"]! == "Ok"
            && p["replicas"]!.AsArray().Count(r => (string)r!["status"]! == "Ready") == replicas));

    private static IEnumerable<JsonNode?> Partitions(JsonNode status) =>
        status["applications"]![0]!["services"]!.AsArray()
        .First(s => (string)s!["name"]! == $"fabric:/{Store}")!["partitions"]!.AsArray();

    private static JsonNode Partition(JsonNode status) => Partitions(status).First()!;

    private static string[] Holders(JsonNode partition) =>
        [.. partition["replicas"]!.AsArray().Select(r => (string)r!["node"]!)];

    private static string? Primary(JsonNode partition) => (string?)partition["replicas"]!.AsArray()
        .FirstOrDefault(r => (string)r!["role"]! == "Primary" && (string)r["status"]! == "Ready")?["node"];

    private static long DataLoss(JsonNode partition) =>
        long.Parse((string)partition["epoch"]!["dataLossNumber"]!, System.Globalization.CultureInfo.InvariantCulture);

    private static long Configuration(JsonNode partition) =>
        long.Parse((string)partition["epoch"]!["configurationNumber"]!,
            System.Globalization.CultureInfo.InvariantCulture);
}
