using System;
using System.Fabric;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Hosting;

namespace Microsoft.ServiceFabric.Services.Communication.AspNetCore;

/// <summary>
/// Runs a web host on HTTP.sys, which only Windows has, as a listener of a service. A host on another server may be
/// built for it as well; elsewhere <c>UseHttpSys</c> throws PlatformNotSupportedException.
/// </summary>
public class HttpSysCommunicationListener : AspNetCoreCommunicationListener
{
    private readonly string _endpointName;

    /// <summary>Listens at the port of an endpoint of the service manifest.</summary>
    public HttpSysCommunicationListener(
        ServiceContext serviceContext, string endpointName,
        Func<string, AspNetCoreCommunicationListener, IWebHost> build)
        : base(serviceContext, build) => _endpointName = Checked(endpointName);

    /// <summary>Listens at the port of an endpoint of the service manifest.</summary>
    public HttpSysCommunicationListener(
        ServiceContext serviceContext, string endpointName,
        Func<string, AspNetCoreCommunicationListener, IHost> build)
        : base(serviceContext, build) => _endpointName = Checked(endpointName);

    /// <inheritdoc/>
    protected internal override string GetListenerUrl() => EndpointUrl(_endpointName);

    private static string Checked(string endpointName)
    {
        ArgumentException.ThrowIfNullOrEmpty(endpointName);
        return endpointName;
    }
}
