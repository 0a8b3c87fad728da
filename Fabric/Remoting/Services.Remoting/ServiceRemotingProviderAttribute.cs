using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Reflection;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using Microsoft.ServiceFabric.Services.Remoting.Runtime;

namespace Microsoft.ServiceFabric.Services.Remoting;

/// <summary>Chooses, for an assembly, how its services are called.</summary>
/// <remarks>
/// A service takes the attribute from the assemblies of its remote interfaces, that of its class and that of the
/// program, in this order; a proxy from the assembly of its interface and that of the program. If there is none,
/// <see cref="FabricTransportServiceRemotingProviderAttribute"/> holds with V2_1 on both sides, as in Service Fabric.
/// </remarks>
[AttributeUsage(AttributeTargets.Assembly)]
public abstract class ServiceRemotingProviderAttribute : Attribute
{
    /// <summary>Initializes the attribute with V2_1 for clients and listeners.</summary>
    public ServiceRemotingProviderAttribute()
    {
        RemotingClientVersion = RemotingClientVersion.V2_1;
        RemotingListenerVersion = RemotingListenerVersion.V2_1;
    }

    /// <summary>Gets or sets the version that clients speak.</summary>
    /// <value>V2_1 unless set. It has no effect here: there is one protocol, and a proxy takes the listener
    /// V2_1Listener, else V2Listener, else the first one.</value>
    public RemotingClientVersion RemotingClientVersion { get; set; }

    /// <summary>Gets or sets the versions that services listen for. They decide the names of the listeners.</summary>
    /// <value>V2_1 unless set.</value>
    public RemotingListenerVersion RemotingListenerVersion { get; set; }

    /// <summary>Creates what makes the listeners of a service.</summary>
    /// <returns>The functions that make a listener of a service, by the names of the listeners.</returns>
    public abstract Dictionary<string, Func<ServiceContext, IService, IServiceRemotingListener>>
        CreateServiceRemotingListeners();

    internal static ServiceRemotingProviderAttribute Of(IEnumerable<Assembly?> assemblies) =>
        assemblies.OfType<Assembly>().Select(a => a.GetCustomAttribute<ServiceRemotingProviderAttribute>())
            .FirstOrDefault(a => a is not null)
        ?? new FabricTransportServiceRemotingProviderAttribute();
}
