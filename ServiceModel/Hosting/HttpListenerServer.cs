using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Abstractions;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using SfPerf.Platform;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>An http listener: Kestrel, without an application host around it.</summary>
internal sealed class HttpListenerServer : TransportListener, IHttpApplication<HttpContext>, IDisposable
{
    private const int DefaultPort = 80;

    private readonly KestrelServer _server;
    private readonly Uri _uri;
    private int? _port;
    private int _running;
    private TaskCompletionSourceSlot _idle;

    internal HttpListenerServer(Uri uri, int connectionsMax)
    {
        _uri = uri;
        var options = new KestrelServerOptions { AddServerHeader = false };
        options.Limits.MaxRequestBodySize = null;
        options.Limits.MaxConcurrentConnections = connectionsMax;
        var port = uri.Port < 0 ? DefaultPort : uri.Port;
        var addresses = LocalAddresses.Of(uri).ToArray();
        // A port the system chooses is one port only when one address asks for it.
        if (port == 0)
            options.Listen(addresses[0], port, ConnectionAdmission.AddTo);
        else if (uri.IsLoopback && !IPAddress.TryParse(uri.DnsSafeHost, out _))
            options.ListenLocalhost(port, ConnectionAdmission.AddTo);
        else if (addresses.Length > 1)
            options.ListenAnyIP(port, ConnectionAdmission.AddTo);
        else
            options.Listen(addresses[0], port, ConnectionAdmission.AddTo);
        _server = new(
            Options.Create(options),
            new SocketTransportFactory(Options.Create(new SocketTransportOptions()), NullLoggerFactory.Instance),
            NullLoggerFactory.Instance);
    }

    internal override int? Port => _port;

    /// <summary>Makes a connection's context, or takes the one of its last request.</summary>
    public HttpContext CreateContext(IFeatureCollection contextFeatures)
    {
        if (contextFeatures is not IHostContextContainer<HttpContext> connection)
            return new DefaultHttpContext(contextFeatures);
        if (connection.HostContext is DefaultHttpContext kept)
            kept.Initialize(contextFeatures);
        else
            connection.HostContext = new DefaultHttpContext(contextFeatures);
        return connection.HostContext;
    }

    public void DisposeContext(HttpContext context, Exception? exception) =>
        ((DefaultHttpContext)context).Uninitialize();

    public void Dispose() => _server.Dispose();

    public async Task ProcessRequestAsync(HttpContext context)
    {
        lock (Gate)
            _running++;
        try
        {
            if (ConnectionAdmission.IsRefused(context.Features))
                await RefuseAsync(context.Response).ConfigureAwait(false);
            else if (Find(context.Request.Path.ToUriComponent().TrimEnd('/')) is { } endpoint)
                await new HttpCall(endpoint, context).ServeAsync().ConfigureAwait(false);
            else
                context.Response.StatusCode = StatusCodes.Status404NotFound;
        }
        finally
        {
            lock (Gate)
            {
                if (--_running == 0)
                    _idle.Release();
            }
        }
    }

    private static Task RefuseAsync(HttpResponse response)
    {
        response.StatusCode = StatusCodes.Status403Forbidden;
        response.Headers.Connection = "close";
        response.ContentType = "text/plain; charset=utf-8";
        return response.WriteAsync("This user may not call the services of this process.");
    }

    internal override async Task ListenAsync()
    {
        try
        {
            await _server.StartAsync(this, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception e) when (e is AddressInUseException or IOException)
        {
            _server.Dispose();
            throw new AddressAlreadyInUseException($"Somebody else listens at '{_uri}'.", e);
        }
        catch (SocketException e)
        {
            _server.Dispose();
            throw LocalAddresses.ToException(e, _uri);
        }

        _port = new Uri(_server.Features.Get<IServerAddressesFeature>()!.Addresses.First()).Port;
    }

    // Requests are answered from the start on: an endpoint without an engine is not found.
    internal override void Start()
    {
    }

    internal override async Task RemoveAsync(EndpointListener endpoint, CancellationToken limit)
    {
        if (!TryRemove(endpoint, out var isLast))
            return;
        if (isLast)
        {
            await _server.StopAsync(limit).ConfigureAwait(false);
            _server.Dispose();
            return;
        }

        Task idle;
        lock (Gate)
            idle = _running == 0 ? Task.CompletedTask : _idle.Wait();
        try
        {
            await idle.WaitAsync(limit).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // The limit has passed: the answers of calls that still run are dropped.
        }
    }

    internal override void Abort(EndpointListener endpoint)
    {
        if (!TryRemove(endpoint, out var isLast) || !isLast)
            return;
        Blocking.Wait(_server.StopAsync(new CancellationToken(canceled: true)));
        _server.Dispose();
    }
}
