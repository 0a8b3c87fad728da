using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>Picks a replica of a resolved partition, finds its remoting address and connects.</summary>
internal sealed class ReplicaConnector(
    IPartitionLocator locator, ConnectionPool pool, TargetReplicaSelector selector, string? listenerName, Random random)
{
    // The names that Service Fabric's listeners get when the service does not choose one.
    private static readonly string[] DefaultNames = ["V2_1Listener", "V2Listener", ""];

    internal Task<ResolvedServicePartition> ResolveAgainAsync(
        ResolvedServicePartition previous, CancellationToken cancellationToken) =>
        locator.ResolveAgainAsync(previous, cancellationToken);

    /// <summary>Gets whether a replica that is not the primary is the wrong one.</summary>
    internal bool SeeksPrimary => selector is TargetReplicaSelector.PrimaryReplica;

    /// <exception cref="FabricEndpointNotFoundException">No replica fits, or it has published nothing.</exception>
    internal ReplicaPlace Choose(ResolvedServicePartition partition) =>
        Parse(AddressOf(Pick(partition), partition.ServiceName));

    internal async Task<Route> ConnectAsync(ReplicaPlace place, ResolvedServicePartition partition)
    {
        var connection = await pool.GetAsync(place.Address).ConfigureAwait(false);
        return new(connection, connection.Route(place.Path), partition);
    }

    private static ReplicaPlace Parse(string address)
    {
        var parts = address.Split('+', 2);
        return parts.Length == 2 && IPEndPoint.TryParse(parts[0], out var endPoint)
            ? new(endPoint, parts[1])
            : throw new FabricEndpointNotFoundException(
                $"'{address}' is not an address of service remoting; expected host:port+path.");
    }

    private ResolvedServiceEndpoint Pick(ResolvedServicePartition partition)
    {
        var all = partition.Endpoints;
        var fit = all.Where(e => Fits(e.Role)).ToArray();
        if (fit.Length == 0)
            throw new FabricEndpointNotFoundException($"No replica of '{partition.ServiceName}' fits {selector} now.");
        lock (random)
            return fit[random.Next(fit.Length)];
    }

    private bool Fits(ServiceEndpointRole role) => role switch
    {
        ServiceEndpointRole.Stateless => true,
        ServiceEndpointRole.StatefulPrimary => selector != TargetReplicaSelector.RandomSecondaryReplica,
        ServiceEndpointRole.StatefulSecondary => selector != TargetReplicaSelector.PrimaryReplica,
        _ => false,
    };

    private string AddressOf(ResolvedServiceEndpoint endpoint, Uri service)
    {
        if (!ServiceEndpointCollection.TryParseEndpointsString(endpoint.Address, out var endpoints))
            throw new FabricEndpointNotFoundException($"'{service}' has published no endpoint yet.");
        IEnumerable<string> names = listenerName is null ? DefaultNames : [listenerName];
        foreach (var name in names)
        {
            if (endpoints.TryGetEndpointAddress(name, out var address))
                return address;
        }
        if (listenerName is null && endpoints.TryGetFirstEndpointAddress(out var first))
            return first;
        throw new FabricEndpointNotFoundException($"'{service}' has no listener named '{listenerName}'.");
    }
}
