using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Actors.Remoting.V2;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using SfPerf.Fabric.Remoting.Messages;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Client;

/// <summary>Proxies of actors send their calls by the client factory that a program gives.</summary>
public sealed class ClientFactoryTests
{
    private static readonly ActorId Actor = new("alice");

    [Fact]
    public async Task A_call_names_its_actor_and_goes_to_the_partition_of_the_actor()
    {
        var sent = new Clients();
        var factory = new ActorProxyFactory(_ => sent);
        var proxy = factory.CreateActorProxy<ITestActor>(ActorBench.Name, Actor, "Named");

        Assert.Equal("DoAsync(read)", await proxy.DoAsync("read"));

        Assert.Equal((Actor.GetPartitionKey(), "Named"), (sent.Key!.Value, sent.ListenerName));
        Assert.Equal(Actor, proxy.GetActorId());
        var header = Assert.IsAssignableFrom<IActorRemotingMessageHeaders>(Assert.Single(sent.Headers));
        Assert.Equal((Actor, "DoAsync", ""), (header.ActorId, header.MethodName, header.CallContext));
    }

    [Fact]
    public async Task A_call_of_the_actors_service_names_no_actor()
    {
        var sent = new Clients();
        var factory = new ActorProxyFactory(_ => sent);
        var service = factory.CreateActorServiceProxy<IActorService>(ActorBench.Name, 7);

        await service.DeleteActorAsync(Actor, CancellationToken.None);

        Assert.Equal(7L, sent.Key!.Value);
        Assert.IsNotAssignableFrom<IActorRemotingMessageHeaders>(Assert.Single(sent.Headers));
    }

    [Fact]
    public async Task An_actor_answers_calls_whose_client_factory_adds_headers()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("own", actor => Task.FromResult<string?>($"of {actor.Id}"));
        var sent = new Clients(new TransportClient(bench.Target(0)));
        var factory = new ActorProxyFactory(_ => sent);
        var proxy = factory.CreateActorProxy<ITestActor>(ActorBench.Name, Actor);
        var service = factory.CreateActorServiceProxy<IActorService>(ActorBench.Name, 0);

        Assert.Equal("of alice", await proxy.DoAsync("own"));
        await service.DeleteActorAsync(Actor, CancellationToken.None);

        Assert.Equal(2, sent.Headers.Count);
    }

    /// <summary>Answers with the method's name and its first argument, or, with a client of the transport, adds a
    /// header and sends.</summary>
    private sealed class Clients(IServiceRemotingClient? transport = null)
        : IServiceRemotingClientFactory, IServiceRemotingClient
    {
        public event EventHandler<CommunicationClientEventArgs<IServiceRemotingClient>>? ClientConnected;

        public event EventHandler<CommunicationClientEventArgs<IServiceRemotingClient>>? ClientDisconnected;

        public ResolvedServiceEndpoint? Endpoint { get; set; }

        public ResolvedServicePartition? ResolvedServicePartition { get; set; }

        public string? ListenerName { get; set; }

        internal ServicePartitionKey? Key { get; private set; }

        internal List<IServiceRemotingRequestMessageHeader> Headers { get; } = [];

        public Task<IServiceRemotingClient> GetClientAsync(
            Uri serviceUri, ServicePartitionKey partitionKey, TargetReplicaSelector targetReplicaSelector,
            string listenerName, OperationRetrySettings retrySettings, CancellationToken cancellationToken)
        {
            (Key, ListenerName) = (partitionKey, listenerName);
            ClientConnected?.Invoke(this, new() { Client = this });
            return Task.FromResult<IServiceRemotingClient>(this);
        }

        public Task<IServiceRemotingClient> GetClientAsync(
            ResolvedServicePartition previousRsp, TargetReplicaSelector targetReplicaSelector, string listenerName,
            OperationRetrySettings retrySettings, CancellationToken cancellationToken) =>
            throw new NotSupportedException();

        public Task<OperationRetryControl> ReportOperationExceptionAsync(
            IServiceRemotingClient client, ExceptionInformation exceptionInformation,
            OperationRetrySettings retrySettings, CancellationToken cancellationToken)
        {
            ClientDisconnected?.Invoke(this, new() { Client = client });
            return Task.FromResult(new OperationRetryControl { Exception = exceptionInformation.Exception });
        }

        public IServiceRemotingMessageBodyFactory GetRemotingMessageBodyFactory() => new MessageBodyFactory();

        public Task<IServiceRemotingResponseMessage> RequestResponseAsync(
            IServiceRemotingRequestMessage requestRequestMessage)
        {
            var header = requestRequestMessage.GetHeader();
            Headers.Add(header);
            if (transport is not null)
            {
                header.AddHeader("trace", [1, 2, 3]);
                return transport.RequestResponseAsync(requestRequestMessage);
            }

            var body = GetRemotingMessageBodyFactory().CreateResponse("", "", null);
            body.Set($"{header.MethodName}({requestRequestMessage.GetBody().GetParameter(0, "what", typeof(string))})");
            return Task.FromResult<IServiceRemotingResponseMessage>(new ResponseMessage(body));
        }

        public void SendOneWay(IServiceRemotingRequestMessage requestMessage) => throw new NotSupportedException();
    }
}
