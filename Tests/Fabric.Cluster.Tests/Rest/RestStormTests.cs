using System;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>More reports than anybody reads.</summary>
public sealed class RestStormTests(RestCluster rest) : IClassFixture<RestCluster>
{
    private const int Reports = 10_000;
    private const int Properties = 500;
    private const int KeptMax = 8192;
    private const int Seed = 7;
    private const long MemoryBytesMax = 192L << 20;
    private static readonly ParallelOptions Parallelism = new() { MaxDegreeOfParallelism = 16 };

    [Fact]
    [Trait("DeploymentCase", "19")]
    public async Task A_storm_of_reports_keeps_the_newest_of_each_and_little_memory()
    {
        await ReportAsync("warm", 1, "up");
        var before = Memory();
        // In any order: what is older than what is there changes nothing.
        var numbers = Enumerable.Range(0, Reports).ToArray();
        new Random(Seed).Shuffle(numbers);
        await Parallel.ForEachAsync(numbers, Parallelism, async (n, _) =>
            await ReportAsync($"p{n % Properties}", 1 + n / Properties, $"{n / Properties}"));
        var events = await EventsAsync();
        Assert.Equal(Properties, events.Length);
        Assert.All(events, e => Assert.Equal($"{Reports / Properties - 1}", (string)e["Description"]!));

        // Each of another property: the oldest go.
        await Parallel.ForEachAsync(numbers, Parallelism, async (n, _) =>
            await ReportAsync($"q{n}", 1, new string('x', 1000)));
        await ReportAsync("last", 1, "here");
        events = await EventsAsync();
        Assert.True(events.Length <= KeptMax, $"{events.Length} are kept.");
        Assert.Contains(events, e => (string)e["Property"]! == "last");
        Assert.True(Memory() - before < MemoryBytesMax, $"The manager grew by {(Memory() - before) >> 20} MiB.");
    }

    private async Task ReportAsync(string property, int number, string description)
    {
        var report = new JsonObject
        {
            ["SourceId"] = "storm", ["Property"] = property, ["HealthState"] = "Ok", ["SequenceNumber"] = $"{number}",
            ["Description"] = description,
        };
        var answer = await rest.PostAsync(
            "/Applications/SfPerf/$/ReportHealth?api-version=6.0", report.ToJsonString());
        Assert.Equal(200, answer.Status);
    }

    private async Task<JsonNode[]> EventsAsync() =>
        [.. (await rest.GetAsync("/Applications/SfPerf/$/GetHealth?api-version=6.0")).Body!["HealthEvents"]!.AsArray()
            .Where(e => (string)e!["SourceId"]! == "storm" && (string)e["Property"]! != "warm").Select(e => e!)];

    private long Memory()
    {
        rest.Cluster.Manager.Refresh();
        return rest.Cluster.Manager.WorkingSet64;
    }
}
