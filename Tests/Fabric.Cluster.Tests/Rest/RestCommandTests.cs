using System;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>What Service Fabric's REST interface changes.</summary>
public sealed class RestCommandTests(RestCluster rest) : IClassFixture<RestCluster>
{
    [Fact]
    [Trait("DeploymentCase", "22")]
    public async Task Only_the_instance_that_was_named_is_restarted()
    {
        var before = await rest.GetAsync("/Nodes/_Node_4?api-version=6.0");
        var wrong = await rest.PostAsync("/Nodes/_Node_4/$/Restart?api-version=6.0", """{"NodeInstanceId":"77"}""");
        Assert.Equal((409, "FABRIC_E_INSTANCE_ID_MISMATCH"), (wrong.Status, wrong.Code));
        Assert.Equal((string)before.Body!["NodeUpAt"]!, await UpAtAsync());
        var instance = (string)before.Body["InstanceId"]!;
        var done = await rest.PostAsync("/Nodes/_Node_4/$/Restart?api-version=6.0",
            new JsonObject { ["NodeInstanceId"] = instance, ["CreateFabricDump"] = "False" }.ToJsonString());
        Assert.Equal((200, ""), (done.Status, done.Text));
        await rest.Cluster.UntilAsync("/Nodes/_Node_4?api-version=6.0", n => (string)n["NodeStatus"]! == "Up"
            && (string)n["NodeUpAt"]! != (string)before.Body["NodeUpAt"]!);
        var unknown = await rest.PostAsync("/Nodes/_Node_9/$/Restart?api-version=6.0", "{}");
        Assert.Equal((404, "FABRIC_E_NODE_NOT_FOUND"), (unknown.Status, unknown.Code));
    }

    [Fact]
    [Trait("DeploymentCase", "23")]
    public async Task The_primary_moves_to_a_node_that_has_a_secondary()
    {
        // A replica that is still to come would be followed by a reconfiguration, in which no primary moves.
        await rest.WholeAsync();
        var partition = await rest.PartitionAsync();
        var path = $"/Partitions/{partition}/$/GetReplicas?api-version=6.0";
        var ready = await rest.Cluster.UntilAsync(path, r => r["Items"]!.AsArray().Count(i =>
            (string)i!["ReplicaStatus"]! == "Ready" && (string)i["ReplicaRole"]! == "ActiveSecondary") == 2);
        string NodeOf(JsonNode replicas, string role) => (string)replicas["Items"]!.AsArray()
            .First(r => (string)r!["ReplicaRole"]! == role)!["NodeName"]!;
        var target = NodeOf(ready, "ActiveSecondary");
        var none = await rest.PostAsync(
            $"/Partitions/{partition}/$/MovePrimaryReplica?api-version=6.5&NodeName=_Node_77");
        Assert.Equal((400, "FABRIC_E_INVALID_OPERATION"), (none.Status, none.Code));
        var moved = await rest.PostAsync(
            $"/Partitions/{partition}/$/MovePrimaryReplica?api-version=6.5&NodeName={target}");
        Assert.Equal((200, ""), (moved.Status, moved.Text));
        Assert.Equal(target, NodeOf((await rest.GetAsync(path)).Body!, "Primary"));
    }

    [Fact]
    [Trait("DeploymentCase", "16")]
    [Trait("DeploymentCase", "17")]
    public async Task A_report_is_shown_counts_upwards_and_expires()
    {
        var partition = await rest.PartitionAsync();
        var entity = $"/Partitions/{partition}";
        var error = """
            {"SourceId":"test","Property":"Disk","HealthState":"Error","Description":"full","SequenceNumber":"10"}
            """;
        Assert.Equal(200, (await ReportAsync(entity, error)).Status);
        foreach (var above in new[] { entity, "/Services/SfPerf~Store", "/Applications/SfPerf", "/$/GetClusterHealth" })
        {
            var path = above.StartsWith("/$", StringComparison.Ordinal) ? above : above + "/$/GetHealth";
            var health = await rest.GetAsync(path + "?api-version=6.0");
            Assert.Equal("Error", (string)health.Body!["AggregatedHealthState"]!);
        }
        // It is older, and changes nothing.
        Assert.Equal(200, (await ReportAsync(entity, error.Replace("Error", "Ok").Replace("10", "9"))).Status);
        Assert.Equal("Error", await StateAsync(entity));
        var lives = """
            {"SourceId":"test","Property":"Disk","HealthState":1,"SequenceNumber":11,
             "TimeToLiveInMilliSeconds":"PT0.05S","RemoveWhenExpired":true}
            """;
        Assert.Equal(200, (await ReportAsync(entity, lives)).Status);
        await rest.Cluster.UntilAsync(entity + "/$/GetHealth?api-version=6.0",
            h => h["HealthEvents"]!.AsArray().All(e => (string)e!["SourceId"]! != "test"));
        foreach (var (body, name) in new[]
        {
            ("""{"SourceId":"","Property":"p","HealthState":"Ok"}""", "sourceId"),
            ("""{"SourceId":"System.FM","Property":"p","HealthState":"Ok"}""", "sourceId"),
            ("""{"SourceId":"s","Property":"","HealthState":"Ok"}""", "property"),
            ("""{"SourceId":"s","Property":"p"}""", "HealthState"),
            ("""{"SourceId":"s","Property":"p","HealthState":"Fine"}""", "state"),
            ("""{"SourceId":"s","Property":"p","HealthState":"Ok","TimeToLiveInMilliSeconds":"soon"}""",
                "TimeToLiveInMilliSeconds"),
        })
        {
            var answer = await ReportAsync(entity, body);
            Assert.Equal((400, "E_INVALIDARG"), (answer.Status, answer.Code));
            Assert.StartsWith(name, answer.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    [Trait("DeploymentCase", "16")]
    [Trait("DeploymentCase", "17")]
    public async Task Every_kind_of_entity_takes_reports()
    {
        var partition = await rest.PartitionAsync();
        var replica = (await rest.GetAsync($"/Partitions/{partition}/$/GetReplicas?api-version=6.0"))
            .Each("ReplicaId")[0];
        foreach (var entity in new[]
        {
            "/Nodes/_Node_0", "/Applications/SfPerf", "/Services/SfPerf~Echo", $"/Partitions/{partition}",
            $"/Partitions/{partition}/$/GetReplicas/{replica}",
        })
        {
            var body = new JsonObject
            {
                ["SourceId"] = "every", ["Property"] = "Colour", ["HealthState"] = "Ok",
                ["Description"] = new string('x', 5000), ["RemoveWhenExpired"] = true,
                ["TimeToLiveInMilliSeconds"] = "PT5M",
            };
            Assert.Equal(200, (await ReportAsync(entity, body.ToJsonString())).Status);
            var health = await rest.GetAsync($"{entity}/$/GetHealth?api-version=6.0");
            var shown = health.Body!["HealthEvents"]!.AsArray().Single(e => (string)e!["SourceId"]! == "every")!;
            Assert.Equal(4096, ((string)shown["Description"]!).Length);
            Assert.Equal("PT5M", (string)shown["TimeToLiveInMilliSeconds"]!);
        }
        var cluster = await rest.PostAsync("/$/ReportClusterHealth?api-version=6.0",
            """{"SourceId":"every","Property":"Colour","HealthState":"Ok"}""");
        Assert.Equal(200, cluster.Status);
        var missing = await ReportAsync(
            "/Applications/Other", """{"SourceId":"s","Property":"p","HealthState":"Ok"}""");
        Assert.Equal((404, "FABRIC_E_APPLICATION_NOT_FOUND"), (missing.Status, missing.Code));
    }

    private async Task<string> UpAtAsync() =>
        (string)(await rest.GetAsync("/Nodes/_Node_4?api-version=6.0")).Body!["NodeUpAt"]!;

    private async Task<string> StateAsync(string entity) =>
        (string)(await rest.GetAsync(entity + "/$/GetHealth?api-version=6.0")).Body!["AggregatedHealthState"]!;

    private Task<RestCluster.Answer> ReportAsync(string entity, string body) =>
        rest.PostAsync($"{entity}/$/ReportHealth?api-version=6.0", body);
}
