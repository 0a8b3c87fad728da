using System.Collections.Generic;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Client;

namespace Microsoft.ServiceFabric.Actors.Remoting.V2.FabricTransport.Client;

/// <summary>
/// The settings and exception convertors of the proxies that an ActorProxyFactory makes with it, and what a program's
/// own factory gets its clients from. Thread safe.
/// </summary>
public class FabricTransportActorRemotingClientFactory : FabricTransportServiceRemotingClientFactory
{
    /// <param name="callbackMessageHandler">What the function of ActorProxyFactory is given: null. Events have a
    /// connection of their own.</param>
    /// <exception cref="System.NotSupportedException">It is not null.</exception>
    public FabricTransportActorRemotingClientFactory(IServiceRemotingCallbackMessageHandler? callbackMessageHandler)
        : this(null, callbackMessageHandler)
    {
    }

    /// <param name="fabricTransportRemotingSettings">Null for those of the remoting provider's attribute.</param>
    /// <param name="callbackMessageHandler">Null.</param>
    /// <param name="servicePartitionResolver">Null: ServicePartitionResolver.SetDefault sets the
    /// process's.</param>
    /// <param name="exceptionHandlers">Null.</param>
    /// <param name="traceId">Null.</param>
    /// <param name="serializationProvider">Null.</param>
    /// <param name="exceptionConvertors">Asked in this order, before what remoting knows by itself.</param>
    /// <exception cref="System.NotSupportedException">A parameter that must be null is not.</exception>
    public FabricTransportActorRemotingClientFactory(
        FabricTransportRemotingSettings? fabricTransportRemotingSettings,
        IServiceRemotingCallbackMessageHandler? callbackMessageHandler = null,
        IServicePartitionResolver? servicePartitionResolver = null,
        IEnumerable<IExceptionHandler>? exceptionHandlers = null,
        string? traceId = null,
        IServiceRemotingMessageSerializationProvider? serializationProvider = null,
        IEnumerable<IExceptionConvertor>? exceptionConvertors = null)
        : base(fabricTransportRemotingSettings, callbackMessageHandler, servicePartitionResolver, exceptionHandlers,
            traceId, serializationProvider, exceptionConvertors)
    {
    }
}
