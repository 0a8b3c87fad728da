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

/// <summary>Actor remoting over this runtime's own multiplexed TCP transport.</summary>
[AttributeUsage(AttributeTargets.Assembly)]
public class FabricTransportActorRemotingProviderAttribute : ActorRemotingProviderAttribute
{
    // This class's own default is V2, as in Service Fabric.
    public FabricTransportActorRemotingProviderAttribute()
    {
        RemotingClientVersion = RemotingClientVersion.V2;
        RemotingListenerVersion = RemotingListenerVersion.V2;
    }

    public long ConnectTimeoutInMilliseconds { get; set; }

    public long KeepAliveTimeoutInSeconds { get; set; }

    public long MaxMessageSize { get; set; }

    public long OperationTimeoutInSeconds { get; set; }

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
