using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.Fabric;
using System.Fabric.Health;
using System.IO;
using System.Linq;
using System.Net;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.ProgrammingModel;
using SfPerf.Fabric.ReliableState;
using SfPerf.Fabric.Replication;
using SfPerf.Platform;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Hosting;

/// <summary>
/// The runtime inside a service host process: connects it to its node, opens replicas and instances when told, and ends
/// the process when the node is gone. Loaded by ServiceRuntime; a service never sees it.
/// </summary>
public sealed class ServiceHostRuntime : IRuntimeHost
{
    private static readonly TimeSpan TroubleInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan CloseLimit = TimeSpan.FromSeconds(2);

    // The other replicas of a host that starts open in this time; a failover is more urgent than a rehearsal.
    private static readonly TimeSpan RehearsalDelay = TimeSpan.FromMilliseconds(300);

    private readonly ConcurrentDictionary<(Guid Partition, long Replica), ReplicaController> _replicas = [];
    private readonly ConcurrentDictionary<string, IStatefulServiceFactory> _stateful = [];
    private readonly ConcurrentDictionary<string, IStatelessServiceFactory> _stateless = [];
    private readonly TaskCompletionSource<ControlMessage.HostWelcome> _welcome =
        new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Lock _gate = new();
    private readonly HealthReporting _health = new(TimeProvider.System);
    private readonly string _secret;
    private readonly PosixSignalRegistration _interrupt;
    private ReplicationHost? _replication; // guarded by _gate
    private ReplicationHost? _inMemory; // guarded by _gate
    private ControlLink? _node;
    private int _ending;
    private int _rehearsed;
    private HostActivation? _activation;

    // Ctrl+C reaches every process of the terminal; who started the cluster decides when it ends.
    private ServiceHostRuntime(string secret)
    {
        _secret = secret;
        _interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, static context => context.Cancel = true);
    }

    /// <inheritdoc/>
    public NodeContext NodeContext { get; private set; } = null!;

    /// <inheritdoc/>
    public ICodePackageActivationContext ActivationContext => Context;

    /// <inheritdoc/>
    public IReadOnlyList<string> ClientEndpoints => _activation!.ClientEndpoints;

    internal CodePackageActivationContext Context { get; private set; } = null!;

    /// <summary>Connects this process to the node that started it. Called once, before anything else.</summary>
    /// <exception cref="InvalidOperationException">No node started this process.</exception>
    /// <exception cref="FileLoadException">The service was built against another version of the runtime.</exception>
    public static async Task<IRuntimeHost> ConnectAsync(CancellationToken cancellationToken)
    {
        var address = Environment.GetEnvironmentVariable(HostEnvironment.AddressVariable)
            ?? throw new InvalidOperationException("This process was not started by a node of a cluster: the "
                + "environment "
                + $"variable {HostEnvironment.AddressVariable} is not set. Deploy the service with 'sfperf cluster "
                    + $"start'.");
        var own = typeof(ServiceHostRuntime).Assembly;
        BuildMatch.Require(own, Path.GetDirectoryName(own.Location)!, AppContext.BaseDirectory);
        var runtime = new ServiceHostRuntime(Environment.GetEnvironmentVariable(HostEnvironment.TokenVariable) ?? "");
        runtime._node = await ControlLink.ConnectAsync(
            address, runtime._secret, runtime.Take, static (_, _) => EndProcess(), cancellationToken)
            .ConfigureAwait(false);
        runtime._node.Send(new ControlMessage.HostHello(
            runtime._secret,
            Environment.GetEnvironmentVariable(HostEnvironment.HostIdVariable) ?? "", Environment.ProcessId));
        var welcome = await runtime._welcome.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
        runtime.Start(welcome);
        return runtime;
    }

    /// <inheritdoc/>
    public Task RegisterStatefulServiceFactoryAsync(
        string serviceTypeName, IStatefulServiceFactory factory, CancellationToken cancellationToken)
    {
        CheckDeclared(serviceTypeName, stateful: true);
        Register(_stateful, serviceTypeName, factory);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public Task RegisterStatelessServiceFactoryAsync(
        string serviceTypeName, IStatelessServiceFactory factory, CancellationToken cancellationToken)
    {
        CheckDeclared(serviceTypeName, stateful: false);
        Register(_stateless, serviceTypeName, factory);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public IReliableStateManagerReplica2 CreateStateManager(
        StatefulServiceContext context, ReliableStateManagerConfiguration configuration) =>
        ReliableStateManagerFactory.Create(context, configuration);

    internal IStatefulServiceFactory StatefulFactory(string typeName) => _stateful[typeName];

    internal IStatelessServiceFactory StatelessFactory(string typeName) => _stateless[typeName];

    /// <summary>Tells whether the replicas of a stateful service type keep their state on the disk.</summary>
    internal bool IsPersisted(string typeName) =>
        Array.Exists(_activation!.Package.Types, t => t.Name == typeName && t.HasPersistedState);

    /// <summary>
    /// Gets the log and the replication endpoint of this process, begun at first use: one for all persisted services,
    /// one in memory for all volatile ones. A replica that opens waits until the log is open.
    /// </summary>
    internal ReplicationHost Replication(bool persisted)
    {
        lock (_gate)
        {
            // What failed is tried again by the next replica that opens, unless the disk did: then the process ends.
            ref var replication = ref persisted ? ref _replication : ref _inMemory;
            if (replication is null or { Opened.IsFaulted: true })
                replication = OpenReplication(persisted);
            return replication;
        }
    }

    /// <summary>
    /// Ends this process: its disk failed, and what is on it is known again only once it is opened anew. The node
    /// starts the host again, after longer and longer pauses while the disk goes on failing.
    /// </summary>
    internal void EndForDisk(Exception cause)
    {
        if (Interlocked.Exchange(ref _ending, 1) != 0)
            return;
        EventLog.OfProcess.DiskFailed(DataFolder, cause.Message);
        // Not on this thread: it may hold a lock that something needs to end.
        new Thread(static () => Environment.Exit(HostEnvironment.DiskFailedExitCode))
        {
            IsBackground = true,
            Name = "exit",
        }.UnsafeStart();
        _ = KillAfterAsync(CloseLimit);
    }

    internal string DataFolder => Path.Combine(Context.WorkDirectory, _activation!.Package.Name);

    internal void Answer(ReplicaAnswer answer) => _node!.Send(new ControlMessage.Answer(_activation!.HostId, answer));

    internal void ReportFault(Guid partitionId, long replicaId, bool permanent) =>
        _node!.Send(new ControlMessage.ReplicaFault(_activation!.HostId, partitionId, replicaId, permanent));

    internal void ReportTrouble(
        Guid partitionId, long replicaId, (string Checkpoint, string Secondaries, string Slow) trouble) =>
        _node!.Send(new ControlMessage.ReplicaTrouble(
            _activation!.HostId, partitionId, replicaId, trouble.Checkpoint, trouble.Secondaries, trouble.Slow));

    internal string HostId => _activation!.HostId;

    internal void Report(ControlMessage message) => _node!.Send(message);

    /// <exception cref="ArgumentException">A report that Service Fabric refuses, too.</exception>
    internal void ReportHealth(ReportedBy entity, HealthInformation information) =>
        Report(new ControlMessage.HealthReported(HostId, entity, _health.Make(information)));

    /// <summary>Rehearses a promotion in a while, once in a process. Called when a replica is open.</summary>
    internal void Rehearse()
    {
        if (Interlocked.Exchange(ref _rehearsed, 1) != 0)
            return;
        var context = new StatefulServiceContext(
            NodeContext, Context, "Rehearsal", new("fabric:/Rehearsal"), [], Guid.Empty, 0);
        _ = Task.Run(() => Rehearsal.RunAsync(context, Encoding.UTF8.GetBytes(_secret), RehearsalDelay));
    }

    internal void Forget(ReplicaOrder order) => _replicas.TryRemove((order.PartitionId, order.ReplicaId), out _);

    private ReplicationHost OpenReplication(bool persisted)
    {
        // The package names one port. Where both kinds of services are in it, the volatile ones take a free port.
        var hasPort = persisted || !Array.Exists(_activation!.Package.Types, t => t.HasPersistedState);
        try
        {
            var host = ReplicationHost.Begin(new()
            {
                DataFolder = DataFolder,
                ListenAddress = new(IPAddress.Loopback, hasPort ? HostSettings.ReplicatorPort(_activation!) : 0),
                Durability = persisted ? Enum.Parse<Durability>(_activation!.Durability) : Durability.Memory,
                ClusterSecret = Encoding.UTF8.GetBytes(_secret),
                DiskFailed = EndForDisk,
                Logger = EventLog.OfProcess,
            });
            _ = EndIfDiskFailsAsync(host.Opened);
            return host;
        }
        catch (Exception e) when (IsOfDisk(e))
        {
            EndForDisk(e);
            throw;
        }
    }

    private async Task EndIfDiskFailsAsync(Task opened)
    {
        try
        {
            await opened.ConfigureAwait(false);
        }
        catch (Exception e) when (IsOfDisk(e))
        {
            EndForDisk(e);
        }
        catch (Exception)
        {
            // The replicas that wait for it are told.
        }
    }

    private static bool IsOfDisk(Exception e) =>
        e is IOException and not LogLockedException or UnauthorizedAccessException;

    private static async Task KillAfterAsync(TimeSpan limit)
    {
        await Task.Delay(limit, TimeProvider.System).ConfigureAwait(false);
        EndProcess();
    }

    // The node is gone, and with it the right to serve: nothing of this process may outlive this line.
    private static void EndProcess() => ProcessControl.Kill(Environment.ProcessId);

    private void Start(ControlMessage.HostWelcome welcome)
    {
        _activation = welcome.Activation;
        var node = welcome.Node;
        _ = NodeId.TryParse(node.Id, out var id);
        NodeContext = new(node.Name, id, new BigInteger(node.Instance), node.Type, node.Address);
        Context = HostSettings.ActivationContext(welcome.Activation, node, (entity, information) =>
            ReportHealth(new(entity switch
            {
                ReportedEntity.Application => HealthEntityKind.Application,
                ReportedEntity.DeployedApplication => HealthEntityKind.DeployedApplication,
                _ => HealthEntityKind.DeployedServicePackage,
            }, Guid.Empty, 0), information));
        _ = Directory.CreateDirectory(DataFolder);
        new Thread(SendHeartbeats) { IsBackground = true, Name = "heartbeat" }.UnsafeStart();
        _ = ReportTroublesAsync();
    }

    // As long as the process lives.
    private async Task ReportTroublesAsync()
    {
        ReplicaController[] before = [];
        using var timer = new PeriodicTimer(TroubleInterval, TimeProvider.System);
        while (await timer.WaitForNextTickAsync().ConfigureAwait(false))
        {
            ReplicaController[] now = [.. _replicas.Values];
            // First: the replica may have been opened again, and its new controller has troubles of its own.
            foreach (var gone in before.Except(now))
                gone.EndTrouble();
            foreach (var replica in now)
                replica.ReportTrouble();
            before = now;
        }
    }

    // A debugger that stops the process stops this thread as well. So the heartbeat tells the node not to take silence
    // for a failure.
    private void SendHeartbeats()
    {
        using var never = new ManualResetEvent(initialState: false);
        do
            _node!.Send(new ControlMessage.Heartbeat { Debugged = Debugger.IsAttached });
        while (!never.WaitOne(ControlMessage.Heartbeat.Milliseconds));
    }

    private void CheckDeclared(string typeName, bool stateful)
    {
        var package = _activation!.Package;
        if (Array.Exists(package.Types, t => t.Name == typeName && t.Stateful == stateful))
            return;
        throw new InvalidOperationException($"Service type '{typeName}' ({(stateful ? "stateful" : "stateless")}) is "
            + $"not declared in the service manifest of {package.Name}, "
            + $"which has: {string.Join(", ", Array.ConvertAll(package.Types, t => t.Name))}.");
    }

    private void Register<TFactory>(ConcurrentDictionary<string, TFactory> factories, string typeName, TFactory factory)
    {
        if (!factories.TryAdd(typeName, factory))
        {
            throw new FabricElementAlreadyExistsException(
                $"This process has registered service type '{typeName}' already.",
                FabricErrorCode.ServiceTypeAlreadyRegistered);
        }
        _node!.Send(new ControlMessage.TypeRegistered(typeName));
    }

    private void Take(ControlLink link, ControlMessage message)
    {
        switch (message)
        {
            case ControlMessage.HostWelcome welcome:
                _welcome.TrySetResult(welcome);
                break;
            case ControlMessage.ExitHost:
                _ = ExitAsync();
                break;
            case ControlMessage.Order { Body: var order }:
                Take(order);
                break;
        }
    }

    private void Take(ReplicaOrder order)
    {
        var key = (order.PartitionId, order.ReplicaId);
        if (order.Command.Kind == ReplicaCommandKind.Open)
            _replicas[key] = ReplicaController.Create(this, order);
        if (_replicas.TryGetValue(key, out var controller))
        {
            controller.Post(order);
        }
        else if (order.Request != 0)
        {
            Answer(new()
            {
                PartitionId = order.PartitionId, ReplicaId = order.ReplicaId, Request = order.Request,
                Error = "It is not open."
            });
        }
    }

    private async Task ExitAsync()
    {
        _ = await Task.WhenAny(CloseAllAsync(), Task.Delay(CloseLimit, TimeProvider.System)).ConfigureAwait(false);
        _interrupt.Dispose();
        Environment.Exit(0);
    }

    private async Task CloseAllAsync()
    {
        await Task.WhenAll(_replicas.Values.Select(r => r.CloseAsync())).ConfigureAwait(false);
        ReplicationHost?[] hosts;
        lock (_gate)
            hosts = [_replication, _inMemory];
        foreach (var host in hosts)
        {
            if (host is not null)
                await host.DisposeAsync().ConfigureAwait(false);
        }
    }
}
