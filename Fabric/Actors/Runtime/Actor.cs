using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Actors.State;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>
/// The base of actor classes. It adds states to <see cref="ActorBase"/>, which the runtime saves at the end of each
/// turn in one transaction.
/// </summary>
/// <remarks>
/// A turn that changed a state is answered when the change is durable as the actor's <see cref="StatePersistence"/>
/// says. A turn that changed nothing writes nothing and is answered only while the partition can be read. Fields of the
/// object are not states: they stay when a turn fails and are lost when the object leaves the memory.
/// </remarks>
public abstract class Actor : ActorBase
{
    /// <summary>
    /// Initializes a new object of an actor. The runtime makes one in the first turn of an actor that is not in memory.
    /// </summary>
    /// <param name="actorService">The service that holds the actor.</param>
    /// <param name="actorId">The id of the actor.</param>
    /// <remarks>
    /// What needs to wait, or uses states, belongs into <see cref="ActorBase.OnActivateAsync"/>. A unit test may call
    /// the constructor without a cluster.
    /// </remarks>
    /// <exception cref="System.ArgumentNullException">The service or the id is null.</exception>
    protected Actor(ActorService actorService, ActorId actorId)
        : base(actorService, actorId) => StateManager = actorService.CreateStateManager(this);

    /// <summary>Gets the states of the actor. They are for use within the actor's turns.</summary>
    /// <value>What the function that was given to the service made, else the runtime's own; the same object as long as
    /// this one lives.</value>
    public IActorStateManager StateManager { get; }

    /// <summary>Saves now what has changed. It stays, also if the turn fails later.</summary>
    /// <returns>A task that ends when the changes are committed; it has ended at once if nothing was changed.</returns>
    /// <remarks>
    /// The runtime saves at the end of each turn that succeeds. This method is for a turn that must know before its end
    /// that a change is durable. It throws as <see cref="IActorStateManager.SaveStateAsync"/> does, and may be
    /// repeated.
    /// </remarks>
    protected Task SaveStateAsync() => StateManager.SaveStateAsync();

    internal override ValueTask SaveStatesAsync()
    {
        if (StateManager is ActorStateManager states)
            return states.SaveTurnAsync();
        var saving = StateManager.SaveStateAsync();
        return saving.IsCompletedSuccessfully ? default : new(saving);
    }

    internal override ValueTask SaveStatesAsync(IActorReminder fired, bool isDeleted) =>
        StateManager is ActorStateManager states
            ? states.SaveReminderTurnAsync(fired, isDeleted, CancellationToken.None)
            : base.SaveStatesAsync(fired, isDeleted);

    internal override Task ClearStatesAsync() => StateManager.ClearCacheAsync();
}
