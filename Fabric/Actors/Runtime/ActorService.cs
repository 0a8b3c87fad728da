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

/// <summary>
/// The service that holds the actors of one type. Each replica holds those of its partition, and only the primary
/// serves them.
/// </summary>
/// <remarks>
/// The primary serves its actors from the creation of its listeners until <see cref="OnChangeRoleAsync"/> tells it of
/// another role. Then calls that wait are refused, so that their proxies call the next primary; reminders fire no more;
/// and each actor is deactivated, which ends its timers, as soon as no turn runs in it. A class that derives from it
/// may add listeners and remote interfaces of its own.
/// </remarks>
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

    /// <summary>Initializes the service of a replica. A unit test may call it without a cluster.</summary>
    /// <param name="context">The context of the replica.</param>
    /// <param name="actorTypeInfo">The type of the actors.</param>
    /// <param name="actorFactory">Makes an actor's object at its activation; null for the constructor with the
    /// parameters (ActorService, ActorId). One that returns null, or throws, makes the turn fail.</param>
    /// <param name="stateManagerFactory">Makes the state manager of each actor; null for the runtime's own.</param>
    /// <param name="stateProvider">Stores the states; null for the one that <see cref="StatePersistence"/> of the type
    /// asks for, or the setting ActorStateProviderOverride/ActorStateProvider names.</param>
    /// <param name="settings">Copied; null for the defaults.</param>
    /// <exception cref="ArgumentException">The setting ActorStateProviderOverride/ActorStateProvider names no state
    /// provider. Service Fabric ignores such a setting.</exception>
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

    /// <summary>Gets the type of the actors.</summary>
    public ActorTypeInformation ActorTypeInformation { get; }

    /// <summary>Gets what stores the states and reminders of the actors.</summary>
    public IActorStateProvider StateProvider { get; }

    /// <summary>Gets the service's own copy of its settings.</summary>
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

    /// <summary>Gets whether what is read in memory is the partition's state; granted where no replica is held.
    /// </summary>
    internal PartitionAccessStatus ReadStatus => Partition?.ReadStatus ?? PartitionAccessStatus.Granted;

    /// <summary>Checks that what is read in memory is still the partition's state.</summary>
    /// <exception cref="FabricNotPrimaryException">This is no longer the primary.</exception>
    /// <exception cref="FabricNotReadableException">The primary may not be the only one now.</exception>
    internal void CheckReadable()
    {
        switch (ReadStatus)
        {
            case PartitionAccessStatus.Granted:
                break;
            case PartitionAccessStatus.NotPrimary:
                throw new FabricNotPrimaryException("The replica is no longer the primary.");
            case var status:
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

    /// <summary>
    /// Gets the listeners that the remoting provider of the actor type asks for. Called once in the life of a replica.
    /// A method that overrides it adds listeners to these, without which the actors cannot be called.
    /// </summary>
    /// <returns>The listeners, which serve the actors, their events and the remote interfaces of the service.</returns>
    protected override IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners() =>
        ActorRemotingProviderAttribute.Of(
            [.. ActorTypeInformation.InterfaceTypes, ActorTypeInformation.ImplementationType])
            .CreateServiceRemotingListeners()
            .Select(l => new ServiceReplicaListener(_ => Listen(l.Value), l.Key)).ToArray();

    /// <summary>
    /// Loads the reminders of the partition and arms them. Called after each promotion, once the primary may write. A
    /// method that overrides it calls and awaits it: until it has ended, calls that need the reminders, and deletions,
    /// are refused and repeated by their proxies.
    /// </summary>
    /// <param name="cancellationToken">Cancelled when the replica is no longer the primary, or closes.</param>
    /// <returns>A task that ends when the reminders are armed, or the replica is no longer the primary. A loading that
    /// fails for want of a quorum is repeated every 200 ms.</returns>
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

    /// <summary>
    /// Begins or ends to serve the actors. Called at the end of each change of role. A method that overrides it calls
    /// it.
    /// </summary>
    /// <param name="newRole">The new role.</param>
    /// <param name="cancellationToken">Not used.</param>
    /// <returns>A task that has ended. The actors of a former primary are deactivated meanwhile, which nobody waits
    /// for.</returns>
    protected override Task OnChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken)
    {
        if (newRole == ReplicaRole.Primary)
            Serve();
        else
            StopServing(forEver: false);
        return Task.CompletedTask;
    }

    /// <summary>Ends to serve the actors when the replica closes. A method that overrides it calls it.</summary>
    /// <param name="cancellationToken">Not used.</param>
    /// <returns>A task that has ended.</returns>
    protected override Task OnCloseAsync(CancellationToken cancellationToken)
    {
        StopServing(forEver: true);
        return Task.CompletedTask;
    }

    /// <summary>Ends to serve the actors when the replica is aborted. A method that overrides it calls it.</summary>
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
