using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

/// <summary>Actors measured as the dictionary is.</summary>
public sealed class ActorRunTests
{
    private static readonly string[] Small =
        ["/NumWriteOperationsTotal:4096", "/NumReadOperationsTotal:8192", "/NumItems:256"];

    [Theory]
    [InlineData("actors.json", 3, "Fsync")]
    [InlineData("actors-volatile.json", 3, "Memory")]
    [InlineData("actors-none.json", 1, "Memory")]
    public async Task A_run_measures_actors_as_it_does_the_dictionary(
        string parameters, int replicas, string durability)
    {
        await using var sfperf = new Sfperf();

        var run = await sfperf.RunAsync(0, ["run", Sfperf.ParameterFile(parameters), .. Small]);

        Assert.Matches("(?m)^write: [0-9,.]+ operations a second, .*; none failed$", run.Output);
        Assert.Contains($"1 partition, {replicas} replica", run.Output);
        var saved = sfperf.SavedRun();
        var cluster = saved.GetProperty("cluster");
        Assert.Equal((1, replicas, durability), (cluster.GetProperty("partitions").GetInt32(),
            cluster.GetProperty("replicas").GetInt32(), cluster.GetProperty("durability").GetString()));
        Assert.Equal((4096, 0), Counts(saved, "write"));
        Assert.Equal((8192, 0), Counts(saved, "read"));
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    [Fact]
    public async Task A_run_tells_what_the_hosts_of_actors_say_of_themselves()
    {
        await using var sfperf = new Sfperf();

        // Five seconds: the hosts say it once a second, and nothing in the first.
        await sfperf.RunAsync(0, "run", Sfperf.ParameterFile("actors.json"), "/ActorTimes:true", "/NumItems:64",
            "/WriteRatePerSecond:200", "/NumWriteOperationsTotal:1000", "/NumReadOperationsTotal:0");

        var counters = sfperf.SavedRun().GetProperty("counters").EnumerateArray()
            .Where(c => c.GetProperty("phase").GetString() == "write"
                && c.GetProperty("process").GetString()!.StartsWith("ActorStore ", StringComparison.Ordinal))
            .Select(c => (Name: c.GetProperty("counter").GetString()!,
                Most: c.GetProperty("perSecond").EnumerateArray().Max(v => v.GetDouble())))
            .GroupBy(c => c.Name).ToDictionary(g => g.Key, g => g.Max(c => c.Most));
        Assert.Equal(64, counters["actor.active"]);
        Assert.Equal(0, counters["actor.reminders.armed"]);
        foreach (var time in new[] { "lock.wait", "method.duration", "request.deserialize", "state.save" })
        {
            Assert.InRange(counters[$"actor.{time}.count"], 100, 1000);
            Assert.InRange(counters[$"actor.{time}.sum"], 0.0001, 1e6);
        }
        Assert.InRange(counters["log.records"], 100, 2000);
        Assert.InRange(counters["log.flushes"], 10, counters["log.records"]);
        Assert.InRange(counters["log.bytes"], 100 * counters["log.flushes"], 1e8);
        Assert.InRange(counters["log.flush.time"], 0.01, 2000);
        foreach (var level in new[] { "replication.queue", "replication.lag", "replication.apply.lag" })
            Assert.InRange(counters[level], 0, 1000);
        // The keys of such a run have one writer each.
        Assert.InRange(counters["state.lock.wait.time"], 0, 1000);
    }

    [Theory]
    [InlineData("actors.json", ", StatefulStore_PartitionCount = 0.")]
    [InlineData("actors-volatile.json",
        ", StatefulStore_PartitionCount = 0, ActorStore_ServiceType = SfVolatileActorServiceType.")]
    [InlineData("actors-none.json", ", StatefulStore_PartitionCount = 0, ActorStore_ServiceType = "
        + "SfTransientActorServiceType, ActorStore_TargetReplicaSetSize = 1, ActorStore_MinReplicaSetSize = 1.")]
    [InlineData("local1.json", ", ActorStore_PartitionCount = 0.")]
    public async Task Only_the_service_that_is_measured_is_deployed(string parameters, string deployed)
    {
        await using var sfperf = new Sfperf();
        var run = await sfperf.RunAsync(0, "run", Sfperf.ParameterFile(parameters), "--dry-run");
        Assert.Contains($"Local.5Node.xml{deployed}", run.Output);
    }

    [Theory]
    [InlineData("YcsbA", "0")]
    [InlineData("YcsbB", "0")]
    [InlineData("YcsbC", "16")]
    [InlineData("YcsbD", "16")]
    [InlineData("YcsbF", "0")]
    [InlineData("Mixed", "16")]
    public async Task Values_of_actors_are_verified_in_every_workload_with_one_state_an_actor_or_many(
        string workload, string actors)
    {
        await using var sfperf = new Sfperf();

        await sfperf.RunAsync(0, "run", Sfperf.ParameterFile("actors.json"), $"/Workload:{workload}",
            "/NumMixedOperationsTotal:4000", "/NumItems:200", "/NumClients:2", $"/NumActors:{actors}",
            "--set", "ApplicationParameters.ActorStore_PartitionCount=2");

        var phases = sfperf.SavedRun().GetProperty("phases").EnumerateArray().ToList();
        Assert.All(phases, p => Assert.Equal(0, p.GetProperty("failed").GetInt64()));
        var mixed = phases.Where(p =>
            p.GetProperty("name").GetString()!.StartsWith("mixed-", StringComparison.Ordinal));
        Assert.Equal(4000, mixed.Sum(p => p.GetProperty("operations").GetInt64()));
    }

    [Fact]
    public async Task Scans_of_actors_are_refused_by_name()
    {
        await using var sfperf = new Sfperf();
        var run = await sfperf.RunAsync(2, "run", Sfperf.ParameterFile("actors.json"), "/Workload:YcsbE");
        Assert.StartsWith("ScanProportion = 0.95: SfActor keeps its keys in actors, which have no order to scan in; "
            + "allowed: 0, or another TargetServiceType.", run.Error);
    }

    [Fact]
    public async Task The_dictionary_and_actors_take_turns_on_one_cluster_that_has_both()
    {
        await using var sfperf = new Sfperf();

        var ab = await sfperf.RunAsync(0, "ab", Sfperf.ParameterFile("local1.json"),
            "--a", "TargetServiceType=SfDictionary", "--b", "TargetServiceType=SfActor", "--pairs", "2",
            "/NumWriteOperationsTotal:640", "/NumReadOperationsTotal:640", "/NumItems:64", "--reruns", "0");

        Assert.Equal(2, ab.Error.Split("Starting a local cluster").Length);
        Assert.DoesNotContain("Deploying", ab.Error);
        var group = Assert.Single(Directory.GetDirectories(Path.Combine(sfperf.Folder, "runs"), "*-ab_*"));
        foreach (var (side, target) in new[] { ("a", "SfDictionary"), ("b", "SfActor") })
        {
            var runs = Directory.GetFiles(Path.Combine(group, side), "run.json", SearchOption.AllDirectories)
                .Select(f => JsonElement.Parse(File.ReadAllText(f))).ToArray();
            Assert.Equal(2, runs.Length);
            Assert.All(runs, r => Assert.Equal(
                target, r.GetProperty("parameters").GetProperty("TargetServiceType").GetString()));
            Assert.All(runs.SelectMany(r => r.GetProperty("phases").EnumerateArray()),
                p => Assert.Equal(0, p.GetProperty("failed").GetInt64()));
        }
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    private static (long Operations, long Failed) Counts(JsonElement run, string phase) =>
        (MainJobTests.Phase(run, phase).GetProperty("operations").GetInt64(),
            MainJobTests.Phase(run, phase).GetProperty("failed").GetInt64());
}
