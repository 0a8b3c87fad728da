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
/// Creates the clients that send the calls of service proxies over this runtime's transport. A
/// <c>ServiceProxyFactory</c> uses its settings and exception convertors; a client factory of the program's own that
/// stands before it gets clients from it. Thread safe.
/// </summary>
public class FabricTransportServiceRemotingClientFactory : IServiceRemotingClientFactory
{
    /// <summary>
    /// Initializes a new instance. Parameters that only Service Fabric's transport has a use for must be null.
    /// </summary>
    /// <param name="remotingSettings">The settings. Null stands for those of the remoting provider attribute where a
    /// <c>ServiceProxyFactory</c> uses this object directly, and else for the defaults.</param>
    /// <param name="remotingCallbackMessageHandler">Null.</param>
    /// <param name="servicePartitionResolver">Null: <c>ServicePartitionResolver.SetDefault</c> sets that of the
    /// process.</param>
    /// <param name="exceptionHandlers">Null.</param>
    /// <param name="traceId">Null.</param>
    /// <param name="serializationProvider">Null.</param>
    /// <param name="exceptionConvertors">Asked in this order to make the exceptions of the service again, before what
    /// remoting knows by itself; null for none.</param>
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

    /// <summary>Resolves a partition and creates a client that sends calls to it. It does not connect.</summary>
    /// <param name="serviceUri">The name of the service.</param>
    /// <param name="partitionKey">A key of the partition; null for a service with a single partition.</param>
    /// <param name="targetReplicaSelector">Which replica is called.</param>
    /// <param name="listenerName">The listener to call; null for V2_1Listener, else V2Listener, else the first
    /// one.</param>
    /// <param name="retrySettings">How often and how long the client repeats a failed call by itself.</param>
    /// <param name="cancellationToken">Ends the wait for the resolution.</param>
    /// <returns>The client, which finds the replica of each call by itself. It sends messages only with the header that
    /// a proxy made; another one is refused with a NotSupportedException.</returns>
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

    /// <summary>Resolves a partition again and creates a client that sends calls to it.</summary>
    /// <param name="previousRsp">The partition, as it was resolved before.</param>
    /// <param name="targetReplicaSelector">Which replica is called.</param>
    /// <param name="listenerName">The listener to call; null for V2_1Listener, else V2Listener, else the first
    /// one.</param>
    /// <param name="retrySettings">How often and how long the client repeats a failed call by itself.</param>
    /// <param name="cancellationToken">Ends the wait for the resolution.</param>
    /// <returns>The client, as that of the other method of this name.</returns>
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

    /// <summary>
    /// Answers that a failed call is not to be repeated: a client of this factory has done that already.
    /// </summary>
    /// <param name="client">The client that sent the call.</param>
    /// <param name="exceptionInformation">What the call failed with.</param>
    /// <param name="retrySettings">Not used.</param>
    /// <param name="cancellationToken">Not used.</param>
    /// <returns>The exception, and that the call is not to be repeated.</returns>
    /// <exception cref="ArgumentNullException">The information about the exception is null.</exception>
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

    /// <summary>
    /// Gets what makes the bodies of the messages. They keep their objects as they are until they are sent.
    /// </summary>
    /// <returns>A factory, which is thread safe.</returns>
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
