using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Client.Cluster;

/// <summary>Describes what a result says about the cluster it was measured on.</summary>
/// <param name="Application">The application, as fabric:/SfPerf.</param>
/// <param name="Nodes">Nodes that were up.</param>
/// <param name="Partitions">Partitions of the measured service.</param>
/// <param name="Replicas">Replicas of each.</param>
/// <param name="Durability">What an acknowledged write survives; null where the cluster does not tell.</param>
internal sealed record ClusterFacts(string Application, int Nodes, int Partitions, int Replicas, string? Durability)
{
    // What the cluster promises is about disks; a volatile service writes to none.
    internal const string InMemory = "Memory";

    /// <summary>Gets the settings behind the durability, and what the store is; null when not asked for.</summary>
    public IReadOnlyDictionary<string, string>? Settings { get; init; }

    /// <summary>Gets a sentence on what the cluster does not tell and the result therefore lacks; null where nothing is
    /// missing.</summary>
    public string? NotTold { get; init; }

    /// <summary>Gets the facts of a run without a cluster.</summary>
    public static ClusterFacts None { get; } = new("", 0, 0, 0, "none");

    /// <summary>Asks the cluster.</summary>
    /// <exception cref="SfPerfException">The application is not there, or the answer is not understood.</exception>
    public static async Task<ClusterFacts> ReadAsync(
        string gatewayAddress, string application, MeasuredService service, CancellationToken token)
    {
        using var gateway = new Gateway(gatewayAddress);
        return Read(await gateway.StatusAsync(token).ConfigureAwait(false), application, service);
    }

    /// <summary>Says how a service of another application comes into the cluster.</summary>
    internal static string NotThere(MeasuredService service) =>
        $"sfperf cluster deploy PACKAGE --name {service.Application} puts its application there.";

    internal static ClusterFacts Read(ClusterView status, string application, MeasuredService service)
    {
        var name = service.NameIn(application);
        var store = status.Services.FirstOrDefault(s => s.Name == name);
        if (store is null)
        {
            throw new SfPerfException(ExitCode.Unreachable, $"The cluster has no service {name}."
                + (service.Application is null ? "" : $" {NotThere(service)}"));
        }

        var partitions = store.Partitions ?? [];
        return new ClusterFacts(
            application,
            status.Nodes.Count(n => n.Status == "Up"),
            partitions.Count,
            partitions.Count == 0 ? 0 : partitions[0].TargetReplicaSetSize,
            store.HasPersistedState == false ? InMemory : status.Durability ?? "");
    }
}
