using System;
using Microsoft.ServiceFabric.Services.Remoting;

namespace Microsoft.ServiceFabric.Actors.Remoting;

/// <summary>Chooses, for an assembly, how its actors are called.</summary>
[AttributeUsage(AttributeTargets.Assembly)]
public abstract class ActorRemotingProviderAttribute : Attribute
{
    protected ActorRemotingProviderAttribute()
    {
        RemotingClientVersion = RemotingClientVersion.V2_1;
        RemotingListenerVersion = RemotingListenerVersion.V2_1;
    }

    public RemotingClientVersion RemotingClientVersion { get; set; }

    public RemotingListenerVersion RemotingListenerVersion { get; set; }
}
