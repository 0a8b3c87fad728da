using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Client.Cluster.Control;

/// <summary>Defines what the verbs of <c>sfperf cluster</c> ask of a cluster, whatever interface that has.</summary>
internal interface IClusterControl : IDisposable
{
    /// <summary>Returns the status in the shape of GET /Cluster/Status (docs/formats/gateway.md), without what the
    /// cluster does not tell.</summary>
    /// <exception cref="SfPerfException">The cluster does not answer, or refuses; so of all below.</exception>
    Task<ClusterView> StatusAsync(CancellationToken token);

    /// <summary>Makes a secondary the primary; ends when it is.</summary>
    /// <param name="service">The service, by its whole name or the part after the application's.</param>
    /// <param name="partition">The partition; null for the first one.</param>
    /// <param name="node">The node of the secondary; null for any.</param>
    /// <param name="token">Ends the wait.</param>
    /// <returns>The nodes of the old and the new primary.</returns>
    Task<(string From, string To)> MoveAsync(string service, Guid? partition, string? node, CancellationToken token);

    /// <summary>Deletes an application with its state; ends when it is gone.</summary>
    /// <param name="application">Its name, as fabric:/SfPerf.</param>
    /// <param name="token">Ends the wait.</param>
    Task RemoveAsync(string application, CancellationToken token);

    /// <summary>Gives up what only the missing replicas of a partition hold.</summary>
    Task RecoverAsync(string partition, CancellationToken token);
}
