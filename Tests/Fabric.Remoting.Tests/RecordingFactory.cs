using System;
using System.Collections.Concurrent;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;
using SfPerf.Fabric.Remoting.Messages;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>A client factory of a program's own: it notes each call, and hands it to a function.</summary>
internal sealed class RecordingFactory(Func<IServiceRemotingRequestMessage, Task<object?>> answer)
    : IServiceRemotingClientFactory, IServiceRemotingClient
{
    public event EventHandler<CommunicationClientEventArgs<IServiceRemotingClient>>? ClientConnected;

    public event EventHandler<CommunicationClientEventArgs<IServiceRemotingClient>>? ClientDisconnected;

    public ResolvedServiceEndpoint? Endpoint { get; set; }

    public ResolvedServicePartition? ResolvedServicePartition { get; set; } =
        ResolvedPartitions.Create(new Uri("fabric:/Test/Probe"), "{}");

    public string? ListenerName { get; set; }

    internal ConcurrentQueue<IServiceRemotingRequestMessageHeader> Headers { get; } = [];

    internal ServicePartitionKey? Key { get; private set; }

    internal int RetriesMax { get; init; }

    public Task<IServiceRemotingClient> GetClientAsync(
        Uri serviceUri, ServicePartitionKey partitionKey, TargetReplicaSelector targetReplicaSelector,
        string? listenerName, OperationRetrySettings retrySettings, CancellationToken cancellationToken)
    {
        (Key, ListenerName) = (partitionKey, listenerName);
        ClientConnected?.Invoke(this, new() { Client = this });
        return Task.FromResult<IServiceRemotingClient>(this);
    }

    public Task<IServiceRemotingClient> GetClientAsync(
        ResolvedServicePartition previousRsp, TargetReplicaSelector targetReplicaSelector, string? listenerName,
        OperationRetrySettings retrySettings, CancellationToken cancellationToken) =>
        Task.FromResult<IServiceRemotingClient>(this);

    public Task<OperationRetryControl> ReportOperationExceptionAsync(
        IServiceRemotingClient client, ExceptionInformation exceptionInformation,
        OperationRetrySettings retrySettings, CancellationToken cancellationToken)
    {
        ClientDisconnected?.Invoke(this, new() { Client = client });
        return Task.FromResult(new OperationRetryControl
        {
            ShouldRetry = RetriesMax > 0,
            MaxRetryCount = RetriesMax,
            ExceptionId = "same",
            Exception = exceptionInformation.Exception,
            RetryDelay = TimeSpan.Zero,
        });
    }

    public IServiceRemotingMessageBodyFactory GetRemotingMessageBodyFactory() => new MessageBodyFactory();

    public async Task<IServiceRemotingResponseMessage> RequestResponseAsync(
        IServiceRemotingRequestMessage requestRequestMessage)
    {
        Headers.Enqueue(requestRequestMessage.GetHeader());
        var body = GetRemotingMessageBodyFactory().CreateResponse("", "", null);
        body.Set(await answer(requestRequestMessage));
        return new ResponseMessage(body);
    }

    public void SendOneWay(IServiceRemotingRequestMessage requestMessage) => throw new NotSupportedException();
}
