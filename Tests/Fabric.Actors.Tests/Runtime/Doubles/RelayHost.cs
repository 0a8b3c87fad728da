using System;
using System.Fabric;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Runtime;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Doubles;

/// <summary>A service without actors that calls one.</summary>
public interface IRelay : IService
{
    Task<string> RelayAsync(long actor, string what);
}

/// <summary>Its host, and a proxy of it.</summary>
internal sealed class RelayHost : IRelay, IPartitionLocator, IAsyncDisposable
{
    private const string Path = "relay";
    private readonly ActorBench _bench;
    private readonly SharedListener _listener;

    internal RelayHost(ActorBench bench)
    {
        _bench = bench;
        var methods = MethodTable.Of(typeof(IRelay)).Select(m => ServiceMethodFactory.Create(m, this));
        _listener = SharedListener.Add(new(IPAddress.Loopback, 0), Path, new(methods), 1 << 20, 100);
        var pool = new ConnectionPool(
            Frames.Options(1 << 20, ActorBench.Limit), ActorBench.Limit, TimeProvider.System);
        var connector = new ReplicaConnector(this, pool, TargetReplicaSelector.PrimaryReplica, null, new Random(1));
        var directory = new ServiceDirectory(new("fabric:/Test/Relay"), this, connector, TimeProvider.System);
        var proxy = ProxyBuilder.FactoryOf(typeof(IRelay))();
        proxy.Target = new(
            directory, ServicePartitionKey.Singleton, ActorBench.Limit, 1 << 20, bench.Retries, TimeProvider.System);
        Proxy = (IRelay)(object)proxy;
    }

    internal IRelay Proxy { get; }

    public Task<string> RelayAsync(long actor, string what) => _bench.Proxy(actor).DoAsync(what);

    public Task<ResolvedServicePartition> ResolveAsync(
        Uri service, ServicePartitionKey key, CancellationToken cancellationToken)
    {
        var address = new ServiceEndpointCollection("V2_1Listener", $"{_listener.Address}+{Path}").ToString();
        return Task.FromResult(new ResolvedServicePartition(
            service,
            new SingletonPartitionInformation { Id = Guid.Empty },
            [new ResolvedServiceEndpoint { Role = ServiceEndpointRole.StatefulPrimary, Address = address }],
            1));
    }

    public Task<ResolvedServicePartition> ResolveAgainAsync(
        ResolvedServicePartition previous, CancellationToken cancellationToken) =>
        ResolveAsync(previous.ServiceName, ServicePartitionKey.Singleton, cancellationToken);

    public ValueTask DisposeAsync() => _listener.RemoveAsync(Path);
}
