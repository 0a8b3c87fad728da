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
/// <remarks>
/// A service takes the attribute from the assemblies of its actor interfaces, that of its actor class and that of the
/// program, in this order; a proxy from the assembly of its interface and that of the program. If there is none,
/// <see cref="FabricTransportActorRemotingProviderAttribute"/> holds with its defaults.
/// </remarks>
[AttributeUsage(AttributeTargets.Assembly)]
public abstract class ActorRemotingProviderAttribute : Attribute
{
    /// <summary>Initializes the attribute with V2_1 for clients and listeners.</summary>
    protected ActorRemotingProviderAttribute()
    {
        RemotingClientVersion = RemotingClientVersion.V2_1;
        RemotingListenerVersion = RemotingListenerVersion.V2_1;
    }

    /// <summary>Gets or sets the version that clients speak.</summary>
    /// <value>V2_1 unless a derived class or the program sets another one. It has no effect here: there is one
    /// protocol, and a proxy takes the listener V2_1Listener, else V2Listener, else the first one.</value>
    public RemotingClientVersion RemotingClientVersion { get; set; }

    /// <summary>Gets or sets the versions that services listen for. They decide the names of the listeners.</summary>
    /// <value>V2_1 unless a derived class or the program sets another one.</value>
    public RemotingListenerVersion RemotingListenerVersion { get; set; }

    /// <summary>Creates what makes the listeners of an actor service. Called once in the life of a replica.</summary>
    /// <returns>The functions that make a listener of a service, by the names of the listeners.</returns>
    public abstract Dictionary<string, Func<ActorService, IServiceRemotingListener>> CreateServiceRemotingListeners();

    /// <summary>Gets the settings of clients.</summary>
    internal virtual FabricTransportRemotingSettings ClientSettings() => new();

    /// <summary>Gets the choice of the types' assemblies, else the program's, else the default one.</summary>
    internal static ActorRemotingProviderAttribute Of(IEnumerable<Type> types) =>
        types.Select(t => t.Assembly).Append(Assembly.GetEntryAssembly()).OfType<Assembly>()
            .Select(a => a.GetCustomAttribute<ActorRemotingProviderAttribute>()).FirstOrDefault(a => a is not null)
        ?? new FabricTransportActorRemotingProviderAttribute();
}
