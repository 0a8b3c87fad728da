using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Microsoft.ServiceFabric.Actors.Remoting.FabricTransport;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Services.Remoting;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using Microsoft.ServiceFabric.Services.Remoting.Runtime;

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

    /// <summary>Makes the listeners of an actor service, by their names.</summary>
    public abstract Dictionary<string, Func<ActorService, IServiceRemotingListener>> CreateServiceRemotingListeners();

    /// <summary>Gets the settings of clients.</summary>
    internal virtual FabricTransportRemotingSettings ClientSettings() => new();

    /// <summary>Gets the choice of the types' assemblies, else the program's, else the default one.</summary>
    internal static ActorRemotingProviderAttribute Of(IEnumerable<Type> types) =>
        types.Select(t => t.Assembly).Append(Assembly.GetEntryAssembly()).OfType<Assembly>()
            .Select(a => a.GetCustomAttribute<ActorRemotingProviderAttribute>()).FirstOrDefault(a => a is not null)
        ?? new FabricTransportActorRemotingProviderAttribute();
}
