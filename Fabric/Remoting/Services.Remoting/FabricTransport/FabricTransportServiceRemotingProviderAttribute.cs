using System;
using System.Collections.Generic;
using System.Fabric;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Runtime;

namespace Microsoft.ServiceFabric.Services.Remoting.FabricTransport;

/// <summary>Service remoting over this runtime's own multiplexed TCP transport.</summary>
public class FabricTransportServiceRemotingProviderAttribute : ServiceRemotingProviderAttribute
{
    public FabricTransportServiceRemotingProviderAttribute()
    {
    }

    public long ConnectTimeoutInMilliseconds { get; set; }

    public long MaxMessageSize { get; set; }

    public long OperationTimeoutInSeconds { get; set; }

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
