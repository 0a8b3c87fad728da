using System;
using System.Collections.Generic;
using System.Fabric;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Runtime;

namespace Microsoft.ServiceFabric.Services.Remoting.FabricTransport;

/// <summary>
/// Chooses this runtime's own multiplexed TCP transport for the services of an assembly. It has the name of Service
/// Fabric's transport, but does not interoperate with it.
/// </summary>
public class FabricTransportServiceRemotingProviderAttribute : ServiceRemotingProviderAttribute
{
    /// <summary>
    /// Initializes the attribute with V2_1 for clients and listeners, and the default of each setting.
    /// </summary>
    public FabricTransportServiceRemotingProviderAttribute()
    {
    }

    /// <summary>Gets or sets the longest time that a client's attempt to connect may take, in milliseconds.</summary>
    /// <value>Zero unless set; zero or less means 5 s. An attempt to connect to an address on loopback ends after 1 s
    /// at most.</value>
    public long ConnectTimeoutInMilliseconds { get; set; }

    /// <summary>Gets or sets the longest message that clients and listeners send or accept, in bytes.</summary>
    /// <value>Zero unless set; zero or less means 4 MiB. More than 1 GiB is refused with an ArgumentOutOfRangeException
    /// when a proxy or a listener is created.</value>
    public long MaxMessageSize { get; set; }

    /// <summary>Gets or sets the longest time of a call with all its retries, in seconds.</summary>
    /// <value>Zero unless set; zero or less means 5 minutes. In Service Fabric it is the time of each attempt.</value>
    public long OperationTimeoutInSeconds { get; set; }

    /// <summary>
    /// Creates what makes the listeners. Each listens at the endpoint <c>ServiceEndpoint</c> of the service manifest,
    /// or at any free port if there is none.
    /// </summary>
    /// <returns>A function for each version of <see cref="ServiceRemotingProviderAttribute.RemotingListenerVersion"/>,
    /// by the name of the listener: V2Listener, V2_1Listener.</returns>
    public override Dictionary<string, Func<ServiceContext, IService, IServiceRemotingListener>>
        CreateServiceRemotingListeners()
    {
        var listeners = new Dictionary<string, Func<ServiceContext, IService, IServiceRemotingListener>>();
        if (RemotingListenerVersion.HasFlag(RemotingListenerVersion.V2))
            listeners.Add("V2Listener", Create);
        if (RemotingListenerVersion.HasFlag(RemotingListenerVersion.V2_1))
            listeners.Add("V2_1Listener", Create);
        return listeners;
    }

    internal FabricTransportRemotingSettings ClientSettings()
    {
        var settings = new FabricTransportRemotingSettings();
        if (MaxMessageSize > 0)
            settings.MaxMessageSize = MaxMessageSize;
        if (OperationTimeoutInSeconds > 0)
            settings.OperationTimeout = TimeSpan.FromSeconds(OperationTimeoutInSeconds);
        if (ConnectTimeoutInMilliseconds > 0)
            settings.ConnectTimeout = TimeSpan.FromMilliseconds(ConnectTimeoutInMilliseconds);
        return settings;
    }

    private FabricTransportServiceRemotingListener Create(ServiceContext context, IService service)
    {
        var settings = new FabricTransportRemotingListenerSettings();
        if (MaxMessageSize > 0)
            settings.MaxMessageSize = MaxMessageSize;
        return new(context, service, settings);
    }
}
