using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Services.Client;
using SfPerf.Platform;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes.Actors;

/// <summary>A cluster of real processes with the actor services of the tests, called from this process.</summary>
internal sealed class ActorCluster : IAsyncDisposable
{
    private static int _number;
    private readonly RunningCluster _cluster;
    private readonly string _application;

    private ActorCluster(RunningCluster cluster, string application) =>
        (_cluster, _application) = (cluster, application);

    internal string Folder => _cluster.Folder;

    /// <summary>Starts it. Of all services only those that are named have partitions.</summary>
    internal static async Task<ActorCluster> StartAsync(params string[] services)
    {
        // Its own name: this process remembers the addresses of services of an earlier cluster by theirs.
        var application = $"Actors{Interlocked.Increment(ref _number)}";
        var package = Path.Combine(Checkout.Root, "Tests", "TestServices", "ActorsPackage");
        var without = new[] { "Ledger", "VolatileLedger", "TransientLedger", "Club" }.Except(services)
            .SelectMany(s => new[] { "--set", $"{s}_PartitionCount=0" });
        var cluster = await RunningCluster.StartAsync(null,
            ["--nodes", "5", "--package", package, "--application", $"fabric:/{application}", .. without]);
        Assert.True((string?)cluster.Line["event"] == "ready", $"{cluster.Line} {cluster.ErrorText}");
        ServicePartitionResolver.SetDefault(
            new ServicePartitionResolver((string)cluster.Line["clientEndpoint"]!));
        return new(cluster, application);
    }

    internal T Actor<T>(string service, long id)
        where T : IActor => ActorProxy.Create<T>(new ActorId(id), ServiceUri(service));

    internal Uri ServiceUri(string service) => new($"fabric:/{_application}/{service}Service");

    internal async Task KillPrimaryAsync(string service)
    {
        var partition = Partition(await _cluster.UntilAsync(
            "/Cluster/Status", s => Replicas(Partition(s, service)).Any(IsPrimary)), service);
        _ = ProcessControl.Kill((int)Replicas(partition).First(IsPrimary)["pid"]!);
    }

    internal async Task KillAllAsync(string service)
    {
        foreach (var replica in Replicas(Partition(await CompleteAsync(service), service)))
            _ = ProcessControl.Kill((int)replica["pid"]!);
    }

    internal async Task MovePrimaryAsync(string service)
    {
        _ = await CompleteAsync(service);
        _ = await _cluster.MovePrimaryAsync(ServiceUri(service).ToString());
    }

    /// <summary>Gets how often the service's only partition lost what it had acknowledged.</summary>
    internal async Task<long> DataLossNumberAsync(string service) => long.Parse(
        (string)Partition(await CompleteAsync(service), service)["epoch"]!["dataLossNumber"]!,
        System.Globalization.CultureInfo.InvariantCulture);

    public ValueTask DisposeAsync() => _cluster.DisposeAsync();

    private Task<JsonNode> CompleteAsync(string service) => _cluster.UntilAsync("/Cluster/Status",
        s => Partition(s, service) is var p && (string)p["health"]! == "Ok"
            && Replicas(p).Count(r => (string)r["status"]! == "Ready") == 3);

    private JsonNode Partition(JsonNode status, string service) => status["applications"]![0]!["services"]!.AsArray()
        .First(s => (string)s!["name"]! == ServiceUri(service).ToString())!["partitions"]![0]!;

    private static IEnumerable<JsonNode> Replicas(JsonNode partition) =>
        partition["replicas"]!.AsArray().Select(r => r!);

    private static bool IsPrimary(JsonNode replica) =>
        (string)replica["role"]! == "Primary" && (string)replica["status"]! == "Ready";
}
