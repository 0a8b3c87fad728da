using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Chaos by Service Fabric's REST interface.</summary>
public sealed class RestChaosTests(RestCluster rest) : IClassFixture<RestCluster>
{
    private const int Faults = 3;

    [Fact]
    [Trait("DeploymentCase", "57")]
    public async Task The_same_seed_strikes_the_same_and_the_cluster_is_whole_again()
    {
        var (first, second) = (await RunAsync(11), await RunAsync(11));
        Assert.Equal(first, second);
        TestContext.Current.TestOutputHelper?.WriteLine(string.Join("; ", first));
        Assert.NotEqual(first, await RunAsync(12));
        _ = await rest.Cluster.UntilAsync("/Cluster/Status", s => (string)s["health"]! == "Ok");
    }

    [Fact]
    [Trait("DeploymentCase", "57")]
    public async Task Chaos_waits_while_the_health_is_an_error_by_its_policy()
    {
        async Task<string> ReportAsync(string state) => (await rest.PostAsync(
            "/Nodes/_Node_1/$/ReportHealth?api-version=6.0&Immediate=true",
            $$"""{"SourceId":"Test","Property":"Disk","HealthState":"{{state}}"}""")).Text;
        // The first of these kinds that an iteration of this run has.
        async Task<JsonNode> FirstAsync(string policy)
        {
            var begun = (await EventsAsync()).Count;
            Assert.Equal((200, ""), await PostAsync("Start", $$"""
                {"MaxClusterStabilizationTimeoutInSeconds":1,"WaitTimeBetweenIterationsInSeconds":3600,
                 "Context":{"Map":{"Seed":"5"} },"ClusterHealthPolicy":{ {{policy}} } }
                """));
            var start = TimeProvider.System.GetTimestamp();
            JsonNode? first;
            while ((first = (await EventsAsync()).Skip(begun).FirstOrDefault(
                e => (string)e["Kind"]! is "ValidationFailed" or "ExecutingFaults")) is null)
            {
                Assert.True(TimeProvider.System.GetElapsedTime(start) < RunningCluster.Limit, "Nothing happened.");
                await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System);
            }
            var chaos = (await rest.GetAsync("/Tools/Chaos?api-version=6.2")).Body!;
            Assert.Empty(ContractTable.Read().Differences("Chaos", chaos, "Chaos"));
            Assert.Equal((200, ""), await PostAsync("Stop", null));
            return first;
        }

        await rest.WholeAsync();
        Assert.Equal("", await ReportAsync("Error"));
        var failed = await FirstAsync("");
        Assert.Equal("ValidationFailed", (string)failed["Kind"]!);
        Assert.Contains("1 of 5", (string)failed["Reason"]!, StringComparison.Ordinal);
        var struck = await FirstAsync("\"MaxPercentUnhealthyNodes\":20");
        Assert.Equal("ExecutingFaults", (string)struck["Kind"]!);
        Assert.Equal("", await ReportAsync("Ok"));
        await rest.WholeAsync();
    }

    [Theory]
    [InlineData("""{"MaxConcurrentFaults":0}""")]
    [InlineData("""{"TimeToRunInSeconds":"for ever"}""")]
    [InlineData("""{"Context":{"Map":{"Seed":"x"}}}""")]
    [InlineData("""{"Context":{"Map":[]}}""")]
    [InlineData("""{"ClusterHealthPolicy":{"MaxPercentUnhealthyNodes":101}}""")]
    [Trait("DeploymentCase", "57")]
    public async Task Wrong_parameters_are_refused(string body)
    {
        var answer = await rest.PostAsync("/Tools/Chaos/$/Start?api-version=6.0", body);
        Assert.Equal((400, "E_INVALIDARG"), (answer.Status, answer.Code));
    }

    // The pause between iterations leaves the time to stop before a fault that is not counted.
    private async Task<string[]> RunAsync(int seed)
    {
        var body = $$"""
            {"TimeToRunInSeconds":"3600","MaxConcurrentFaults":1,"EnableMoveReplicaFaults":false,
             "WaitTimeBetweenIterationsInSeconds":2,"WaitTimeBetweenFaultsInSeconds":0,
             "MaxClusterStabilizationTimeoutInSeconds":{{RunningCluster.Limit.TotalSeconds}},
             "Context":{"Map":{"Seed":"{{seed}}","Who":"test"} },
             "ClusterHealthPolicy":{"ConsiderWarningAsError":false,"MaxPercentUnhealthyNodes":0} }
            """;
        var begun = await EventsAsync();
        Assert.Equal((200, ""), await PostAsync("Start", body));
        Assert.Equal((409, "FABRIC_E_CHAOS_ALREADY_RUNNING"), await PostAsync("Start", body));
        var chaos = (await rest.GetAsync("/Tools/Chaos?api-version=6.2")).Body!;
        Assert.Empty(ContractTable.Read().Differences("Chaos", chaos, "Chaos"));
        Assert.Equal(("Running", $"{seed}", "test"), ((string)chaos["Status"]!,
            (string)chaos["ChaosParameters"]!["Context"]!["Map"]!["Seed"]!,
            (string)chaos["ChaosParameters"]!["Context"]!["Map"]!["Who"]!));
        var start = TimeProvider.System.GetTimestamp();
        List<JsonNode> events;
        var seen = 0;
        do
        {
            Assert.True(TimeProvider.System.GetElapsedTime(start) < RunningCluster.Limit, "Too few faults.");
            await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System);
            events = (await EventsAsync())[begun.Count..];
            var faults = events.Count(e => (string)e["Kind"]! == "ExecutingFaults");
            // The limit is that of one fault, before which the cluster is whole again.
            if (faults > seen)
                (seen, start) = (faults, TimeProvider.System.GetTimestamp());
        }
        while (seen < Faults);
        Assert.Equal((200, ""), await PostAsync("Stop", null));
        Assert.Equal("Stopped", (string)(await rest.GetAsync("/Tools/Chaos?api-version=6.2")).Body!["Status"]!);
        events = (await EventsAsync())[begun.Count..];
        Assert.Equal(("Started", "Stopped"), ((string)events[0]["Kind"]!, (string)events[^1]["Kind"]!));
        return [.. events.Where(e => (string)e["Kind"]! == "ExecutingFaults").Take(Faults)
            .Select(e => (string)e["Faults"]![0]!)];
    }

    // All pages.
    private async Task<List<JsonNode>> EventsAsync()
    {
        List<JsonNode> all = [];
        var token = "";
        do
        {
            var page = await rest.GetAsync(
                $"/Tools/Chaos/Events?api-version=6.2&StartTimeUtc=1&MaxResults=3&ContinuationToken={token}");
            Assert.Equal(200, page.Status);
            Assert.Empty(ContractTable.Read().Differences("Events", page.Body, "ChaosEventsSegment"));
            all.AddRange(page.Body!["History"]!.AsArray().Select(e => e!["ChaosEvent"]!));
            token = (string)page.Body["ContinuationToken"]!;
        }
        while (token.Length > 0);
        return all;
    }

    private async Task<(int Status, string Code)> PostAsync(string what, string? body)
    {
        var answer = await rest.PostAsync($"/Tools/Chaos/$/{what}?api-version=6.0", body);
        return (answer.Status, answer.Code ?? "");
    }
}
