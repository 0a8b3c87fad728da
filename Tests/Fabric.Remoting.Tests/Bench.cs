using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication;
using Microsoft.ServiceFabric.Services.Communication.Client;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Runtime;
using SfPerf.Fabric.Remoting.Wire;
using SfPerf.TestKit;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>Replicas on real sockets, and a naming service that a test can change.</summary>
internal sealed class Bench : IPartitionLocator, IAsyncDisposable
{
    internal static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly Uri Service = new("fabric:/Test/Probe");
    private readonly List<(SharedListener Listener, string Path)> _open = [];
    private readonly TimeProvider _time;
    private string _primary = "";
    private int _resolved;

    internal Bench(TimeProvider? time = null) => _time = time ?? TimeProvider.System;

    /// <summary>Makes one whose clients ask once, however long it takes to connect.</summary>
    internal static Bench WhoseClockStands() => new(new ManualTimeProvider());

    internal Action<int>? Resolving { get; set; }

    internal bool NeverResolves { get; set; }

    internal string LastPath => _open[^1].Path;

    internal int Resolved => Volatile.Read(ref _resolved);

    internal (SharedListener Listener, string Path) Host(
        IProbe probe, int callsMax = 10_000, IPEndPoint? at = null,
        IReadOnlyList<Microsoft.ServiceFabric.Services.Remoting.V2.Runtime.IExceptionConvertor>? convertors = null)
    {
        var route = new ServiceRoute(
            MethodTable.Of(typeof(IProbe)).Select(m => ServiceMethodFactory.Create(m, probe)), convertors);
        return Host(route, callsMax, at);
    }

    internal (SharedListener Listener, string Path) Host(
        ServiceRoute route, int callsMax = 10_000, IPEndPoint? at = null)
    {
        var path = Guid.NewGuid().ToString("N");
        var listener = SharedListener.Add(
            at ?? new IPEndPoint(IPAddress.Loopback, 0), path, route, 1 << 20, callsMax);
        _open.Add((listener, path));
        return (listener, path);
    }

    internal void MakePrimary((SharedListener Listener, string Path) replica) =>
        MakePrimary(replica.Listener.Address, replica.Path);

    internal void MakePrimary(IPEndPoint address, string path) =>
        _primary = new ServiceEndpointCollection("V2_1Listener", $"{address}+{path}").ToString();

    internal IProbe Proxy(
        TimeSpan? timeout = null, OperationRetrySettings? settings = null, int retriesMax = 10,
        IReadOnlyList<Microsoft.ServiceFabric.Services.Remoting.V2.Client.IExceptionConvertor>? convertors = null)
    {
        var proxy = ProxyBuilder.FactoryOf(typeof(IProbe))();
        proxy.ServiceInterfaceType = typeof(IProbe);
        proxy.Target = Target(timeout, settings, retriesMax, convertors);
        return (IProbe)proxy;
    }

    internal ProxyTarget Target(
        TimeSpan? timeout = null, OperationRetrySettings? settings = null, int retriesMax = 10,
        IReadOnlyList<Microsoft.ServiceFabric.Services.Remoting.V2.Client.IExceptionConvertor>? convertors = null)
    {
        var pool = new ConnectionPool(Frames.Options(1 << 20, Limit), Limit, TimeProvider.System);
        var pooled = new ConnectionPool(Frames.Options(1 << 20, Limit), Limit, _time);
        var connector = new ReplicaConnector(
            this,
            ReferenceEquals(_time, TimeProvider.System) ? pool : pooled,
            TargetReplicaSelector.PrimaryReplica,
            null,
            new Random(1));
        settings ??= new OperationRetrySettings(
            TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(50), retriesMax, retriesMax);
        var directory = new ServiceDirectory(Service, this, connector, _time);
        return new ProxyTarget(
            directory, new ServicePartitionKey(7), timeout ?? Limit, 1 << 20, settings, _time)
        {
            Convertors = convertors ?? [],
        };
    }

    public Task<ResolvedServicePartition> ResolveAsync(
        Uri service, ServicePartitionKey key, CancellationToken cancellationToken)
    {
        var count = Interlocked.Increment(ref _resolved);
        Resolving?.Invoke(count);
        if (NeverResolves)
            return NeverAsync(cancellationToken);
        return Task.FromResult(ResolvedPartitions.Create(Service, _primary));
    }

    public Task<ResolvedServicePartition> ResolveAgainAsync(
        ResolvedServicePartition previous, CancellationToken cancellationToken) =>
        ResolveAsync(Service, new ServicePartitionKey(7), cancellationToken);

    private static async Task<ResolvedServicePartition> NeverAsync(CancellationToken cancellationToken)
    {
        await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, cancellationToken);
        throw new InvalidOperationException("Never ends otherwise.");
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var (listener, path) in _open)
            await listener.RemoveAsync(path);
    }
}
