using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Client.Rest;
using SfPerf.Commands;

namespace SfPerf.Client.Measuring.Clusters;

/// <summary>A cluster that is asked by Service Fabric's REST interface only: ours over https, or another one. Nothing
/// is deployed there.</summary>
/// <param name="wanted">The application, and what it must be like.</param>
/// <param name="service">The service that is measured.</param>
/// <param name="time">Gives the time.</param>
internal sealed class RestCluster(Deployment wanted, MeasuredService service, TimeProvider time) : IMeasuredCluster
{
    private const string NotTold = "Over Service Fabric's REST interface the cluster tells neither its durability, nor "
        + "its processes and their counters, nor when a primary moved: the result lacks them.";

    private readonly RestGateway _gateway = new(wanted.Elsewhere!);
    private readonly string _service = service.NameIn(wanted.Application);
    private Dictionary<string, string>? _epochs;

    public bool IsHere => wanted.Elsewhere!.Address.IsLoopback;

    public bool TellsProcesses => false;

    public Task<ClusterProcesses> ProcessesAsync(CancellationToken token) => Task.FromResult(ClusterProcesses.None);

    public async Task<ClusterFacts> FactsAsync(CancellationToken token)
    {
        await CheckApplicationAsync(token).ConfigureAwait(false);
        var found = await _gateway.GetAsync(
            $"Applications/{RestGateway.IdOf(service.Application ?? wanted.Application)}/$/GetServices/"
                + RestGateway.IdOf(_service),
            RestVersions.Entities, token).ConfigureAwait(false) ?? throw new SfPerfException(
                ExitCode.Unreachable, $"The cluster at {_gateway.Address} has no service {_service}.");
        var partitions = await PartitionsAsync(_service, token).ConfigureAwait(false);
        var nodes = await _gateway.ItemsAsync("Nodes", RestVersions.Entities, token).ConfigureAwait(false);
        var version = await _gateway.GetAsync("$/GetClusterVersion", RestVersions.Epochs, token).ConfigureAwait(false);
        var isVolatile = found.TryGetProperty("HasPersistedState", out var persisted)
            && persisted.ValueKind == JsonValueKind.False;
        var sizes = partitions.Select(
            p => p.TryGetProperty("TargetReplicaSetSize", out var size) ? size.GetInt32() : 1);
        return new ClusterFacts(wanted.Application, nodes.Count(n => Text(n, "NodeStatus") == "Up"), partitions.Count,
            sizes.FirstOrDefault(), isVolatile ? ClusterFacts.InMemory : null)
        {
            NotTold = NotTold,
            Settings = version is { } told && Text(told, "Version") is { Length: > 0 } number
                ? new Dictionary<string, string> { ["serviceFabric"] = number } : null,
        };
    }

    public async Task<IReadOnlyList<DriverConnection>> DriversAsync(int generators, CancellationToken token)
    {
        var name = wanted.Application + "/LoadDriver";
        var partitions = await PartitionsAsync(name, token).ConfigureAwait(false);
        long[] keys =
        [
            .. partitions.Select(p => p.GetProperty("PartitionInformation"))
                .Where(p => Text(p, "ServicePartitionKind") == "Int64Range")
                .Select(p => long.Parse(Text(p, "LowKey"), CultureInfo.InvariantCulture)).Order(),
        ];
        return keys.Length > 0
            ? DriverConnection.Make(new RestPartitionResolver(_gateway, time), new Uri(name), keys, generators)
            : throw new SfPerfException(ExitCode.Unreachable, $"{name} has no partition with a key range.");
    }

    public async Task BeginEventsAsync(CancellationToken token) =>
        _epochs = await EpochsAsync(token).ConfigureAwait(false);

    public async Task<IReadOnlyList<ClusterEvent>> EndEventsAsync()
    {
        // A run that the user ended has events, too.
        using var limit = new CancellationTokenSource(Gateway.AnswerLimit, time);
        try
        {
            var now = await EpochsAsync(limit.Token).ConfigureAwait(false);
            return [.. now.Where(p => _epochs!.TryGetValue(p.Key, out var before) && before != p.Value)
                .Select(p => new ClusterEvent(time.GetUtcNow(), "epoch",
                    $"partition {p.Key} of {_service} has epoch {p.Value}, and had {_epochs![p.Key]} before: its "
                    + "primary changed at a time that the cluster does not tell"))];
        }
        catch (Exception e) when (e is SfPerfException or OperationCanceledException)
        {
            // The cluster is gone. That is reported elsewhere, and the figures are valid.
            return [];
        }
    }

    public void Dispose() => _gateway.Dispose();

    // An application that is there is measured as it is, so what the run asks for must be so already.
    private async Task CheckApplicationAsync(CancellationToken token)
    {
        var application = await _gateway.GetAsync(
            $"Applications/{RestGateway.IdOf(wanted.Application)}", RestVersions.Entities, token).ConfigureAwait(false)
            ?? throw new SfPerfException(ExitCode.Unreachable, $"The cluster at {_gateway.Address} has no application "
                + $"{wanted.Application}. A run deploys nothing there: sfperf deploy PACKAGE "
                + $"--name {wanted.Application} {RestEndpoint.AddressOption} {_gateway.Address} does.");
        if (wanted.Parameters.Count == 0)
            return;
        var (type, version) = (Text(application, "TypeName"), Text(application, "TypeVersion"));
        var types = await _gateway.ItemsAsync($"ApplicationTypes/{Uri.EscapeDataString(type)}", RestVersions.Entities,
            token).ConfigureAwait(false);
        // The application has what differs from the defaults.
        var values = types.Where(t => Text(t, "Version") == version).SelectMany(t => Pairs(t, "DefaultParameterList"))
            .Concat(Pairs(application, "Parameters")).GroupBy(p => p.Key).ToDictionary(g => g.Key, g => g.Last().Value);
        var wrong = wanted.Parameters.Where(p => values.GetValueOrDefault(p.Key) != p.Value).Select(p =>
            $"{p.Key} = {p.Value}, and there it is {(values.TryGetValue(p.Key, out var has) ? has : "no parameter")}");
        if (string.Join("; ", wrong) is { Length: > 0 } differences)
        {
            throw new SfPerfException(ExitCode.BadParameters, $"The run asks for {differences}. It measures "
                + $"{wanted.Application} on the cluster at {_gateway.Address} as it is: allowed are the values there, "
                + "or the application is deployed with others.");
        }
    }

    private async Task<Dictionary<string, string>> EpochsAsync(CancellationToken token)
    {
        var epochs = new Dictionary<string, string>();
        foreach (var partition in await PartitionsAsync(_service, token).ConfigureAwait(false))
        {
            if (partition.TryGetProperty("PrimaryEpoch", out var epoch))
            {
                epochs[Text(partition.GetProperty("PartitionInformation"), "Id")] =
                    $"{Text(epoch, "DataLossVersion")}.{Text(epoch, "ConfigurationVersion")}";
            }
        }

        return epochs;
    }

    private Task<IReadOnlyList<JsonElement>> PartitionsAsync(string service, CancellationToken token) =>
        _gateway.ItemsAsync($"Services/{RestGateway.IdOf(service)}/$/GetPartitions", RestVersions.Epochs, token);

    private static IEnumerable<KeyValuePair<string, string>> Pairs(JsonElement element, string list) =>
        element.GetProperty(list).EnumerateArray().Select(p => KeyValuePair.Create(Text(p, "Key"), Text(p, "Value")));

    private static string Text(JsonElement element, string name) => ClusterInfo.Text(element, name);
}
