using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;

namespace Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Client;

/// <summary>The settings and exception convertors of the proxies that a ServiceProxyFactory makes with it. Thread
/// safe.</summary>
public class FabricTransportServiceRemotingClientFactory : IServiceRemotingClientFactory
{
    /// <param name="remotingSettings">Null for those of the remoting provider's attribute.</param>
    /// <param name="remotingCallbackMessageHandler">Null.</param>
    /// <param name="servicePartitionResolver">Null: ServicePartitionResolver.SetDefault sets the
    /// process's.</param>
    /// <param name="exceptionHandlers">Null.</param>
    /// <param name="traceId">Null.</param>
    /// <param name="serializationProvider">Null.</param>
    /// <param name="exceptionConvertors">Asked in this order, before what remoting knows by itself.</param>
    /// <exception cref="NotSupportedException">A parameter that must be null is not.</exception>
    public FabricTransportServiceRemotingClientFactory(
        FabricTransportRemotingSettings? remotingSettings = null,
        IServiceRemotingCallbackMessageHandler? remotingCallbackMessageHandler = null,
        IServicePartitionResolver? servicePartitionResolver = null,
        IEnumerable<IExceptionHandler>? exceptionHandlers = null,
        string? traceId = null,
        IServiceRemotingMessageSerializationProvider? serializationProvider = null,
        IEnumerable<IExceptionConvertor>? exceptionConvertors = null)
    {
        Refuse(remotingCallbackMessageHandler, nameof(remotingCallbackMessageHandler));
        Refuse(servicePartitionResolver, nameof(servicePartitionResolver));
        Refuse(exceptionHandlers, nameof(exceptionHandlers));
        Refuse(traceId, nameof(traceId));
        Refuse(serializationProvider, nameof(serializationProvider));
        Settings = remotingSettings;
        Convertors = exceptionConvertors?.ToArray() ?? [];
    }

    internal FabricTransportRemotingSettings? Settings { get; }

    internal IReadOnlyList<IExceptionConvertor> Convertors { get; }

    private static void Refuse(object? value, string name)
    {
        if (value is not null)
            throw new NotSupportedException($"The parameter {name} is not supported; allowed: null.");
    }
}
