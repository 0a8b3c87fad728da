using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Output;
using SfPerf.Client.Parameters;

namespace SfPerf.Client.Cluster;

/// <summary>A cluster for the time of one run: a running one is left running, an own one is stopped at the
/// end.</summary>
internal sealed class ClusterLease : IAsyncDisposable
{
    private readonly ClusterProcess? _own;

    private ClusterLease(string clientEndpoint, string gateway, ClusterProcess? own)
    {
        ClientEndpoint = clientEndpoint;
        GatewayAddress = gateway;
        _own = own;
    }

    /// <summary>Gets host:port of the cluster's client endpoint.</summary>
    public string ClientEndpoint { get; }

    /// <summary>Gets the address for requests to the gateway.</summary>
    public string GatewayAddress { get; }

    /// <summary>Finds or starts the cluster and deploys the application; ends when every partition is ready.</summary>
    public static async Task<ClusterLease> TakeAsync(
        RunParameters parameters, Deployment deployment, IProgressView view, CancellationToken token)
    {
        if (parameters.ClusterAddress.Length > 0)
        {
            var endpoint = $"{parameters.ClusterAddress}:{parameters.ClientConnectionEndpoint}";
            await DeployAsync("http://" + endpoint, deployment, view, token).ConfigureAwait(false);
            return new ClusterLease(endpoint, "http://" + endpoint, null);
        }

        if (await StandingCluster.FindAsync(token).ConfigureAwait(false) is { } standing)
        {
            await DeployAsync(standing.Gateway, deployment, view, token).ConfigureAwait(false);
            return new ClusterLease(standing.ClientEndpoint, standing.Gateway, null);
        }

        var nodes = parameters.ClusterNodes == 1 ? "1 node" : $"{parameters.ClusterNodes} nodes";
        view.Note($"Starting a local cluster of {nodes}.");
        var start = new ClusterStart(StandingCluster.NewOwnFolder(), parameters.ClusterNodes, GatewayPort: 0,
            ClientPort: 0, Durability: null, Stays: false, deployment);
        var own = await ClusterProcess.StartAsync(start, token).ConfigureAwait(false);
        view.Note($"Cluster ready after {own.Info.Seconds:0.0} s, durability {own.Info.Durability}.");
        return new ClusterLease(own.Info.ClientEndpoint, own.Info.Gateway, own);
    }

    public ValueTask DisposeAsync() => _own?.DisposeAsync() ?? ValueTask.CompletedTask;

    private static async Task DeployAsync(
        string gatewayAddress, Deployment deployment, IProgressView view, CancellationToken token)
    {
        view.Note($"Deploying on the cluster at {gatewayAddress}.");
        using var gateway = new Gateway(gatewayAddress);
        await gateway.DeployAsync(deployment, token).ConfigureAwait(false);
    }
}
