using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Cluster.Management.Faults;

namespace SfPerf.DevCluster.Rest;

/// <content>Faults that tests ask for: data loss, quorum loss and restart of partitions, stops of nodes.</content>
internal sealed partial class RestRoutes
{
    private const string FaultyPartition = "Faults/Services/{service}/$/GetPartitions/{partition}/$/";
    private const string FaultyNode = "Faults/Nodes/{node}/$/";
    private const long FilterAll = 65_535;
    private const long StopSecondsMax = 14_400;
    private const long QuorumLossSecondsMax = 86_400;

    // FABRIC_E_PARTITION_NOT_FOUND.
    private const int PartitionGone = unchecked((int)2147949543);

    private IEnumerable<RestRoute> FaultRoutes() =>
    [
        Get("Faults", 6.0m, FaultsAsync),
        Post("Faults/$/Cancel", 6.0m, CancelFaultAsync),
        Post(FaultyPartition + "StartDataLoss", 6.0m, StartDataLossAsync),
        Post(FaultyPartition + "StartQuorumLoss", 6.0m, StartQuorumLossAsync),
        Post(FaultyPartition + "StartRestart", 6.0m, StartPartitionRestartAsync),
        Progress("GetDataLossProgress", FaultType.PartitionDataLoss, "InvokeDataLossResult"),
        Progress("GetQuorumLossProgress", FaultType.PartitionQuorumLoss, "InvokeQuorumLossResult"),
        Progress("GetRestartProgress", FaultType.PartitionRestart, "RestartPartitionResult"),
        Post(FaultyNode + "StartTransition", 6.0m, StartTransitionAsync),
        Get(FaultyNode + "GetTransitionProgress", 6.0m, TransitionProgressAsync),
    ];

    private async Task StartDataLossAsync(RestCall call)
    {
        var mode = Choice(call, "DataLossMode", "PartialDataLoss", "FullDataLoss");
        var (operation, partition) = await StruckAsync(call).ConfigureAwait(false);
        _ = await _manager.StartDataLossAsync(operation, partition, mode == "FullDataLoss").ConfigureAwait(false);
        await call.DoneAsync(StatusCodes.Status202Accepted).ConfigureAwait(false);
    }

    private async Task StartQuorumLossAsync(RestCall call)
    {
        var mode = Choice(call, "QuorumLossMode", "QuorumReplicas", "AllReplicas");
        var duration = Seconds(call, "QuorumLossDuration", QuorumLossSecondsMax);
        var (operation, partition) = await StruckAsync(call).ConfigureAwait(false);
        _ = await _manager.StartQuorumLossAsync(operation, partition, mode == "AllReplicas", duration)
            .ConfigureAwait(false);
        await call.DoneAsync(StatusCodes.Status202Accepted).ConfigureAwait(false);
    }

    private async Task StartPartitionRestartAsync(RestCall call)
    {
        var mode = Choice(call, "RestartPartitionMode", "AllReplicasOrInstances", "OnlyActiveSecondaries");
        var (operation, partition) = await StruckAsync(call).ConfigureAwait(false);
        _ = await _manager.StartRestartAsync(operation, partition, mode == "OnlyActiveSecondaries")
            .ConfigureAwait(false);
        await call.DoneAsync(StatusCodes.Status202Accepted).ConfigureAwait(false);
    }

    private async Task StartTransitionAsync(RestCall call)
    {
        var stops = Choice(call, "NodeTransitionType", "Start", "Stop") == "Stop";
        TimeSpan? duration = stops ? Seconds(call, "StopDurationInSeconds", StopSecondsMax) : null;
        var instance = call.Query("NodeInstanceId") ?? throw Invalid("NodeInstanceId is missing. Allowed: the node's "
            + "InstanceId, or 0 for any.");
        _ = await _manager.StartTransitionAsync(OperationOf(call), call.Node, instance, duration)
            .ConfigureAwait(false);
        await call.DoneAsync(StatusCodes.Status202Accepted).ConfigureAwait(false);
    }

    private async Task FaultsAsync(RestCall call)
    {
        var (types, states) = (Filter(call, "TypeFilter"), Filter(call, "StateFilter"));
        var faults = await _manager.FaultsAsync().ConfigureAwait(false);
        await call.AnswerAsync(writer =>
        {
            writer.WriteStartArray();
            foreach (var fault in faults.Where(f => ((int)f.Type & types) != 0 && ((int)f.State & states) != 0))
            {
                writer.WriteStartObject();
                writer.WriteString("OperationId", fault.Id);
                writer.WriteString("State", fault.State.ToString());
                writer.WriteString("Type", fault.Type.ToString());
                writer.WriteEndObject();
            }
            writer.WriteEndArray();
        }).ConfigureAwait(false);
    }

    private async Task CancelFaultAsync(RestCall call)
    {
        var force = call.Query("Force") ?? "false";
        if (!bool.TryParse(force, out var forced))
            throw Invalid($"Force is '{force}'. Allowed: true, false.");
        _ = await _manager.CancelFaultAsync(OperationOf(call), forced).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private RestRoute Progress(string name, FaultType type, string result) => Get(FaultyPartition + name, 6.0m,
        async call =>
        {
            var fault = await FaultOfAsync(call, f => f.Type == type && f.Service == call.Service
                && f.Partition == IdOf(call)).ConfigureAwait(false);
            await WriteProgressAsync(call, fault, result, writer =>
            {
                writer.WriteStartObject("SelectedPartition");
                writer.WriteString("ServiceName", fault.Service);
                writer.WriteString("PartitionId", fault.Partition);
                writer.WriteEndObject();
            }).ConfigureAwait(false);
        });

    private async Task TransitionProgressAsync(RestCall call)
    {
        var fault = await FaultOfAsync(call, f => f.Node == call.Node).ConfigureAwait(false);
        await WriteProgressAsync(call, fault, "NodeTransitionResult", writer =>
        {
            writer.WriteStartObject("NodeResult");
            writer.WriteString("NodeName", fault.Node);
            writer.WriteString("NodeInstanceId", fault.NodeInstance);
            writer.WriteEndObject();
        }).ConfigureAwait(false);
    }

    private static Task WriteProgressAsync(
        RestCall call, FaultOperation fault, string result, Action<Utf8JsonWriter> write) => call.ObjectAsync(writer =>
    {
        writer.WriteString("State", fault.State.ToString());
        writer.WriteStartObject(result);
        writer.WriteNumber("ErrorCode", fault.State == FaultState.Faulted ? PartitionGone : 0);
        write(writer);
        writer.WriteEndObject();
    });

    private async Task<FaultOperation> FaultOfAsync(RestCall call, Predicate<FaultOperation> isOne)
    {
        var fault = await _manager.FaultAsync(OperationOf(call)).ConfigureAwait(false);
        return isOne(fault) ? fault : throw new ClusterException("FABRIC_E_TEST_COMMAND_NOT_FOUND",
            $"Operation {fault.Id} is a {fault.Type} of {fault.Node}{fault.Service} {fault.Partition}, not of what the "
            + "path names.");
    }

    private async Task<(Guid Operation, string Partition)> StruckAsync(RestCall call)
    {
        var operation = OperationOf(call);
        var (_, partition) = await PartitionOfAsync(call).ConfigureAwait(false);
        return (operation, partition.Id.ToString());
    }

    private static Guid OperationOf(RestCall call) =>
        Guid.TryParse(call.Query("OperationId"), out var id) && id != Guid.Empty ? id
            : throw Invalid($"OperationId is '{call.Query("OperationId")}'. Allowed: a GUID of your own.");

    // By name, or by its number, which begins at 1.
    private static string Choice(RestCall call, string name, params string[] allowed)
    {
        var text = call.Query(name) ?? "";
        var found = Array.Find(allowed, a => a.Equals(text, StringComparison.OrdinalIgnoreCase));
        if (found is null && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number >= 1 && number <= allowed.Length)
        {
            found = allowed[number - 1];
        }

        return found ?? throw Invalid($"{name} is '{text}'. Allowed: {string.Join(", ", allowed)}.");
    }

    private static TimeSpan Seconds(RestCall call, string name, long max)
    {
        var seconds = call.Number(name, 0);
        return seconds >= 1 && seconds <= max ? TimeSpan.FromSeconds(seconds)
            : throw Invalid($"{name} is '{call.Query(name)}'. Allowed: 1 to {max} seconds.");
    }

    private static long Filter(RestCall call, string name)
    {
        var bits = call.Number(name, FilterAll);
        return bits <= FilterAll ? bits : throw Invalid(
            $"{name} is {bits}. Allowed: a sum of the numbers that stand for types or states, or {FilterAll} for all.");
    }
}
