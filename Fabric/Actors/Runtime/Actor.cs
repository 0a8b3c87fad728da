using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Actors.State;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>An actor with states of its own, which its service stores at the end of each turn.</summary>
public abstract class Actor : ActorBase
{
    protected Actor(ActorService actorService, ActorId actorId)
        : base(actorService, actorId) => StateManager = actorService.CreateStateManager(this);

    /// <summary>Gets the actor's states. Used within the actor's turns.</summary>
    public IActorStateManager StateManager { get; }

    /// <summary>Stores what has changed now. It stays, also if the turn fails later.</summary>
    protected Task SaveStateAsync() => StateManager.SaveStateAsync();

    internal override ValueTask SaveStatesAsync() => StateManager is ActorStateManager states
        ? states.SaveTurnAsync() : new(StateManager.SaveStateAsync());

    internal override ValueTask SaveStatesAsync(IActorReminder fired, bool isDeleted) =>
        StateManager is ActorStateManager states
            ? states.SaveReminderTurnAsync(fired, isDeleted, CancellationToken.None)
            : base.SaveStatesAsync(fired, isDeleted);

    internal override Task ClearStatesAsync() => StateManager.ClearCacheAsync();
}
