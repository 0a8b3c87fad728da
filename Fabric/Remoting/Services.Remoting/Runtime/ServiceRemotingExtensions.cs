using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace Microsoft.ServiceFabric.Services.Remoting.Runtime;

/// <summary>Makes the listeners that the assembly's provider attribute asks for.</summary>
public static class ServiceRemotingExtensions
{
    public static IEnumerable<ServiceReplicaListener> CreateServiceRemotingReplicaListeners<TStatefulService>(
        this TStatefulService serviceImplementation)
        where TStatefulService : StatefulServiceBase, IService =>
        ProviderOf(serviceImplementation).CreateServiceRemotingListeners()
            .Select(l => new ServiceReplicaListener(context => l.Value(context, serviceImplementation), l.Key))
            .ToArray();

    public static IEnumerable<ServiceInstanceListener> CreateServiceRemotingInstanceListeners<TStatelessService>(
        this TStatelessService serviceImplementation)
        where TStatelessService : StatelessService, IService =>
        ProviderOf(serviceImplementation).CreateServiceRemotingListeners()
            .Select(l => new ServiceInstanceListener(context => l.Value(context, serviceImplementation), l.Key))
            .ToArray();

    private static ServiceRemotingProviderAttribute ProviderOf(object service)
    {
        ArgumentNullException.ThrowIfNull(service);
        var type = service.GetType();
        return ServiceRemotingProviderAttribute.Of(
            type.GetInterfaces().Where(i => i.IsAssignableTo(typeof(IService))).Select(i => i.Assembly)
                .Append(type.Assembly).Append(Assembly.GetEntryAssembly()));
    }
}
