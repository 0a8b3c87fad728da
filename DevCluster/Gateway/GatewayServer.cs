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
using SfPerf.DevCluster.Security;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Platform.Admission;

namespace SfPerf.DevCluster.Gateway;

/// <summary>Kestrel on two loopback ports, and by https on a third one if there is a certificate; all with the
/// gateway's routes.</summary>
internal sealed class GatewayServer : IAsyncDisposable
{
    private const int BodyBytesPerSecondMin = 240;
    private const int HeaderBytesMax = 16 << 10;
    private const int HeadersMax = 64;
    private const int RequestLineBytesMax = 8 << 10;
    private const int ConnectionsMax = 4096;
    private static readonly TimeSpan HeadersLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan BodyGrace = TimeSpan.FromSeconds(5);
    private readonly GatewayRoutes _routes;
    private readonly GatewayAdmission _admission;
    private readonly GatewaySecurity? _security;
    private readonly SecureDoor? _secure;
    private WebApplication? _application;

    internal GatewayServer(ClusterManager manager, StopSignals signals, AdmissionPolicy policy,
        GatewaySecurity? security, ExplorerFiles explorer)
    {
        _admission = new(policy, manager.Log);
        _security = security;
        _secure = security is null ? null : new(security, manager.Log);
        _routes = new(this, manager, signals, _admission, explorer);
    }

    /// <summary>Gets the gateway's address, such as <c>http://127.0.0.1:19080</c>.</summary>
    internal string Address { get; private set; } = "";

    /// <summary>Gets host and port of the client endpoint.</summary>
    internal string ClientEndpoint { get; private set; } = "";

    /// <summary>Gets the address that is served over https; null without a certificate.</summary>
    internal string? SecureAddress { get; private set; }

    /// <exception cref="ClusterException">A port is in use.</exception>
    internal async Task StartAsync(int gatewayPort, int clientPort)
    {
        var builder = WebApplication.CreateEmptyBuilder(new());
        _ = builder.WebHost.UseKestrelCore();
        if (_security is not null)
            _ = builder.WebHost.UseKestrelHttpsConfiguration();
        _ = builder.WebHost.ConfigureKestrel(options =>
        {
            options.AddServerHeader = false;
            Bound(options.Limits);
            options.Listen(IPAddress.Loopback, gatewayPort, Configure);
            options.Listen(IPAddress.Loopback, clientPort, Configure);
            if (_security is not null)
                options.Listen(_security.EndPoint, ConfigureSecure);
        });
        _application = builder.Build();
        _application.Run(_routes.HandleAsync);
        try
        {
            await _application.StartAsync().ConfigureAwait(false);
        }
        catch (IOException e)
        {
            var secure = _security is null ? "" : $" or {_security.EndPoint} (https)";
            throw new ClusterException("PortInUse", $"Port {gatewayPort} (gateway) or {clientPort} (client){secure} is "
                + $"in use: {e.Message} "
                + "Stop the other program or cluster, or choose other ports (0: any).");
        }
        var addresses = _application.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!
            .Addresses.ToArray();
        Address = addresses[0];
        ClientEndpoint = new Uri(addresses[1]).Authority;
        SecureAddress = addresses.ElementAtOrDefault(2);
    }

    // A client that floods, or falls silent in the middle of a request, holds little and not for long.
    private static void Bound(KestrelServerLimits limits)
    {
        // The routes have bounds of their own (RequestText).
        limits.MaxRequestBodySize = null;
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

    // Who comes by https has a certificate, whatever his user here is.
    private void ConfigureSecure(ListenOptions listen)
    {
        listen.Protocols = HttpProtocols.Http1;
        _secure!.AddTo(listen);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_application is not null)
            await _application.DisposeAsync().ConfigureAwait(false);
    }
}
