using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Gateway;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>What services say of their health and load, as the cluster shows it.</summary>
public sealed class HealthReportTests(OneNodeCluster one) : IClassFixture<OneNodeCluster>
{
    [Fact]
    public async Task Reports_of_every_entity_are_shown_with_what_contains_them()
    {
        var echo = await one.Cluster.AddressAsync("SfPerf/Echo", "kind=Singleton");
        string[] all = ["application", "deployed-application", "deployed-package", "partition", "instance"];
        foreach (var entity in all)
            Assert.Equal("ok", await RunningCluster.AskAsync(echo, $"report {entity} P Warning 0"));
        foreach (var entity in new[] { "partition", "replica" })
            Assert.Equal("ok", await one.Cluster.AskPrimaryAsync("SfPerf/Store", 0, $"report {entity} P Warning 0"));
        Assert.Equal("ok", await one.Cluster.AskPrimaryAsync("SfPerf/Store", 0, "load Items 42"));
        var status = await one.Cluster.UntilAsync("/Cluster/Status", s => Reports(s, "P").Length == 7
            && Load(s) is not null && Replica(s)["moveCost"] is not null);
        var ids = status["applications"]![0]!["services"]!.AsArray().Select(s => s!["partitions"]![0]!).Select(p =>
            ($"{p["id"]}", $"{p["replicas"]![0]!["id"]}")).ToArray();
        var (instance, replica) = (ids[0], ids[1]);
        Assert.Equal(
        [
            "_Node_0/fabric:/SfPerf", "_Node_0/fabric:/SfPerf/EchoPkg", "fabric:/SfPerf",
            $"fabric:/SfPerf/Echo/{instance.Item1}", $"fabric:/SfPerf/Echo/{instance.Item1}/{instance.Item2}",
            $"fabric:/SfPerf/Store/{replica.Item1}", $"fabric:/SfPerf/Store/{replica.Item1}/{replica.Item2}",
        ], Reports(status, "P").Select(e => (string)e["entity"]!).Order(System.StringComparer.Ordinal));
        Assert.All(Reports(status, "P"), e => Assert.Equal(("Echo", "Warning", "P is Warning."),
            ((string)e["sourceId"]!, (string)e["state"]!, (string)e["description"]!)));
        Assert.Equal((42, "High"), (Load(status), (string?)Replica(status)["moveCost"]));
        Assert.Equal(("Warning", "Warning", "Warning"), ((string)status["health"]!,
            (string)status["applications"]![0]!["health"]!,
            (string)status["applications"]![0]!["services"]![1]!["partitions"]![0]!["health"]!));

        // The next report of the same source and property takes the place of the former one.
        Assert.Equal("ok", await RunningCluster.AskAsync(echo, "report application P Ok 0"));
        _ = await one.Cluster.UntilAsync("/Cluster/Status",
            s => Reports(s, "P").Count(e => (string)e["state"]! == "Ok") == 1);
    }

    [Fact]
    public async Task A_report_expires_into_an_error_or_into_nothing()
    {
        var echo = await one.Cluster.AddressAsync("SfPerf/Echo", "kind=Singleton");
        Assert.Equal("ok", await RunningCluster.AskAsync(echo, "report instance Gone Warning 1 remove"));
        Assert.Equal("ok", await RunningCluster.AskAsync(echo, "report instance Late Ok 1"));
        var status = await one.Cluster.UntilAsync("/Cluster/Status",
            s => Reports(s, "Late").Any(e => (bool)e["isExpired"]!) && Reports(s, "Gone").Length == 0);
        Assert.Equal("Error", (string)Reports(status, "Late")[0]["state"]!);
        Assert.Equal("Error", (string)status["health"]!);
        Assert.Equal("ok", await RunningCluster.AskAsync(echo, "report instance Late Ok 0"));
        _ = await one.Cluster.UntilAsync("/Cluster/Status",
            s => Reports(s, "Late").Any(e => (string)e["state"]! == "Ok"));
    }

    private static JsonNode[] Reports(JsonNode status, string property) => [.. status["healthEvents"]!.AsArray()
        .Where(e => (string)e!["sourceId"]! == "Echo" && (string)e["property"]! == property).Select(e => e!)];

    private static JsonNode Replica(JsonNode status) =>
        status["applications"]![0]!["services"]![1]!["partitions"]![0]!["replicas"]![0]!;

    private static int? Load(JsonNode status) => (int?)Replica(status)["load"]?["Items"];
}
