using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Reflection;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using Microsoft.ServiceFabric.Services.Remoting.Runtime;

namespace Microsoft.ServiceFabric.Services.Remoting;

/// <summary>
/// Chooses, for an assembly, how its services are called. An assembly without one has
/// <see cref="FabricTransportServiceRemotingProviderAttribute"/> with V2_1 on both sides, as in Service Fabric.
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
public abstract class ServiceRemotingProviderAttribute : Attribute
{
    public ServiceRemotingProviderAttribute()
    {
        RemotingClientVersion = RemotingClientVersion.V2_1;
        RemotingListenerVersion = RemotingListenerVersion.V2_1;
    }

    public RemotingClientVersion RemotingClientVersion { get; set; }

    public RemotingListenerVersion RemotingListenerVersion { get; set; }

    public abstract Dictionary<string, Func<ServiceContext, IService, IServiceRemotingListener>>
        CreateServiceRemotingListeners();

    internal static ServiceRemotingProviderAttribute Of(IEnumerable<Assembly?> assemblies) =>
        assemblies.OfType<Assembly>().Select(a => a.GetCustomAttribute<ServiceRemotingProviderAttribute>())
            .FirstOrDefault(a => a is not null)
        ?? new FabricTransportServiceRemotingProviderAttribute();
}
