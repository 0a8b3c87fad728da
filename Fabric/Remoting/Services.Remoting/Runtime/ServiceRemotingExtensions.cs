using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace Microsoft.ServiceFabric.Services.Remoting.Runtime;

/// <summary>Creates the listeners of a service that the remoting provider attribute of its assembly asks for.</summary>
public static class ServiceRemotingExtensions
{
    /// <summary>Creates the listeners of a stateful service, for its <c>CreateServiceReplicaListeners</c>.</summary>
    /// <typeparam name="TStatefulService">The class of the service.</typeparam>
    /// <param name="serviceImplementation">The service, which implements one remote interface at least.</param>
    /// <returns>The listeners, which open on the primary only.</returns>
    /// <exception cref="ArgumentNullException">The service is null.</exception>
    public static IEnumerable<ServiceReplicaListener> CreateServiceRemotingReplicaListeners<TStatefulService>(
        this TStatefulService serviceImplementation)
        where TStatefulService : StatefulServiceBase, IService =>
        ProviderOf(serviceImplementation).CreateServiceRemotingListeners()
            .Select(l => new ServiceReplicaListener(context => l.Value(context, serviceImplementation), l.Key))
            .ToArray();

    /// <summary>Creates the listeners of a stateless service, for its <c>CreateServiceInstanceListeners</c>.</summary>
    /// <typeparam name="TStatelessService">The class of the service.</typeparam>
    /// <param name="serviceImplementation">The service, which implements one remote interface at least.</param>
    /// <returns>The listeners.</returns>
    /// <exception cref="ArgumentNullException">The service is null.</exception>
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
