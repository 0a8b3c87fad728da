using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using SfPerf.Client.Cluster;
using SfPerf.Commands;

namespace SfPerf.Client.Measuring.Clusters;

/// <summary>A cluster of ours, asked by the gateway's own routes (docs/formats/gateway.md).</summary>
internal sealed class GatewayCluster(ClusterLease lease, MeasuredService service) : IMeasuredCluster
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);
    private readonly Gateway _gateway = new(lease.GatewayAddress);
    private ClusterEvents? _events;

    public bool IsHere => ClusterProcesses.AreHere(lease.GatewayAddress);

    public bool TellsProcesses => IsHere;

    public async Task<ClusterProcesses> ProcessesAsync(CancellationToken token) =>
        ClusterProcesses.Read(await _gateway.StatusAsync(token).ConfigureAwait(false),
            lease.Application, service.Application ?? lease.Application);

    public Task<ClusterFacts> FactsAsync(CancellationToken token) =>
        ClusterFacts.ReadAsync(lease.GatewayAddress, lease.Application, service, token);

    public async Task<IReadOnlyList<DriverConnection>> DriversAsync(int generators, CancellationToken token)
    {
        var driver = new Uri(lease.Application + "/LoadDriver");
        using var fabric = new FabricClient(lease.ClientEndpoint);
        List<long> keys;
        try
        {
            var partitions = await fabric.QueryManager.GetPartitionListAsync(driver, null, Limit, token)
                .ConfigureAwait(false);
            keys = partitions.Select(p => p.PartitionInformation).OfType<Int64RangePartitionInformation>()
                .Select(p => p.LowKey).Order().ToList();
        }
        catch (Exception e) when (e is FabricException or TimeoutException)
        {
            throw new SfPerfException(
                ExitCode.Unreachable, $"{driver} cannot be found at {lease.ClientEndpoint}: {e.Message}", e);
        }

        if (keys.Count == 0)
            throw new SfPerfException(ExitCode.Unreachable, $"{driver} has no partition with a key range.");
        return DriverConnection.Make(
            new ServicePartitionResolver(lease.ClientEndpoint), driver, keys, generators);
    }

    public async Task BeginEventsAsync(CancellationToken token) =>
        _events = await ClusterEvents.BeginAsync(_gateway, token).ConfigureAwait(false);

    public Task<IReadOnlyList<ClusterEvent>> EndEventsAsync() =>
        _events?.EndAsync() ?? Task.FromResult<IReadOnlyList<ClusterEvent>>([]);

    public void Dispose() => _gateway.Dispose();
}
