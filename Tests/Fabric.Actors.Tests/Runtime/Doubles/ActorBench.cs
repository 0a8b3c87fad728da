using System;
using System.Collections.Concurrent;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Runtime;
using SfPerf.Fabric.Actors.Client;
using SfPerf.Fabric.Actors.State;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Doubles;

/// <summary>
/// A primary of an actor service in this process, called over a real socket. Its rows stay when it moves.
/// </summary>
internal sealed class ActorBench : IPartitionLocator, IAsyncDisposable
{
    internal static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    internal static readonly Uri Name = new("fabric:/Test/TestActorService");
    private static readonly NodeContext Node = new("_Node_0", new NodeId(0, 1), 1, "NodeType0", "127.0.0.1");
    private static readonly CodePackageActivationContext Package = new()
    {
        ApplicationName = "fabric:/Test",
        ServiceManifestName = "TestPkg",
        Endpoints = [],
        ConfigurationPackages = new System.Collections.Generic.Dictionary<string, ConfigurationPackage>(),
    };

    private readonly ConcurrentDictionary<string, Func<TestActor, Task<string?>>> _actions = new();
    private readonly ConcurrentDictionary<string, Func<TestActor, Task>> _hooks = new();
    private readonly ConcurrentQueue<string> _trace = new();
    private readonly ServiceDirectory _directory;
    private readonly ActorServiceSettings? _settings;
    private readonly TimeProvider _time;
    private StatefulServiceReplicaAdapter _replica = null!;
    private string _address = "";
    private long _replicaId;

    private ActorBench(ActorServiceSettings? settings, TimeProvider time)
    {
        (_settings, _time) = (settings, time);
        var pool = new ConnectionPool(Frames.Options(4 << 20, Limit), Limit, TimeProvider.System);
        var connector = new ReplicaConnector(
            this, pool, TargetReplicaSelector.PrimaryReplica, null, new Random(1));
        _directory = new ServiceDirectory(Name, this, connector, TimeProvider.System);
    }

    internal TestRows Rows { get; } = new();

    internal ActorService Service { get; private set; } = null!;

    internal TestPartition Partition { get; private set; } = null!;

    internal string[] Traced => [.. _trace];

    internal Func<CancellationToken, Task> Waiting { get; set; } = static _ => Task.CompletedTask;

    internal Func<TestActor, string, byte[]?, Task> Reminding { get; set; } =
        static (_, _, _) => Task.CompletedTask;

    /// <summary>Gets or sets what the next replica's service stores its actors by; the rows themselves unless set.
    /// </summary>
    internal Func<RowStateProvider, IActorStateProvider> Provider { get; set; } = static rows => rows;

    internal OperationRetrySettings Retries { get; set; } =
        new(TimeSpan.FromMilliseconds(20), TimeSpan.FromMilliseconds(20), 10, int.MaxValue);

    internal static async Task<ActorBench> StartAsync(
        ActorServiceSettings? settings = null, TimeProvider? time = null)
    {
        var bench = new ActorBench(settings, time ?? TimeProvider.System);
        await bench.PromoteAsync();
        return bench;
    }

    /// <summary>Opens another replica over the same rows, as the primary.</summary>
    internal async Task PromoteAsync()
    {
        await OpenAsync();
        await BecomePrimaryAsync();
    }

    internal async Task OpenAsync()
    {
        var information = ActorTypeInformation.Get(typeof(TestActor));
        var provider = new RowStateProvider(
            static (_, _) => Nothing.Of<IReliableStateManagerReplica2>(), _ => Rows, _time);
        var context = new StatefulServiceContext(
            Node, Package, "TestActorServiceType", Name, [], TestPartition.Id, ++_replicaId);
        Service = new ActorService(
            context, information, (s, id) => new TestActor(s, id, this), null, Provider(provider), _settings)
        {
            Time = _time,
        };
        Service.StateProvider.Initialize(information);
        _replica = new(context, Service);
        _replica.Initialize(new StatefulServiceInitializationParameters());
        Partition = new();
        await _replica.OpenAsync(ReplicaOpenMode.New, Partition, CancellationToken.None);
    }

    internal async Task BecomePrimaryAsync() =>
        _address = await _replica.ChangeRoleAsync(ReplicaRole.Primary, CancellationToken.None);

    internal Task DemoteAsync() => _replica.ChangeRoleAsync(ReplicaRole.ActiveSecondary, CancellationToken.None);

    /// <summary>Ends the primary and makes another one.</summary>
    internal async Task MoveAsync()
    {
        var old = _replica;
        await DemoteAsync();
        await PromoteAsync();
        await old.CloseAsync(CancellationToken.None);
    }

    internal ITestActor Proxy(long id) => Proxy<ITestActor>(new ActorId(id));

    internal T Proxy<T>(ActorId id)
        where T : IActor
    {
        var proxy = ProxyBuilder.FactoryOf<ActorProxy>(typeof(T))();
        proxy.Initialize(id, Name, null);
        proxy.Target = Target(id.GetPartitionKey());
        return (T)(object)proxy;
    }

    internal IActorService ServiceProxy()
    {
        var proxy = ProxyBuilder.FactoryOf(typeof(IActorService))();
        proxy.Target = Target(0);
        return (IActorService)(object)proxy;
    }

    /// <summary>Makes the proxy that callers of the service get, with this bench's retries.</summary>
    internal IActorService ServiceCaller() =>
        new ActorServiceCaller(ServiceProxy(), Name, Retries, TimeProvider.System);

    internal void On(string what, Func<TestActor, Task<string?>> action) => _actions[what] = action;

    internal void On(string what, Func<TestActor, Task> action) => _actions[what] = async a =>
    {
        await action(a);
        return null;
    };

    internal void OnHook(string hook, Func<TestActor, Task> action) => _hooks[hook] = action;

    internal Func<TestActor, Task<string?>> Action(string what) => _actions[what];

    internal Task Hook(string hook, TestActor actor)
    {
        Trace(hook, actor);
        return _hooks.TryGetValue(hook, out var action) ? action(actor) : Task.CompletedTask;
    }

    internal void Trace(string what, TestActor actor) => _trace.Enqueue($"{actor.Id} {what}");

    internal int CountOf(string traced) => _trace.Count(t => t == traced);

    public Task<ResolvedServicePartition> ResolveAsync(
        Uri service, ServicePartitionKey key, CancellationToken cancellationToken) =>
        Task.FromResult(new ResolvedServicePartition(
            service,
            Partition.PartitionInfo,
            [new ResolvedServiceEndpoint { Role = ServiceEndpointRole.StatefulPrimary, Address = _address }],
            _replicaId));

    public Task<ResolvedServicePartition> ResolveAgainAsync(
        ResolvedServicePartition previous, CancellationToken cancellationToken) =>
        ResolveAsync(Name, new ServicePartitionKey(0), cancellationToken);

    public async ValueTask DisposeAsync() => await _replica.CloseAsync(CancellationToken.None);

    internal ProxyTarget Target(long key) => new(
        _directory, new ServicePartitionKey(key), Limit, 4 << 20, Retries, TimeProvider.System);
}
