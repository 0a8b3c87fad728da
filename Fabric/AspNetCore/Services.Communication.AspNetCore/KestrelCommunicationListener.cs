using System;
using System.Fabric;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Hosting;

namespace Microsoft.ServiceFabric.Services.Communication.AspNetCore;

/// <summary>Runs a web host on Kestrel as a listener of a service.</summary>
/// <remarks>
/// The address is that of the node, <c>http://127.0.0.1:PORT</c> on a cluster on loopback, where Service Fabric gives
/// <c>http://+:PORT</c>: a service of a development cluster is not to be reached from other machines by accident.
/// </remarks>
public class KestrelCommunicationListener : AspNetCoreCommunicationListener
{
    private readonly string? _endpointName;

    /// <summary>Listens at a free port.</summary>
    public KestrelCommunicationListener(
        ServiceContext serviceContext, Func<string, AspNetCoreCommunicationListener, IWebHost> build)
        : this(serviceContext, null, build)
    {
    }

    /// <summary>Listens at a free port.</summary>
    public KestrelCommunicationListener(
        ServiceContext serviceContext, Func<string, AspNetCoreCommunicationListener, IHost> build)
        : this(serviceContext, null, build)
    {
    }

    /// <summary>Listens at the port of an endpoint of the manifest; a free one where the name is null.</summary>
    public KestrelCommunicationListener(
        ServiceContext serviceContext, string? endpointName,
        Func<string, AspNetCoreCommunicationListener, IWebHost> build)
        : base(serviceContext, build) => _endpointName = Checked(endpointName);

    /// <summary>Listens at the port of an endpoint of the manifest; a free one where the name is null.</summary>
    public KestrelCommunicationListener(
        ServiceContext serviceContext, string? endpointName,
        Func<string, AspNetCoreCommunicationListener, IHost> build)
        : base(serviceContext, build) => _endpointName = Checked(endpointName);

    /// <inheritdoc/>
    protected internal override string GetListenerUrl() =>
        _endpointName is null ? $"http://{ServiceContext.ListenAddress}:0" : EndpointUrl(_endpointName);

    private static string? Checked(string? endpointName) => endpointName is "" ? throw new ArgumentException(
        "The name of the endpoint is empty. Null asks for a free port.", nameof(endpointName)) : endpointName;
}
