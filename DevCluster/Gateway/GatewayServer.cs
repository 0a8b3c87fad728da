using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Platform.Admission;

namespace SfPerf.DevCluster.Gateway;

/// <summary>Kestrel on two loopback ports, both with the gateway's routes.</summary>
internal sealed class GatewayServer : IAsyncDisposable
{
    private const int BodyBytesMax = 1 << 20;
    private const int BodyBytesPerSecondMin = 240;
    private const int HeaderBytesMax = 16 << 10;
    private const int HeadersMax = 64;
    private const int RequestLineBytesMax = 8 << 10;
    private const int ConnectionsMax = 4096;
    private static readonly TimeSpan HeadersLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan BodyGrace = TimeSpan.FromSeconds(5);
    private readonly GatewayRoutes _routes;
    private readonly GatewayAdmission _admission;
    private WebApplication? _application;

    internal GatewayServer(ClusterManager manager, StopSignals signals, AdmissionPolicy policy)
    {
        _admission = new(policy, manager.Log);
        _routes = new(this, manager, signals, _admission);
    }

    /// <summary>Gets the gateway's address, such as <c>http://127.0.0.1:19080</c>.</summary>
    internal string Address { get; private set; } = "";

    /// <summary>Gets host and port of the client endpoint.</summary>
    internal string ClientEndpoint { get; private set; } = "";

    /// <exception cref="ClusterException">A port is in use.</exception>
    internal async Task StartAsync(int gatewayPort, int clientPort)
    {
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(options =>
        {
            options.AddServerHeader = false;
            Bound(options.Limits);
            options.Listen(IPAddress.Loopback, gatewayPort, Configure);
            options.Listen(IPAddress.Loopback, clientPort, Configure);
        });
        _application = builder.Build();
        _application.Run(_routes.HandleAsync);
        try
        {
            await _application.StartAsync().ConfigureAwait(false);
        }
        catch (IOException e)
        {
            throw new ClusterException("PortInUse", $"Port {gatewayPort} (gateway) or {clientPort} (client) is in "
                + $"use: {e.Message} "
                + "Stop the other program or cluster, or choose other ports (0: any).");
        }
        var addresses = _application.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!
            .Addresses.ToArray();
        Address = addresses[0];
        ClientEndpoint = new Uri(addresses[1]).Authority;
    }

    // A client that floods, or falls silent in the middle of a request, holds little and not for long.
    private static void Bound(KestrelServerLimits limits)
    {
        limits.MaxRequestBodySize = BodyBytesMax;
        limits.MinRequestBodyDataRate = new(BodyBytesPerSecondMin, BodyGrace);
        limits.RequestHeadersTimeout = HeadersLimit;
        limits.MaxRequestHeaderCount = HeadersMax;
        limits.MaxRequestHeadersTotalSize = HeaderBytesMax;
        limits.MaxRequestLineSize = RequestLineBytesMax;
        limits.MaxConcurrentConnections = ConnectionsMax;
    }

    private void Configure(ListenOptions listen)
    {
        listen.Protocols = HttpProtocols.Http1;
        _admission.AddTo(listen);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_application is not null) await _application.DisposeAsync().ConfigureAwait(false);
    }
}
