using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

/// <summary>Queues measured as the dictionary is.</summary>
public sealed class QueueRunTests
{
    private static readonly string[] Broken = ["Lost", "Duplicate", "OutOfOrder", "Corrupt", "Unverified"];

    [Theory]
    [InlineData("queue.json", "SfQueue")]
    [InlineData("concurrent-queue.json", "SfConcurrentQueue")]
    public async Task Every_item_comes_out_of_the_queues_of_two_clients_in_two_partitions(string file, string target)
    {
        await using var sfperf = new Sfperf();

        await sfperf.RunAsync(0, "run", Sfperf.ParameterFile(file), "/NumWriteOperationsTotal:2000",
            "/NumReadOperationsTotal:2000", "/NumWarmUpOperations:100", "/NumClients:2",
            "--set", "ApplicationParameters.StatefulStore_PartitionCount=2");

        var saved = sfperf.SavedRun();
        Assert.Equal(target, saved.GetProperty("parameters").GetProperty("TargetServiceType").GetString());
        var phases = saved.GetProperty("phases").EnumerateArray().ToList();
        Assert.All(phases, p => Assert.Equal(0, p.GetProperty("failed").GetInt64()));
        foreach (var phase in new[] { "write", "read" })
            Assert.Equal(2000, MainJobTests.Phase(saved, phase).GetProperty("operations").GetInt64());
    }

    [Fact]
    public async Task Dequeues_within_a_time_end_with_the_items()
    {
        await using var sfperf = new Sfperf();

        var run = await sfperf.RunAsync(0, "run", Sfperf.ParameterFile("concurrent-queue.json"), "/NumItems:100",
            "/NumWriteOperationsTotal:500", "/NumReadOperationsTotal:100000", "/PhaseSecondsMax:100");

        // 500 writes, 100 of the load before them, and one that makes contact.
        Assert.Contains(" read: ended early: every acknowledged item was dequeued", run.Output);
        var read = MainJobTests.Phase(sfperf.SavedRun(), "read");
        Assert.Equal((601, 0), (read.GetProperty("operations").GetInt64(), read.GetProperty("failed").GetInt64()));
    }

    [Theory]
    [InlineData("queue.json", "write", 5_000)]
    [InlineData("concurrent-queue.json", "read", 50_000)]
    public async Task No_acknowledged_item_is_lost_or_comes_twice_when_the_primary_is_killed(
        string file, string phase, int operations)
    {
        await using var sfperf = new Sfperf();
        var run = sfperf.Start("run", Sfperf.ParameterFile(file),
            $"/NumWriteOperationsTotal:{operations}", $"/NumReadOperationsTotal:{operations}");
        // A line of its progress: "ready" would hold "read".
        await run.SeesAsync($" s  {phase} ", Sfperf.Limit);

        await FailoverTests.KillPrimaryAsync(sfperf, "StatefulStore");

        Assert.Equal(0, await run.ExitAsync(Sfperf.Limit));
        var saved = sfperf.SavedRun();
        var read = MainJobTests.Phase(saved, "read");
        Assert.DoesNotContain(read.GetProperty("errors").EnumerateObject(), e => Broken.Contains(e.Name));
        // Calls are not repeated: what failed during the fail-over is missing.
        Assert.InRange(read.GetProperty("operations").GetInt64(), operations / 2, operations);
    }

    [Theory]
    [InlineData("SfQueue")]
    [InlineData("SfConcurrentQueue")]
    public async Task The_dictionary_and_a_queue_take_turns_in_one_service(string queue)
    {
        await using var sfperf = new Sfperf();

        var ab = await sfperf.RunAsync(0, "ab", Sfperf.ParameterFile("queue.json"),
            "--a", "TargetServiceType=SfDictionary", "--b", $"TargetServiceType={queue}", "--pairs", "2",
            "/NumWriteOperationsTotal:640", "/NumReadOperationsTotal:640", "/NumItems:64", "--reruns", "0");

        Assert.Equal(2, ab.Error.Split("Starting a local cluster").Length);
        Assert.DoesNotContain("Deploying", ab.Error);
        var runs = Directory.GetFiles(Path.Combine(sfperf.Folder, "runs"), "run.json", SearchOption.AllDirectories)
            .Select(f => JsonElement.Parse(File.ReadAllText(f))).ToArray();
        string[] targets = [queue, queue, "SfDictionary", "SfDictionary"];
        Assert.Equal(targets.Order(StringComparer.Ordinal), runs.Select(r =>
            r.GetProperty("parameters").GetProperty("TargetServiceType").GetString()!).Order(StringComparer.Ordinal));
        Assert.All(runs.SelectMany(r => r.GetProperty("phases").EnumerateArray()),
            p => Assert.Equal(0, p.GetProperty("failed").GetInt64()));
    }
}
