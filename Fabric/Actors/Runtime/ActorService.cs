#nullable disable

using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Query;
using Microsoft.ServiceFabric.Actors.Remoting;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Dispatch;
using SfPerf.Fabric.Actors.Runtime.Reminders;
using SfPerf.Fabric.Actors.State;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>The service that holds the actors of one type; each replica holds those of its partition.</summary>
public class ActorService : StatefulServiceBase, IActorService
{
    private const int ActorsOfPageMax = 10_000;
    private static readonly TimeSpan LoadRetryDelay = TimeSpan.FromMilliseconds(200);
    private readonly Func<ActorBase, IActorStateProvider, IActorStateManager> _createStateManager;
    private readonly Lock _gate = new();
    private readonly Lazy<MemoryReminders> _memoryReminders;
    private volatile ActorManager _manager; // written under _gate
    private bool _isClosed;                 // guarded by _gate
    private volatile bool _wasHeld;         // written under _gate: a replica has held it

    /// <param name="context">The replica's.</param>
    /// <param name="actorTypeInfo">The type of the actors.</param>
    /// <param name="actorFactory">Makes an actor; unless given, its constructor (ActorService, ActorId).</param>
    /// <param name="stateManagerFactory">Makes an actor's state manager.</param>
    /// <param name="stateProvider">Stores the states; unless given, what the type's StatePersistence asks for.</param>
    /// <param name="settings">Copied.</param>
    public ActorService(
        StatefulServiceContext context,
        ActorTypeInformation actorTypeInfo,
        Func<ActorService, ActorId, ActorBase> actorFactory = null,
        Func<ActorBase, IActorStateProvider, IActorStateManager> stateManagerFactory = null,
        IActorStateProvider stateProvider = null,
        ActorServiceSettings settings = null)
        : base(context, stateProvider ??= ActorStateProviders.Create(context, actorTypeInfo))
    {
        StateProvider = stateProvider;
        _memoryReminders = new(() => new(StateProvider));
        ActorTypeInformation = actorTypeInfo;
        Settings = settings is null ? new() : new(settings);
        ActorActivator = new ActorActivator(actorFactory ?? ActorConstructor.Of(actorTypeInfo));
        _createStateManager = stateManagerFactory
            ?? (static (actor, provider) => ActorStateProviders.CreateStateManager(actor.Id, provider));
        ActorRemoting.Register();
    }

    public ActorTypeInformation ActorTypeInformation { get; }

    public IActorStateProvider StateProvider { get; }

    public ActorServiceSettings Settings { get; }

    /// <summary>Gets what makes the actors. The name is looked up by test libraries.</summary>
    internal IActorActivator ActorActivator { get; }

    /// <summary>Gets or sets the clock; set before the service becomes primary.</summary>
    internal TimeProvider Time { get; set; } = TimeProvider.System;

    /// <summary>Gets the actors in memory; null while this is not the primary.</summary>
    internal ActorManager Manager => _manager;

    /// <summary>Gets the reminders of a service that no replica has ever held; null for any other.</summary>
    internal MemoryReminders MemoryReminders => _wasHeld ? null : _memoryReminders.Value;

    async Task<PagedResult<ActorInformation>> IActorService.GetActorsAsync(
        ContinuationToken continuationToken, CancellationToken cancellationToken)
    {
        var manager = ServingManager();
        var page = await StateProvider.GetActorsAsync(ActorsOfPageMax, continuationToken, cancellationToken)
            .ConfigureAwait(false);
        return new()
        {
            Items = page.Items.Select(id => new ActorInformation(id, manager.IsActive(id))).ToList(),
            ContinuationToken = page.ContinuationToken,
        };
    }

    Task<ReminderPagedResult<KeyValuePair<ActorId, List<ActorReminderState>>>> IActorService.GetRemindersAsync(
        ActorId actorId, ContinuationToken continuationToken, CancellationToken cancellationToken)
    {
        _ = ServingManager();
        return StateProvider.GetRemindersAsync(
            ReminderPagedResult<KeyValuePair<ActorId, List<ActorReminderState>>>.DefaultPageSize, actorId,
            continuationToken, cancellationToken);
    }

    Task IActorService.DeleteActorAsync(ActorId actorId, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(actorId);
        return ServingManager().DeleteAsync(actorId);
    }

    internal IActorStateManager CreateStateManager(ActorBase actor) => _createStateManager(actor, StateProvider);

    internal ActorBase Activate(ActorId id) => ActorActivator.Activate(this, id);

    /// <summary>Checks that what is read in memory is still the partition's state.</summary>
    /// <exception cref="FabricNotPrimaryException">This is no longer the primary.</exception>
    /// <exception cref="FabricNotReadableException">The primary may not be the only one now.</exception>
    internal void CheckReadable()
    {
        switch (Partition?.ReadStatus)
        {
            case null or PartitionAccessStatus.Granted:
                break;
            case PartitionAccessStatus.NotPrimary:
                throw new FabricNotPrimaryException("The replica is no longer the primary.");
            case { } status:
                throw new FabricNotReadableException($"The replica cannot be read now: its read status is {status}.");
        }
    }

    /// <summary>Makes the actors callable. Before the listeners open, so that no call comes too early.</summary>
    internal void Serve()
    {
        lock (_gate)
        {
            _wasHeld = true;
            if (!_isClosed)
                _manager ??= new(this);
        }
    }

    /// <summary>Ends what <see cref="Serve"/> began.</summary>
    internal void StopServing(bool forEver)
    {
        ActorManager manager;
        lock (_gate)
        {
            (manager, _manager) = (_manager, null);
            _wasHeld = true;
            _isClosed |= forEver;
        }
        manager?.Close();
    }

    /// <summary>Declares the listeners of the remoting provider. One that overrides this adds to them.</summary>
    protected override IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners() =>
        ActorRemotingProviderAttribute.Of(
            [.. ActorTypeInformation.InterfaceTypes, ActorTypeInformation.ImplementationType])
            .CreateServiceRemotingListeners()
            .Select(l => new ServiceReplicaListener(_ => Listen(l.Value), l.Key)).ToArray();

    /// <summary>Loads the reminders. One that overrides this calls it.</summary>
    protected override async Task RunAsync(CancellationToken cancellationToken)
    {
        // A service whose listeners are all of its own is told its role only after this.
        Serve();
        while (_manager is { } manager)
        {
            try
            {
                await manager.Reminders.LoadAsync(cancellationToken).ConfigureAwait(false);
                return;
            }
            catch (Exception e) when (e is FabricNotPrimaryException or FabricObjectClosedException)
            {
                return; // The next primary loads them.
            }
            catch (Exception e) when (e is FabricTransientException or FabricNotReadableException or TimeoutException
                or TransactionFaultedException)
            {
                // Without a quorum, for instance. Nothing that would end the process.
                await Task.Delay(LoadRetryDelay, Time, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    protected override Task OnChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken)
    {
        if (newRole == ReplicaRole.Primary)
            Serve();
        else
            StopServing(forEver: false);
        return Task.CompletedTask;
    }

    protected override Task OnCloseAsync(CancellationToken cancellationToken)
    {
        StopServing(forEver: true);
        return Task.CompletedTask;
    }

    protected override void OnAbort() => StopServing(forEver: true);

    private ICommunicationListener Listen(
        Func<ActorService, Microsoft.ServiceFabric.Services.Remoting.Runtime.IServiceRemotingListener> create)
    {
        Serve();
        return create(this);
    }

    private ActorManager ServingManager() =>
        _manager ?? throw new FabricNotPrimaryException("The replica does not serve its actors now.");
}
