using System;
using Microsoft.ServiceFabric.Services.Remoting;

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
}
