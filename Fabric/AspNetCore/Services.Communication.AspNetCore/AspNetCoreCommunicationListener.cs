using System;
using System.Collections.ObjectModel;
using System.Fabric;
using System.Fabric.Description;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.ServiceFabric.Services.Communication.Runtime;

namespace Microsoft.ServiceFabric.Services.Communication.AspNetCore;

/// <summary>Runs a web host of ASP.NET Core as a listener of a service.</summary>
/// <remarks>The runtime calls a listener's methods one after the other.</remarks>
public abstract class AspNetCoreCommunicationListener : ICommunicationListener
{
    private readonly Func<string, AspNetCoreCommunicationListener, RunningHost> _build;
    private RunningHost? _host;

    /// <param name="serviceContext">The context of the service.</param>
    /// <param name="build">Builds the host that listens at the given address.</param>
    protected AspNetCoreCommunicationListener(
        ServiceContext serviceContext, Func<string, AspNetCoreCommunicationListener, IWebHost> build)
    {
        ArgumentNullException.ThrowIfNull(serviceContext);
        ArgumentNullException.ThrowIfNull(build);
        ServiceContext = serviceContext;
        _build = (url, listener) => new WebHost(build(url, listener) ?? throw NoHost());
    }

    /// <param name="serviceContext">The context of the service.</param>
    /// <param name="build">Builds the host that listens at the given address.</param>
    protected AspNetCoreCommunicationListener(
        ServiceContext serviceContext, Func<string, AspNetCoreCommunicationListener, IHost> build)
    {
        ArgumentNullException.ThrowIfNull(serviceContext);
        ArgumentNullException.ThrowIfNull(build);
        ServiceContext = serviceContext;
        _build = (url, listener) => new GenericHost(build(url, listener) ?? throw NoHost());
    }

    /// <summary>Gets the context of the service.</summary>
    public ServiceContext ServiceContext { get; }

    /// <summary>
    /// Gets what is added to the address and expected in front of each request's path; empty unless the host uses
    /// <see cref="ServiceFabricIntegrationOptions.UseUniqueServiceUrl"/>.
    /// </summary>
    public string UrlSuffix { get; private set; } = "";

    /// <summary>Builds and starts the host.</summary>
    /// <returns>The address that the host listens at, with the published name of this node and the suffix.</returns>
    /// <exception cref="InvalidOperationException">There is no host, or it listens at no address.</exception>
    public virtual async Task<string> OpenAsync(CancellationToken cancellationToken)
    {
        var host = _build(GetListenerUrl(), this);
        _host = host;
        await host.StartAsync(cancellationToken).ConfigureAwait(false);
        var url = host.Server?.Features.Get<IServerAddressesFeature>()?.Addresses.FirstOrDefault()
            ?? throw new InvalidOperationException(
                "The web host listens at no address. Pass the address that the listener gives to UseUrls.");
        return Published(url).TrimEnd('/') + UrlSuffix;
    }

    /// <summary>Ends the host after the requests that it has begun, and disposes of it.</summary>
    public virtual async Task CloseAsync(CancellationToken cancellationToken)
    {
        if (Interlocked.Exchange(ref _host, null) is not { } host)
            return;
        await host.StopAsync(cancellationToken).ConfigureAwait(false);
        host.Dispose();
    }

    /// <summary>Disposes of the host without waiting for its requests.</summary>
    public virtual void Abort() => Interlocked.Exchange(ref _host, null)?.Dispose();

    /// <summary>Gets the address that the host is to listen at.</summary>
    protected internal abstract string GetListenerUrl();

    /// <summary>Gets an endpoint of the service manifest.</summary>
    /// <exception cref="InvalidOperationException">The manifest has none of that name.</exception>
    protected EndpointResourceDescription GetEndpointResourceDescription(string endpointName)
    {
        ArgumentNullException.ThrowIfNull(endpointName);
        KeyedCollection<string, EndpointResourceDescription> endpoints =
            ServiceContext.CodePackageActivationContext.GetEndpoints();
        return endpoints.Contains(endpointName) ? endpoints[endpointName] : throw new InvalidOperationException(
            $"The service manifest has no endpoint '{endpointName}'. It has: "
            + $"{string.Join(", ", endpoints.Select(e => e.Name))}.");
    }

    /// <summary>Gets the address of this node with protocol and port of an endpoint of the service manifest.</summary>
    private protected string EndpointUrl(string endpointName)
    {
        var endpoint = GetEndpointResourceDescription(endpointName);
        return string.Create(CultureInfo.InvariantCulture,
            $"{endpoint.Protocol.ToString().ToLowerInvariant()}://{ServiceContext.ListenAddress}:{endpoint.Port}");
    }

    /// <summary>
    /// Makes the addresses of two replicas different, also where one takes the port of another: a client that kept an
    /// old address is told so (410) instead of being answered by another service.
    /// </summary>
    internal void ConfigureToUseUniqueServiceUrl()
    {
        if (UrlSuffix.Length > 0)
            return;
        var suffix = string.Create(
            CultureInfo.InvariantCulture, $"/{ServiceContext.PartitionId}/{ServiceContext.ReplicaOrInstanceId}");
        // A replica listens anew with each role.
        UrlSuffix = ServiceContext is StatefulServiceContext ? $"{suffix}/{Guid.NewGuid()}" : suffix;
    }

    private string Published(string url)
    {
        foreach (var any in new[] { "://+", "://*", "://[::]", "://0.0.0.0" })
            url = url.Replace(any, $"://{ServiceContext.PublishAddress}", StringComparison.Ordinal);
        return url;
    }

    private static InvalidOperationException NoHost() => new("The function that builds the web host returned null.");

    private abstract class RunningHost : IDisposable
    {
        internal abstract IServer? Server { get; }

        internal abstract Task StartAsync(CancellationToken cancellationToken);

        internal abstract Task StopAsync(CancellationToken cancellationToken);

        public abstract void Dispose();
    }

    private sealed class WebHost(IWebHost host) : RunningHost
    {
        internal override IServer? Server => host.Services.GetService<IServer>();

        internal override Task StartAsync(CancellationToken cancellationToken) => host.StartAsync(cancellationToken);

        internal override Task StopAsync(CancellationToken cancellationToken) => host.StopAsync(cancellationToken);

        public override void Dispose() => host.Dispose();
    }

    private sealed class GenericHost(IHost host) : RunningHost
    {
        internal override IServer? Server => host.Services.GetService<IServer>();

        internal override Task StartAsync(CancellationToken cancellationToken) => host.StartAsync(cancellationToken);

        internal override Task StopAsync(CancellationToken cancellationToken) => host.StopAsync(cancellationToken);

        public override void Dispose() => host.Dispose();
    }
}
