using System;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Faults by Service Fabric's REST interface.</summary>
public sealed class RestFaultTests(RestCluster rest) : IClassFixture<RestCluster>
{
    private const string Version = "api-version=6.0";
    private static readonly System.Collections.Frozen.FrozenSet<string> Ended =
        System.Collections.Frozen.FrozenSet.ToFrozenSet(["Completed", "Faulted", "Cancelled", "ForceCancelled"]);

    [Theory]
    [InlineData("PartialDataLoss")]
    [InlineData("2")]
    [Trait("DeploymentCase", "57")]
    public async Task Data_is_lost_and_the_partition_serves_again(string mode)
    {
        var (path, id) = await PathAsync();
        var operation = Guid.NewGuid();
        var before = await DataLossNumberAsync(id);
        var start = $"{path}StartDataLoss?OperationId={operation}&DataLossMode={mode}&{Version}";
        await StartAsync(start);
        Assert.Equal((409, "FABRIC_E_TEST_COMMAND_OPERATION_ID_ALREADY_EXISTS"), await StatusAsync(start));
        Assert.Equal("Completed", await EndAsync(path + "GetDataLossProgress", operation, "PartitionDataLossProgress"));
        Assert.True(await DataLossNumberAsync(id) > before);
    }

    [Fact]
    [Trait("DeploymentCase", "57")]
    public async Task A_quorum_loss_ends_by_itself()
    {
        var (path, id) = await PathAsync();
        var operation = Guid.NewGuid();
        var (before, start) = (await LastEventAsync(), TimeProvider.System.GetTimestamp());
        await StartAsync($"{path}StartQuorumLoss?OperationId={operation}"
            + $"&QuorumLossMode=QuorumReplicas&QuorumLossDuration=3&{Version}");
        Assert.Equal("Completed",
            await EndAsync(path + "GetQuorumLossProgress", operation, "PartitionQuorumLossProgress"));
        // The clock that the manager compares is not the one that measures here.
        Assert.True(TimeProvider.System.GetElapsedTime(start) > TimeSpan.FromSeconds(2.9), "It ended too early.");
        // A look at the partition might come too late to see the loss; the events keep it.
        var events = await EventsAsync(id, before);
        var lost = Array.FindIndex(events, e => e.EndsWith(" is in quorum loss", StringComparison.Ordinal));
        var over = Array.FindIndex(events, e => e.EndsWith(" is out of quorum loss", StringComparison.Ordinal));
        Assert.True(lost >= 0 && over > lost, string.Join("; ", events));
        // It serves with a quorum, and is reconfigured once more when the last replica is back.
        await Eventually.HoldsAsync(async () => await PartitionStatusAsync(id) == "Ready");
    }

    [Fact]
    [Trait("DeploymentCase", "57")]
    public async Task A_quorum_loss_that_is_cancelled_ends_at_once_and_by_force_only_then()
    {
        var (path, id) = await PathAsync();
        var operation = Guid.NewGuid();
        await StartAsync($"{path}StartQuorumLoss?OperationId={operation}"
            + $"&QuorumLossMode=AllReplicas&QuorumLossDuration=3600&{Version}");
        await Eventually.HoldsAsync(async () => await PartitionStatusAsync(id) == "InQuorumLoss");
        Assert.Equal("Running", await StateAsync(path + "GetQuorumLossProgress", operation));
        var cancel = $"/Faults/$/Cancel?OperationId={operation}&{Version}";
        Assert.Equal((400, "FABRIC_E_INVALID_OPERATION"), await StatusAsync(cancel + "&Force=true"));
        Assert.Equal((200, ""), await StatusAsync(cancel + "&Force=False"));
        Assert.Equal("Cancelled",
            await EndAsync(path + "GetQuorumLossProgress", operation, "PartitionQuorumLossProgress"));
        await Eventually.HoldsAsync(async () => await PartitionStatusAsync(id) == "Ready");
    }

    [Theory]
    [InlineData("Store", "AllReplicasOrInstances", 3)]
    [InlineData("Store", "OnlyActiveSecondaries", 2)]
    [InlineData("Echo", "AllReplicasOrInstances", 1)]
    [Trait("DeploymentCase", "57")]
    public async Task Replicas_are_restarted(string service, string mode, int count)
    {
        var (path, id) = await PathAsync(service);
        var before = await LastEventAsync();
        var operation = Guid.NewGuid();
        await StartAsync($"{path}StartRestart?OperationId={operation}&RestartPartitionMode={mode}&{Version}");
        Assert.Equal("Completed", await EndAsync(path + "GetRestartProgress", operation, "PartitionRestartProgress"));
        // One that stumbles on its way is ready twice.
        var ready = (await EventsAsync(id, before)).Where(e => e.EndsWith(": Ready", StringComparison.Ordinal));
        Assert.Equal(count, ready.Distinct().Count());
    }

    [Fact]
    [Trait("DeploymentCase", "57")]
    public async Task A_node_is_stopped_for_a_while_and_started_before()
    {
        const string Node = "_Node_3";
        var instance = (string)(await rest.GetAsync($"/Nodes/{Node}?{Version}")).Body!["InstanceId"]!;
        string Path(Guid id, string what) => $"/Faults/Nodes/{Node}/$/StartTransition/?OperationId={id}"
            + $"&NodeTransitionType={what}&NodeInstanceId={instance}&{Version}";
        async Task<JsonNode> NodeAsync() => (await rest.GetAsync($"/Nodes/{Node}?{Version}")).Body!;
        async Task<string> IsAsync() => (string)(await NodeAsync())["NodeStatus"]!;
        async Task<string?> UpAtAsync() => (string?)(await NodeAsync())["NodeUpAt"];
        var (stop, start, again) = (Guid.NewGuid(), Guid.NewGuid(), Guid.NewGuid());

        Assert.Equal((400, "FABRIC_E_NODE_IS_UP"), await StatusAsync(Path(start, "Start")));
        Assert.Equal((202, ""), await StatusAsync(Path(stop, "Stop") + "&StopDurationInSeconds=600"));
        Assert.Equal("Completed",
            await EndAsync($"/Faults/Nodes/{Node}/$/GetTransitionProgress", stop, "NodeTransitionProgress"));
        var stopped = (await rest.GetAsync($"/Nodes/{Node}?{Version}")).Body!;
        Assert.Equal(("Down", true), ((string)stopped["NodeStatus"]!, (bool)stopped["IsStopped"]!));
        Assert.Equal((400, "FABRIC_E_INVALID_OPERATION"),
            await StatusAsync(Path(again, "Stop") + "&StopDurationInSeconds=600"));
        Assert.Equal((202, ""), await StatusAsync(Path(start, "Start")));
        Assert.Equal("Completed",
            await EndAsync($"/Faults/Nodes/{Node}/$/GetTransitionProgress", start, "NodeTransitionProgress"));
        Assert.Equal("Up", await IsAsync());

        // A second may pass between two looks: another time of its start proves that it was down.
        var before = await UpAtAsync();
        Assert.Equal((202, ""), await StatusAsync(Path(again, "Stop") + "&StopDurationInSeconds=1"));
        Assert.Equal("Completed",
            await EndAsync($"/Faults/Nodes/{Node}/$/GetTransitionProgress", again, "NodeTransitionProgress"));
        await Eventually.HoldsAsync(async () => await IsAsync() == "Up" && await UpAtAsync() is { } at && at != before);
    }

    [Fact]
    [Trait("DeploymentCase", "57")]
    public async Task Partitions_in_quorum_loss_are_recovered_all_at_once()
    {
        var (path, id) = await PathAsync();
        var before = await DataLossNumberAsync(id);
        var operation = Guid.NewGuid();
        foreach (var nothing in new[] { "/Services/SfPerf~Store", "/Services/$/SfPerf~Store" })
            Assert.Equal((200, ""), await StatusAsync($"{nothing}/$/GetPartitions/$/Recover?{Version}"));
        Assert.Equal(before, await DataLossNumberAsync(id));
        await StartAsync($"{path}StartQuorumLoss?OperationId={operation}"
            + $"&QuorumLossMode=QuorumReplicas&QuorumLossDuration=600&{Version}");
        await Eventually.HoldsAsync(async () => await PartitionStatusAsync(id) == "InQuorumLoss");

        Assert.Equal((200, ""), await StatusAsync($"/$/RecoverAllPartitions?{Version}"));

        await Eventually.HoldsAsync(async () => await PartitionStatusAsync(id) == "Ready");
        Assert.True(await DataLossNumberAsync(id) > before);
        Assert.Equal((200, ""), await StatusAsync($"/Faults/$/Cancel?OperationId={operation}&Force=false&{Version}"));
        Assert.Equal("Cancelled",
            await EndAsync(path + "GetQuorumLossProgress", operation, "PartitionQuorumLossProgress"));
        await Eventually.HoldsAsync(() => IsCompleteAsync(id));
    }

    [Fact]
    [Trait("DeploymentCase", "21")]
    public async Task The_state_of_a_node_that_is_down_is_given_up_and_another_one_takes_its_replicas()
    {
        var (_, id) = await PathAsync();
        await Eventually.HoldsAsync(() => IsCompleteAsync(id));
        var replicas = (await rest.GetAsync($"/Partitions/{id}/$/GetReplicas?{Version}")).Body!["Items"]!.AsArray();
        var node = (string)replicas.First(r => (string)r!["ReplicaRole"]! == "ActiveSecondary")!["NodeName"]!;
        var (stop, start) = (Guid.NewGuid(), Guid.NewGuid());
        string Path(Guid operation, string what) => $"/Faults/Nodes/{node}/$/StartTransition/?OperationId={operation}"
            + $"&NodeTransitionType={what}&NodeInstanceId=0&{Version}";
        var remove = $"/Nodes/{node}/$/RemoveNodeState?{Version}";
        Assert.Equal((400, "FABRIC_E_NODE_IS_UP"), await StatusAsync(remove));
        Assert.Equal((404, "FABRIC_E_NODE_NOT_FOUND"), await StatusAsync($"/Nodes/None/$/RemoveNodeState?{Version}"));
        Assert.Equal((202, ""), await StatusAsync(Path(stop, "Stop") + "&StopDurationInSeconds=600"));
        await Eventually.HoldsAsync(async () =>
            (string)(await rest.GetAsync($"/Nodes/{node}?{Version}")).Body!["NodeStatus"]! == "Down");

        var before = await LastEventAsync();
        Assert.Equal((200, ""), await StatusAsync(remove));

        // Replicas count as open until the ends of their hosts are certain.
        await Eventually.HoldsAsync(async () => await IsCompleteAsync(id) && !(await NodesAsync(id)).Contains(node));
        // At once: after the time that a replica may be down it would stay until another one is ready.
        var events = await EventsAsync(id, before);
        var given = Array.FindIndex(events, e => e.EndsWith($" on {node}: Dropped", StringComparison.Ordinal)
            || e.EndsWith($" on {node}: given up", StringComparison.Ordinal));
        var ready = Array.FindIndex(events, e => e.EndsWith(": Ready", StringComparison.Ordinal));
        Assert.True(given >= 0 && given < ready, string.Join("; ", events));
        Assert.Equal((202, ""), await StatusAsync(Path(start, "Start")));
        await Eventually.HoldsAsync(async () =>
            (string)(await rest.GetAsync($"/Nodes/{node}?{Version}")).Body!["NodeStatus"]! == "Up");
        await Eventually.HoldsAsync(() => IsCompleteAsync(id));
    }

    [Fact]
    [Trait("DeploymentCase", "57")]
    public async Task What_is_asked_for_wrongly_is_refused()
    {
        var (path, _) = await PathAsync();
        var (echo, _) = await PathAsync("Echo");
        var id = $"OperationId={Guid.NewGuid()}&{Version}";
        foreach (var (wrong, code) in new[]
        {
            ($"{path}StartDataLoss?{id}", "E_INVALIDARG"), ($"{path}StartDataLoss?{id}&DataLossMode=3", "E_INVALIDARG"),
            ($"{path}StartDataLoss?{Version}&DataLossMode=FullDataLoss", "E_INVALIDARG"),
            ($"{path}StartQuorumLoss?{id}&QuorumLossMode=AllReplicas", "E_INVALIDARG"),
            ($"{path}StartQuorumLoss?{id}&QuorumLossMode=All&QuorumLossDuration=3", "E_INVALIDARG"),
            ($"{echo}StartDataLoss?{id}&DataLossMode=FullDataLoss", "FABRIC_E_INVALID_FOR_STATELESS_SERVICES"),
            ($"{echo}StartQuorumLoss?{id}&QuorumLossMode=AllReplicas&QuorumLossDuration=3",
                "FABRIC_E_INVALID_FOR_STATELESS_SERVICES"),
            ($"{echo}StartRestart?{id}&RestartPartitionMode=OnlyActiveSecondaries",
                "FABRIC_E_INVALID_FOR_STATELESS_SERVICES"),
            ($"/Faults/Nodes/_Node_1/$/StartTransition?{id}&NodeTransitionType=Stop&NodeInstanceId=0"
                + "&StopDurationInSeconds=14401", "E_INVALIDARG"),
            ($"/Faults/Nodes/_Node_1/$/StartTransition?{id}&NodeTransitionType=Stop&StopDurationInSeconds=600",
                "E_INVALIDARG"),
            ($"/Faults/$/Cancel?{id}&Force=perhaps", "E_INVALIDARG"),
        })
        {
            Assert.Equal((400, code), await StatusAsync(wrong));
        }

        Assert.Equal((409, "FABRIC_E_INSTANCE_ID_MISMATCH"), await StatusAsync(
            $"/Faults/Nodes/_Node_1/$/StartTransition?{id}&NodeTransitionType=Stop&NodeInstanceId=77"
            + "&StopDurationInSeconds=600"));
        var missing = await rest.GetAsync($"{path}GetDataLossProgress?{id}");
        Assert.Equal((404, "FABRIC_E_TEST_COMMAND_NOT_FOUND"), (missing.Status, missing.Code));
        Assert.Equal((404, "FABRIC_E_TEST_COMMAND_NOT_FOUND"), await StatusAsync($"/Faults/$/Cancel?{id}"));
    }

    [Fact]
    [Trait("DeploymentCase", "57")]
    public async Task The_list_is_filtered_and_has_every_name_and_type_of_the_table()
    {
        var (path, _) = await PathAsync("Echo");
        var operation = Guid.NewGuid();
        await StartAsync(
            $"{path}StartRestart?OperationId={operation}&RestartPartitionMode=AllReplicasOrInstances&{Version}");
        Assert.Equal("Completed", await EndAsync(path + "GetRestartProgress", operation, "PartitionRestartProgress"));
        async Task<string[]> List(string query)
        {
            var answer = await rest.GetAsync($"/Faults/?{Version}{query}");
            Assert.Empty(ContractTable.Read().Differences("Faults", answer.Body, "[OperationStatus]"));
            return [.. answer.Body!.AsArray().Select(f => (string)f!["OperationId"]!)];
        }
        Assert.Contains($"{operation}", await List(""));
        Assert.Contains($"{operation}", await List("&TypeFilter=4&StateFilter=8"));
        Assert.DoesNotContain($"{operation}", await List("&TypeFilter=11"));
        Assert.DoesNotContain($"{operation}", await List("&StateFilter=1"));
        Assert.Equal(400, (await rest.GetAsync($"/Faults/?{Version}&TypeFilter=all")).Status);
    }

    [Fact]
    [Trait("DeploymentCase", "57")]
    public async Task Faults_are_known_to_the_next_manager()
    {
        var folder = System.IO.Directory.CreateTempSubdirectory("sfperf-faults-");
        try
        {
            var (restart, quorum) = (Guid.NewGuid(), Guid.NewGuid());
            string path;
            await using (var first = await RunningCluster.StartAsync(
                folder.FullName, "--package", RunningCluster.EchoPackage))
            {
                var partitions = await first.GetAsync($"/Services/SfPerf~Store/$/GetPartitions?{Version}");
                var id = (string)partitions["Items"]![0]!["PartitionInformation"]!["Id"]!;
                path = $"/Faults/Services/SfPerf~Store/$/GetPartitions/{id}/$/";
                await SendAsync(first, $"{path}StartRestart?OperationId={restart}"
                    + $"&RestartPartitionMode=AllReplicasOrInstances&{Version}", 202);
                _ = await first.UntilAsync($"{path}GetRestartProgress?OperationId={restart}&{Version}",
                    p => (string)p["State"]! == "Completed");
                await SendAsync(first, $"{path}StartQuorumLoss?OperationId={quorum}&QuorumLossMode=AllReplicas"
                    + $"&QuorumLossDuration=3600&{Version}", 202);
                await first.KillManagerAsync();
            }

            await using var second = await RunningCluster.StartAsync(
                folder.FullName, "--package", RunningCluster.EchoPackage);

            await SendAsync(second,
                $"{path}StartRestart?OperationId={restart}&RestartPartitionMode=AllReplicasOrInstances&{Version}", 409);
            // A quorum loss ends with the manager: every host starts again.
            _ = await second.UntilAsync($"{path}GetQuorumLossProgress?OperationId={quorum}&{Version}",
                p => (string)p["State"]! == "Completed");
            var list = (await second.GetAsync($"/Faults/?{Version}")).AsArray().Select(f => (string)f!["OperationId"]!);
            Assert.Equal([$"{restart}", $"{quorum}"], list);
        }
        finally
        {
            folder.Delete(recursive: true);
        }

        static async Task SendAsync(RunningCluster cluster, string path, int status)
        {
            using var client = new System.Net.Http.HttpClient();
            using var answer = await client.PostAsync(cluster.Gateway + path, null);
            Assert.Equal(status, (int)answer.StatusCode);
        }
    }

    private async Task<string[]> NodesAsync(string id) =>
        (await rest.GetAsync($"/Partitions/{id}/$/GetReplicas?{Version}")).Each("NodeName");

    private async Task<long> LastEventAsync() => (long)(await rest.Cluster.GetAsync("/Cluster/Events"))["last"]!;

    // What happened to a partition after an event, in order.
    private async Task<string[]> EventsAsync(string id, long after) =>
        [.. (await rest.Cluster.GetAsync("/Cluster/Events"))["events"]!.AsArray()
            .Where(e => (long)e!["number"]! > after
                && ((string)e["entity"]!).EndsWith(id, StringComparison.Ordinal))
            .Select(e => (string)e!["text"]!)];

    private async Task<bool> IsCompleteAsync(string id) =>
        (await rest.GetAsync($"/Partitions/{id}/$/GetReplicas?{Version}")).Each("ReplicaStatus")
            .Count(s => s == "Ready") == 3;

    private async Task<(string Path, string Id)> PathAsync(string service = "Store")
    {
        var partitions = await rest.GetAsync($"/Services/SfPerf~{service}/$/GetPartitions?{Version}");
        var id = (string)partitions.Body!["Items"]![0]!["PartitionInformation"]!["Id"]!;
        // What the test before did may not be over: with a replica still to come it is reconfigured once more.
        await Eventually.HoldsAsync(async () => (await rest.GetAsync($"/Partitions/{id}?{Version}")).Body!
            is var now && ((string)now["PartitionStatus"]!, (string)now["HealthState"]!) == ("Ready", "Ok"));
        return ($"/Faults/Services/SfPerf~{service}/$/GetPartitions/{id}/$/", id);
    }

    // Only a partition that is ready can be struck: one that is not at this moment is asked again.
    private async Task StartAsync(string path)
    {
        var answer = (0, "");
        await Eventually.HoldsAsync(
            async () => (answer = await StatusAsync(path)) != (400, "FABRIC_E_INVALID_OPERATION"));
        Assert.Equal((202, ""), answer);
    }

    private async Task<(int Status, string Code)> StatusAsync(string path)
    {
        var answer = await rest.PostAsync(path);
        return (answer.Status, answer.Code ?? "");
    }

    private async Task<string> StateAsync(string path, Guid operation) =>
        (string)(await rest.GetAsync($"{path}?OperationId={operation}&{Version}")).Body!["State"]!;

    private async Task<string> EndAsync(string path, Guid operation, string shape)
    {
        await Eventually.HoldsAsync(async () => Ended.Contains(await StateAsync(path, operation)));
        var answer = await rest.GetAsync($"{path}?OperationId={operation}&{Version}");
        Assert.Empty(ContractTable.Read().Differences(shape, answer.Body, shape));
        return (string)answer.Body!["State"]!;
    }

    private async Task<string> PartitionStatusAsync(string id) =>
        (string)(await rest.GetAsync($"/Partitions/{id}?{Version}")).Body!["PartitionStatus"]!;

    private async Task<long> DataLossNumberAsync(string id) => long.Parse((string)(await rest.GetAsync(
        $"/Partitions/{id}?api-version=6.4")).Body!["PrimaryEpoch"]!["DataLossVersion"]!,
        System.Globalization.CultureInfo.InvariantCulture);
}
