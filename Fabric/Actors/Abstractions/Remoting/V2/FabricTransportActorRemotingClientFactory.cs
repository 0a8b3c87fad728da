using System.Collections.Generic;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Client;

namespace Microsoft.ServiceFabric.Actors.Remoting.V2.FabricTransport.Client;

/// <summary>
/// Creates the clients that send the calls of actor proxies, for an <c>ActorProxyFactory</c> or for a client factory of
/// the program's own that stands before this one. Thread safe.
/// </summary>
public class FabricTransportActorRemotingClientFactory : FabricTransportServiceRemotingClientFactory
{
    /// <summary>Initializes a new instance with the default settings.</summary>
    /// <param name="callbackMessageHandler">What the function of ActorProxyFactory is given: null.</param>
    /// <exception cref="System.NotSupportedException">The handler is not null.</exception>
    public FabricTransportActorRemotingClientFactory(IServiceRemotingCallbackMessageHandler? callbackMessageHandler)
        : this(null, callbackMessageHandler)
    {
    }

    /// <summary>
    /// Initializes a new instance. Parameters that only Service Fabric's transport has a use for must be null.
    /// </summary>
    /// <param name="fabricTransportRemotingSettings">The settings; null for the defaults.</param>
    /// <param name="callbackMessageHandler">Null.</param>
    /// <param name="servicePartitionResolver">Null: <c>ServicePartitionResolver.SetDefault</c> sets that of the
    /// process.</param>
    /// <param name="exceptionHandlers">Null.</param>
    /// <param name="traceId">Null.</param>
    /// <param name="serializationProvider">Null.</param>
    /// <param name="exceptionConvertors">Asked in this order to make the exceptions of the service again, before what
    /// remoting knows by itself; null for none.</param>
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
