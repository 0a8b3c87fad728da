using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Messages;

namespace Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Client;

/// <summary>
/// The settings and exception convertors of the proxies that a ServiceProxyFactory makes with it. A program's own
/// factory that stands before it gets clients from it, which take the messages of proxies as they are. Thread safe.
/// </summary>
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

    /// <summary>Never raised: connections belong to the process, and several clients share one.</summary>
    public event EventHandler<CommunicationClientEventArgs<IServiceRemotingClient>>? ClientConnected
    {
        add { }
        remove { }
    }

    /// <summary>Never raised, as <see cref="ClientConnected"/>.</summary>
    public event EventHandler<CommunicationClientEventArgs<IServiceRemotingClient>>? ClientDisconnected
    {
        add { }
        remove { }
    }

    internal FabricTransportRemotingSettings? Settings { get; }

    internal IReadOnlyList<IExceptionConvertor> Convertors { get; }

    /// <summary>Resolves the partition and gives a client of it.</summary>
    public async Task<IServiceRemotingClient> GetClientAsync(
        Uri serviceUri,
        ServicePartitionKey? partitionKey,
        TargetReplicaSelector targetReplicaSelector,
        string? listenerName,
        OperationRetrySettings retrySettings,
        CancellationToken cancellationToken)
    {
        var key = partitionKey ?? ServicePartitionKey.Singleton;
        var resolved = await ServicePartitionResolver.GetDefault().ResolveAsync(serviceUri, key, cancellationToken)
            .ConfigureAwait(false);
        return CreateClient(resolved, key, targetReplicaSelector, listenerName, retrySettings);
    }

    /// <summary>Resolves the partition again and gives a client of it.</summary>
    public async Task<IServiceRemotingClient> GetClientAsync(
        ResolvedServicePartition previousRsp,
        TargetReplicaSelector targetReplicaSelector,
        string? listenerName,
        OperationRetrySettings retrySettings,
        CancellationToken cancellationToken)
    {
        var resolved = await ServicePartitionResolver.GetDefault().ResolveAsync(previousRsp, cancellationToken)
            .ConfigureAwait(false);
        var key = resolved.Info switch
        {
            Int64RangePartitionInformation range => new ServicePartitionKey(range.LowKey),
            NamedPartitionInformation named => new ServicePartitionKey(named.Name),
            _ => ServicePartitionKey.Singleton,
        };
        return CreateClient(resolved, key, targetReplicaSelector, listenerName, retrySettings);
    }

    /// <summary>Answers that the call is not tried again: a client of this factory has done that already.</summary>
    public Task<OperationRetryControl> ReportOperationExceptionAsync(
        IServiceRemotingClient client,
        ExceptionInformation exceptionInformation,
        OperationRetrySettings retrySettings,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(exceptionInformation);
        return Task.FromResult(new OperationRetryControl
        {
            ShouldRetry = false,
            Exception = exceptionInformation.Exception,
        });
    }

    public IServiceRemotingMessageBodyFactory GetRemotingMessageBodyFactory() => new MessageBodyFactory();

    private TransportClient CreateClient(
        ResolvedServicePartition resolved, ServicePartitionKey key, TargetReplicaSelector selector,
        string? listenerName, OperationRetrySettings retrySettings) =>
        new(ServiceDirectories.TargetOf(
            resolved.ServiceName, key, selector, listenerName, Settings ?? new(), retrySettings, Convertors))
        {
            ResolvedServicePartition = resolved,
            Endpoint = resolved.Endpoints.FirstOrDefault(),
            ListenerName = listenerName,
        };

    private static void Refuse(object? value, string name)
    {
        if (value is not null)
            throw new NotSupportedException($"The parameter {name} is not supported; allowed: null.");
    }
}
