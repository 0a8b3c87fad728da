using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Output;
using SfPerf.Commands;

namespace SfPerf.Client.Cluster;

/// <summary>A cluster for the time of one run or of several: a running one is left running, an own one is stopped at
/// the end.</summary>
internal sealed class ClusterLease : IAsyncDisposable
{
    private readonly ClusterProcess? _own;
    private readonly StandingUse? _standing;
    private ClusterUse _last;

    private ClusterLease(string clientEndpoint, string gateway, string application, ClusterProcess? own,
        ClusterUse first, StandingUse? standing = null)
    {
        Application = application;
        _standing = standing;
        ClientEndpoint = clientEndpoint;
        GatewayAddress = gateway;
        _own = own;
        _last = first;
    }

    /// <summary>Gets host:port of the cluster's client endpoint; empty for one that is reached by REST.</summary>
    public string ClientEndpoint { get; }

    /// <summary>Gets the address for requests to the gateway.</summary>
    public string GatewayAddress { get; }

    /// <summary>Gets the application that was deployed last, as fabric:/SfPerf.</summary>
    public string Application { get; private set; }

    /// <summary>Finds or starts the cluster and deploys the application; ends when every partition is ready.</summary>
    public static async Task<ClusterLease> TakeAsync(ClusterUse use, IProgressView view, CancellationToken token)
    {
        if (use.Deployment.Elsewhere is { } elsewhere)
        {
            var application = use.Deployment.Application;
            view.Note($"Measuring {application} on the cluster at {elsewhere.Text}, as it is there."
                + (elsewhere.Certificate is null ? "" : " Certificates are for its gateway: net.tcp to the load "
                    + "driver, remoting and replication go without, and come later."));
            return new ClusterLease("", elsewhere.Text, application, null, use);
        }

        if (use.Address.Length > 0)
        {
            var endpoint = $"{use.Address}:{use.Endpoint}";
            var there = await DeployAsync("http://" + endpoint, use.Deployment, view, token).ConfigureAwait(false);
            return new ClusterLease(endpoint, "http://" + endpoint, there, null, use);
        }

        if (use.Deployment.Build is null
            && await StandingCluster.FindAsync(token).ConfigureAwait(false) is { } standing)
        {
            var alone = StandingUse.Begin(StandingCluster.Folder, standing.Gateway);
            try
            {
                var here = await DeployAsync(standing.Gateway, use.Deployment, view, token).ConfigureAwait(false);
                return new ClusterLease(standing.ClientEndpoint, standing.Gateway, here, null, use, alone);
            }
            catch
            {
                alone.Dispose();
                throw;
            }
        }

        if (use.Deployment.Target is { } target)
        {
            throw new SfPerfException(ExitCode.Unreachable, $"No cluster runs that could have the service "
                + $"{target.Name}. sfperf cluster start starts one, and {ClusterFacts.NotThere(target)}");
        }

        var nodes = use.Nodes == 1 ? "1 node" : $"{use.Nodes} nodes";
        var build = use.Deployment.Build is { } other ? $", build {other.Version}" : "";
        view.Note($"Starting a local cluster of {nodes}{build}.");
        var start = new ClusterStart(StandingCluster.NewOwnFolder(), use.Nodes, GatewayPort: 0,
            ClientPort: 0, Durability: null, Stays: false, use.Deployment);
        var own = await ClusterProcess.StartAsync(start, token).ConfigureAwait(false);
        view.Note($"Cluster ready after {own.Info.Seconds:0.0} s, durability {own.Info.Durability}.");
        return new ClusterLease(own.Info.ClientEndpoint, own.Info.Gateway, own.Info.Application, own, use);
    }

    /// <summary>Makes the cluster ready for another run, with as little as that one demands: nothing, the deletion of
    /// keys that it would find but not write, or another deployment.</summary>
    /// <returns>False when the run needs another cluster.</returns>
    public async Task<bool> ServeAsync(ClusterUse next, IProgressView view, CancellationToken token)
    {
        var last = _last;
        if (!last.SharesClusterWith(next))
            return false;
        _last = next;
        if (next.Deployment.Elsewhere is not null)
        {
            Application = next.Deployment.Application;
        }
        else if (!last.Deployment.Same(next.Deployment))
        {
            Application = await DeployAsync(GatewayAddress, next.Deployment, view, token).ConfigureAwait(false);
        }
        else if (_own is not null && !last.LeavesTheKeysOf(next))
        {
            // A cluster that the user keeps is the user's to reset.
            using var gateway = new Gateway(GatewayAddress);
            await gateway.ResetAsync(token).ConfigureAwait(false);
        }

        return true;
    }

    public ValueTask DisposeAsync()
    {
        _standing?.Dispose();
        return _own?.DisposeAsync() ?? ValueTask.CompletedTask;
    }

    private static async Task<string> DeployAsync(
        string gatewayAddress, Deployment deployment, IProgressView view, CancellationToken token)
    {
        using var gateway = new Gateway(gatewayAddress);
        if (deployment.Drivers is { } drivers
            && await HasDriversAsync(gateway, deployment.Application, drivers, token).ConfigureAwait(false))
        {
            return deployment.Application;
        }

        view.Note($"Deploying on the cluster at {gatewayAddress}.");
        return await gateway.DeployAsync(deployment, token).ConfigureAwait(false);
    }

    private static async Task<bool> HasDriversAsync(
        Gateway gateway, string application, int drivers, CancellationToken token)
    {
        var status = await gateway.StatusAsync(token).ConfigureAwait(false);
        return status.Services.Any(s => s.Name == $"{application}/LoadDriver" && s.Partitions?.Count >= drivers);
    }
}
