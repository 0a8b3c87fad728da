using System;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using SfPerf.Benchmarks.Remoting;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Benchmarks.Actors;

/// <summary>Makes proxies of the actors at one address, all over one connection.</summary>
internal sealed class ActorClient
{
    private const int MessageBytesMax = 4 << 20;
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);
    private readonly ServiceDirectory _directory;

    internal ActorClient(string address)
    {
        var time = TimeProvider.System;
        var locator = new FixedLocator(ActorBenchmark.Service, address);
        var pool = new ConnectionPool(Frames.Options(MessageBytesMax, Limit), Limit, time);
        var connector = new ReplicaConnector(
            locator, pool, TargetReplicaSelector.PrimaryReplica, null, new Random(1));
        _directory = new ServiceDirectory(ActorBenchmark.Service, locator, connector, time);
    }

    internal IBenchmarkActor Actor(long id)
    {
        var actor = new ActorId(id);
        var proxy = ProxyBuilder.FactoryOf<ActorProxy>(typeof(IBenchmarkActor))();
        proxy.Initialize(actor, ActorBenchmark.Service, null);
        proxy.Target = new ProxyTarget(
            _directory, new ServicePartitionKey(actor.GetPartitionKey()), Limit, MessageBytesMax,
            new OperationRetrySettings(), TimeProvider.System);
        return (IBenchmarkActor)(object)proxy;
    }
}
