using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Platform.Admission;
using Yarp.ReverseProxy.Forwarder;

namespace SfPerf.DevCluster.Gateway;

/// <summary>
/// Service Fabric's reverse proxy: passes requests for <c>/App/Service/PATH</c> on to the service, wherever it is.
/// </summary>
/// <remarks>
/// A service that cannot be connected to, that answers 410, or that answers 404 without the header X-ServiceFabric may
/// have moved. It is resolved again, and the request is sent again, unless more of its body was sent than is kept.
/// </remarks>
internal sealed class ReverseProxy : IAsyncDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private readonly ClusterManager _manager;
    private readonly GatewayAdmission _admission;
    private HttpMessageInvoker? _invoker;
    private int _turn;
    private WebApplication? _application;
    private IHttpForwarder? _forwarder;

    internal ReverseProxy(ClusterManager manager, AdmissionPolicy policy) =>
        (_manager, _admission) = (manager, new(policy, manager.Log));

    /// <summary>Listens on loopback.</summary>
    /// <returns>Why it does not; null when it does.</returns>
    internal async Task<string?> StartAsync(int port)
    {
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.Services.AddHttpForwarder();
        builder.WebHost.UseKestrelCore().ConfigureKestrel(options =>
        {
            options.AddServerHeader = false;
            // Bodies are passed on as they come, of any length.
            options.Limits.MaxRequestBodySize = null;
            options.Listen(IPAddress.Loopback, port, listen =>
            {
                listen.Protocols = HttpProtocols.Http1;
                _admission.AddTo(listen);
            });
        });
        _application = builder.Build();
        _application.Run(HandleAsync);
        _invoker = new(new SocketsHttpHandler
        {
            UseProxy = false,
            UseCookies = false,
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            ConnectTimeout = TimeSpan.FromSeconds(5),
        });
        _forwarder = _application.Services.GetRequiredService<IHttpForwarder>();
        try
        {
            await _application.StartAsync().ConfigureAwait(false);
            return null;
        }
        catch (IOException e)
        {
            return $"There is no reverse proxy: port {port} cannot be listened at. {e.Message}";
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_application is not null)
            await _application.DisposeAsync().ConfigureAwait(false);
        _invoker?.Dispose();
    }

    private async Task HandleAsync(HttpContext context)
    {
        try
        {
            if ((_admission.Check(context) ?? RequestGuard.CheckSite(context)) is { } refusal)
            {
                await GatewayRoutes.FailAsync(context, refusal.Status, refusal.Code, refusal.Message)
                    .ConfigureAwait(false);
            }
            else
            {
                await ForwardAsync(context).ConfigureAwait(false);
            }
        }
        catch (ClusterException e) when (!context.Response.HasStarted)
        {
            await GatewayRoutes.FailAsync(context, GatewayRoutes.StatusOf(e.Code), e.Code, e.Message)
                .ConfigureAwait(false);
        }
    }

    private async Task ForwardAsync(HttpContext context)
    {
        var services = await _manager.ServicesAsync().ConfigureAwait(false);
        var address = ReverseProxyAddress.Of(context.Request, [.. services.Select(s => s.Name)]);
        var body = new RepeatableBody(context.Request.Body);
        await using var disposal = body.ConfigureAwait(false);
        context.Request.Body = body;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted);
        limit.CancelAfter(address.Timeout);
        var answered = false;
        while (true)
        {
            var endpoint = await EndpointAsync(address, limit.Token).ConfigureAwait(false) ?? throw Late(address);
            var transformer = new Transformer(address, endpoint, body, final: answered);
            var error = await _forwarder!.SendAsync(context, endpoint.AbsoluteUri, _invoker!,
                new() { ActivityTimeout = address.Timeout }, transformer, limit.Token).ConfigureAwait(false);
            if (error == ForwarderError.None && !transformer.MayHaveMoved || context.Response.HasStarted)
                return;
            if (limit.IsCancellationRequested)
                throw Late(address);
            if (error is not (ForwarderError.None or ForwarderError.Request or ForwarderError.RequestTimedOut))
                return;
            // A body of which too much was sent cannot be sent again: the client hears that the connection broke.
            if (!body.TryRewind())
                return;
            context.Response.Clear();
            // After an answer the service is asked once more, wherever it is then. One that could not be connected to
            // is waited for until the time is over: another replica takes over.
            if (error == ForwarderError.None)
                answered = true;
            else
                await PauseAsync(limit.Token).ConfigureAwait(false);
        }
    }

    // Null when the time is over: until then another replica may take over.
    private async Task<Uri?> EndpointAsync(ReverseProxyAddress address, CancellationToken limit)
    {
        while (!limit.IsCancellationRequested)
        {
            try
            {
                var resolved = await _manager.ResolveAsync(address.Service, address.Key, 0, limit)
                    .ConfigureAwait(false);
                return address.Endpoint(resolved, Interlocked.Increment(ref _turn));
            }
            catch (ClusterException e) when (e.Code == "FABRIC_E_SERVICE_OFFLINE")
            {
                await PauseAsync(limit).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (limit.IsCancellationRequested)
            {
                return null;
            }
        }
        return null;
    }

    private static async Task PauseAsync(CancellationToken limit) =>
        await Task.Delay(Pause, TimeProvider.System, limit).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    private static ClusterException Late(ReverseProxyAddress address) => new("FABRIC_E_TIMEOUT",
        $"{address.Service} gave no answer within {address.Timeout.TotalSeconds:0} s.");

    private sealed class Transformer(ReverseProxyAddress address, Uri endpoint, RepeatableBody body, bool final)
        : HttpTransformer
    {
        internal bool MayHaveMoved { get; private set; }

        public override async ValueTask TransformRequestAsync(HttpContext httpContext, HttpRequestMessage proxyRequest,
            string destinationPrefix, CancellationToken cancellationToken)
        {
            await base.TransformRequestAsync(httpContext, proxyRequest, destinationPrefix, cancellationToken)
                .ConfigureAwait(false);
            proxyRequest.RequestUri = new(endpoint.AbsoluteUri.TrimEnd('/') + Uri.EscapeDataString(address.Path)
                .Replace("%2F", "/", StringComparison.OrdinalIgnoreCase) + address.Query);
            proxyRequest.Headers.Host = null;
            proxyRequest.Headers.TryAddWithoutValidation("X-Forwarded-Host", httpContext.Request.Host.Value);
        }

        public override ValueTask<bool> TransformResponseAsync(
            HttpContext httpContext, HttpResponseMessage? proxyResponse, CancellationToken cancellationToken)
        {
            MayHaveMoved = !final && body.CanRepeat
                && proxyResponse is { StatusCode: HttpStatusCode.Gone or HttpStatusCode.NotFound }
                && !proxyResponse.Headers.Contains("X-ServiceFabric");
            // Without a body the response has not started yet: another one may take its place.
            return MayHaveMoved ? ValueTask.FromResult(false)
                : base.TransformResponseAsync(httpContext, proxyResponse, cancellationToken);
        }
    }
}
