using System;
using System.Collections.Concurrent;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Actors.Remoting.V2.FabricTransport.Client;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;
using SfPerf.Tests.Actors;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes.Actors;

/// <summary>A program's own client factory, which stands before that of the transport, on a cluster.</summary>
[Collection(nameof(DefaultResolverCollection))]
public sealed class ClientFactoryTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(120);

    [Fact]
    public async Task Calls_pass_the_factory_of_a_program_and_reach_the_actor_also_after_its_primary_was_killed()
    {
        await using var cluster = await ActorCluster.StartAsync("Club");
        Noting? noting = null;
        var factory = new ActorProxyFactory(callback => noting = new(new(callback)));
        var club = factory.CreateActorProxy<IClub>(cluster.ServiceUri("Club"), new ActorId(3));

        Assert.Equal(0, await club.TicksAsync().WaitAsync(Limit));
        // Events do not pass the factory.
        var subscriber = new Subscriber();
        await club.SubscribeAsync<IClubEvents>(subscriber).WaitAsync(Limit);
        await club.UnsubscribeAsync<IClubEvents>(subscriber).WaitAsync(Limit);
        await club.StartTimerAsync(TimeSpan.FromDays(1)).WaitAsync(Limit);
        await cluster.KillPrimaryAsync("Club");
        Assert.Equal(0, await club.TicksAsync().WaitAsync(Limit));

        Assert.Equal(["TicksAsync", "StartTimerAsync", "TicksAsync"], noting!.Methods);
        var partition = noting.Partition!;
        Assert.Equal(cluster.ServiceUri("Club"), partition.ServiceName);
        Assert.Equal(ServicePartitionKind.Int64Range, partition.Info.Kind);

        // Resolved again, the partition has the address of the new primary.
        var again = await noting.GetClientAsync(
            partition, TargetReplicaSelector.PrimaryReplica, null!, new OperationRetrySettings(), default)
            .WaitAsync(Limit);
        Assert.NotEqual(partition.GetEndpoint().Address, again.Endpoint.Address);
        Assert.Equal(partition.Info.Id, again.ResolvedServicePartition.Info.Id);
    }

    private sealed class Subscriber : IClubEvents
    {
        public void Reminded(string name, string text)
        {
            // Nothing is awaited.
        }
    }

    /// <summary>Notes what passes.</summary>
    private sealed class Noting(FabricTransportActorRemotingClientFactory inner) : IServiceRemotingClientFactory
    {
        public event EventHandler<CommunicationClientEventArgs<IServiceRemotingClient>> ClientConnected
        {
            add => inner.ClientConnected += value;
            remove => inner.ClientConnected -= value;
        }

        public event EventHandler<CommunicationClientEventArgs<IServiceRemotingClient>> ClientDisconnected
        {
            add => inner.ClientDisconnected += value;
            remove => inner.ClientDisconnected -= value;
        }

        internal ConcurrentQueue<string> Methods { get; } = [];

        internal ResolvedServicePartition? Partition { get; private set; }

        public async Task<IServiceRemotingClient> GetClientAsync(
            Uri serviceUri, ServicePartitionKey partitionKey, TargetReplicaSelector targetReplicaSelector,
            string listenerName, OperationRetrySettings retrySettings, CancellationToken cancellationToken)
        {
            var client = await inner.GetClientAsync(serviceUri, partitionKey, targetReplicaSelector, listenerName,
                retrySettings, cancellationToken);
            Partition ??= client.ResolvedServicePartition;
            return new NotingClient(client, Methods);
        }

        public Task<IServiceRemotingClient> GetClientAsync(
            ResolvedServicePartition previousRsp, TargetReplicaSelector targetReplicaSelector, string listenerName,
            OperationRetrySettings retrySettings, CancellationToken cancellationToken) =>
            inner.GetClientAsync(previousRsp, targetReplicaSelector, listenerName, retrySettings, cancellationToken);

        public Task<OperationRetryControl> ReportOperationExceptionAsync(
            IServiceRemotingClient client, ExceptionInformation exceptionInformation,
            OperationRetrySettings retrySettings, CancellationToken cancellationToken) =>
            inner.ReportOperationExceptionAsync(client, exceptionInformation, retrySettings, cancellationToken);

        public IServiceRemotingMessageBodyFactory GetRemotingMessageBodyFactory() =>
            inner.GetRemotingMessageBodyFactory();
    }

    private sealed class NotingClient(IServiceRemotingClient inner, ConcurrentQueue<string> methods)
        : IServiceRemotingClient
    {
        public ResolvedServiceEndpoint Endpoint
        {
            get => inner.Endpoint;
            set => inner.Endpoint = value;
        }

        public ResolvedServicePartition ResolvedServicePartition
        {
            get => inner.ResolvedServicePartition;
            set => inner.ResolvedServicePartition = value;
        }

        public string ListenerName
        {
            get => inner.ListenerName;
            set => inner.ListenerName = value;
        }

        public Task<IServiceRemotingResponseMessage> RequestResponseAsync(
            IServiceRemotingRequestMessage requestRequestMessage)
        {
            methods.Enqueue(requestRequestMessage.GetHeader().MethodName);
            return inner.RequestResponseAsync(requestRequestMessage);
        }

        public void SendOneWay(IServiceRemotingRequestMessage requestMessage) => inner.SendOneWay(requestMessage);
    }
}
