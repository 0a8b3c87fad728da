using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Reflection;
using Microsoft.ServiceFabric.Services.Remoting.Runtime;

namespace Microsoft.ServiceFabric.Services.Remoting;

/// <summary>
/// Chooses, for an assembly, how its services are called. Without one, proxies and listeners refuse to be made.
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
        ?? throw new InvalidOperationException(
            "No service remoting provider: add [assembly: FabricTransportServiceRemotingProvider("
            + "RemotingListenerVersion = RemotingListenerVersion.V2_1, "
            + "RemotingClientVersion = RemotingClientVersion.V2_1)] "
            + "to the assembly of the service interface, or to the program.");
}
