using System;
using System.Collections.Generic;
using Microsoft.ServiceFabric.Actors.Generator;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Services.Remoting;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Runtime;
using SfPerf.Fabric.Actors.Runtime.Dispatch;

namespace Microsoft.ServiceFabric.Actors.Remoting.FabricTransport;

/// <summary>
/// Chooses this runtime's own multiplexed TCP transport for the actors of an assembly. It has the name of Service
/// Fabric's transport, but does not interoperate with it.
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
public class FabricTransportActorRemotingProviderAttribute : ActorRemotingProviderAttribute
{
    // This class's own default is V2, as in Service Fabric.
    /// <summary>
    /// Initializes the attribute with V2 for clients and listeners, as in Service Fabric, and the default of each
    /// setting.
    /// </summary>
    public FabricTransportActorRemotingProviderAttribute()
    {
        RemotingClientVersion = RemotingClientVersion.V2;
        RemotingListenerVersion = RemotingListenerVersion.V2;
    }

    /// <summary>Gets or sets the longest time that a client's attempt to connect may take, in milliseconds.</summary>
    /// <value>Zero unless set; zero or less means 5 s. An attempt to connect to an address on loopback ends after 1 s
    /// at most.</value>
    public long ConnectTimeoutInMilliseconds { get; set; }

    /// <summary>Gets or sets a time that Service Fabric's transport uses. It has no effect here.</summary>
    public long KeepAliveTimeoutInSeconds { get; set; }

    /// <summary>Gets or sets the longest message that clients and listeners send or accept, in bytes.</summary>
    /// <value>Zero unless set; zero or less means 4 MiB. More than 1 GiB is refused with an ArgumentOutOfRangeException
    /// when a proxy or a listener is created.</value>
    public long MaxMessageSize { get; set; }

    /// <summary>Gets or sets the longest time of a call with all its retries, in seconds.</summary>
    /// <value>Zero unless set; zero or less means 5 minutes. In Service Fabric it is the time of each attempt.</value>
    public long OperationTimeoutInSeconds { get; set; }

    /// <summary>
    /// Creates what makes the listeners: V2Listener at the endpoint <c>...EndpointV2</c> of the actor service, and
    /// V2_1Listener at <c>...EndpointV2_1</c>.
    /// </summary>
    /// <returns>A function for each version of <see cref="ActorRemotingProviderAttribute.RemotingListenerVersion"/>, by
    /// the name of the listener.</returns>
    /// <remarks>An endpoint that the service manifest does not name gets any free port.</remarks>
    public override Dictionary<string, Func<ActorService, IServiceRemotingListener>> CreateServiceRemotingListeners()
    {
        var listeners = new Dictionary<string, Func<ActorService, IServiceRemotingListener>>();
        if (RemotingListenerVersion.HasFlag(RemotingListenerVersion.V2))
            listeners.Add("V2Listener", s => Create(s, ActorNameFormat.GetFabricServiceV2EndpointName));
        if (RemotingListenerVersion.HasFlag(RemotingListenerVersion.V2_1))
            listeners.Add("V2_1Listener", s => Create(s, ActorNameFormat.GetFabricServiceWrappedMessageEndpointName));
        return listeners;
    }

    internal override FabricTransportRemotingSettings ClientSettings()
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

    private FabricTransportServiceRemotingListener Create(ActorService service, Func<Type, string> endpointName)
    {
        var settings = new FabricTransportRemotingListenerSettings
        {
            EndpointResourceName = endpointName(service.ActorTypeInformation.ImplementationType),
        };
        if (MaxMessageSize > 0)
            settings.MaxMessageSize = MaxMessageSize;
        return new(service.Context, ActorRoute.Of(service), settings);
    }
}
