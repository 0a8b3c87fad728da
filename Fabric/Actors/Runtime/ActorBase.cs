#nullable disable

using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Actors;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Events;
using SfPerf.Fabric.Actors.Runtime.Reminders;
using SfPerf.Fabric.Actors.Runtime.Timers;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>
/// The base of actors, which gives them timers, reminders, events and the methods around their turns. Actor classes
/// derive from <see cref="Actor"/>.
/// </summary>
/// <remarks>
/// <para>One turn at a time runs in an actor: a method, the callback of a timer or reminder, or a deletion. The others
/// wait in the order of their arrival, at most for <see cref="ActorConcurrencySettings.LockTimeout"/>. A turn keeps the
/// actor over its awaits and the save. A call that comes back from the turn itself runs within it, unless the settings
/// disallow that.</para>
/// <para>A turn is: the activation if the actor is not in memory (the constructor, <see cref="OnActivateAsync"/> and a
/// save of what that changed), <see cref="OnPreActorMethodAsync"/>, the method, <see cref="OnPostActorMethodAsync"/>,
/// one save of the changed states, and the answer. If any of these fails, the caller gets the exception, and the next
/// turn forgets the changes of state that were not saved.</para>
/// </remarks>
public abstract class ActorBase
{
    // The name is looked up by test libraries.
    private readonly List<IActorTimer> timers = []; // guarded by itself
    private bool _isAbandoned;                      // guarded by timers

    internal ActorBase(ActorService actorService, ActorId actorId)
    {
        ArgumentNullException.ThrowIfNull(actorService);
        ArgumentNullException.ThrowIfNull(actorId);
        (ActorService, Id) = (actorService, actorId);
    }

    /// <summary>Gets the id of the actor.</summary>
    public ActorId Id { get; }

    /// <summary>Gets the service that holds the actor, in the same process.</summary>
    public ActorService ActorService { get; }

    /// <summary>Gets the name of the application that the service belongs to.</summary>
    public string ApplicationName => ActorService.Context.CodePackageActivationContext.ApplicationName;

    /// <summary>Gets the name of the service that holds the actor.</summary>
    public Uri ServiceUri => ActorService.Context.ServiceName;

    /// <summary>Gets the actor's place in its service's table; null before its activation.</summary>
    internal ActorEntry Entry { get; private set; }

    internal Task InvokeOnActivateAsync() => OnActivateAsync();

    internal Task InvokeOnDeactivateAsync() => OnDeactivateAsync();

    internal Task InvokeOnPreActorMethodAsync(in ActorMethodContext context) => OnPreActorMethodAsync(context);

    internal Task InvokeOnPostActorMethodAsync(in ActorMethodContext context) => OnPostActorMethodAsync(context);

    /// <summary>Stores what has changed. The task is the default one only if nothing was waited for.</summary>
    internal virtual ValueTask SaveStatesAsync() => default;

    /// <summary>Stores what has changed, and with it that a reminder has fired.</summary>
    internal virtual async ValueTask SaveStatesAsync(IActorReminder fired, bool isDeleted)
    {
        await SaveStatesAsync().ConfigureAwait(false);
        if (isDeleted)
            await ActorService.StateProvider.DeleteReminderAsync(Id, fired.Name).ConfigureAwait(false);
        else
            await ActorService.StateProvider.ReminderCallbackCompletedAsync(Id, fired).ConfigureAwait(false);
    }

    internal virtual Task ClearStatesAsync() => Task.CompletedTask;

    /// <summary>Gives the object its place, and lets the timers begin that its constructor has registered.</summary>
    internal void Attach(ActorEntry entry)
    {
        Entry = entry;
        foreach (var timer in TimersNow())
            timer.Start();
    }

    /// <summary>Ends the object's timers: it is no longer its actor's.</summary>
    internal void Abandon()
    {
        lock (timers)
            _isAbandoned = true;
        foreach (var timer in TimersNow())
            timer.Dispose();
    }

    internal void Forget(ActorTimer timer)
    {
        lock (timers)
            timers.Remove(timer);
    }

    /// <summary>
    /// Registers a timer, which lives as long as this object: until the actor is collected or deleted, or the primary
    /// moves.
    /// </summary>
    /// <param name="asyncCallback">Runs as a turn of the actor. If it fails, its changes of state are forgotten and the
    /// next callback comes all the same.</param>
    /// <param name="state">Given to the callback; it may be null.</param>
    /// <param name="dueTime">The time until the first callback: zero for at once, -1 ms for never, 49 days at most. For
    /// a timer that the constructor registers, it begins with the activation.</param>
    /// <param name="period">The time from the end of a callback's turn to the next callback, 49 days at most; -1 ms for
    /// only one callback.</param>
    /// <returns>The timer, for <see cref="UnregisterTimer"/>.</returns>
    /// <remarks>
    /// Callbacks of a timer never overlap. A timer does not activate its actor and does not keep it in memory, although
    /// a callback that runs does. A callback that does not get the actor within the lock timeout is left out. To
    /// register again adds another timer.
    /// </remarks>
    /// <exception cref="ArgumentNullException">The callback is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The due time is negative and not -1 ms, or longer than a timer can
    /// wait. A timer of the constructor makes the activation fail with it.</exception>
    /// <exception cref="ObjectDisposedException">The object has left the memory: another one may be the actor
    /// now.</exception>
    protected IActorTimer RegisterTimer(
        Func<object, Task> asyncCallback, object state, TimeSpan dueTime, TimeSpan period)
    {
        ArgumentNullException.ThrowIfNull(asyncCallback);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(dueTime, ActorTimer.Longest);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(period, ActorTimer.Longest);
        ArgumentOutOfRangeException.ThrowIfLessThan(dueTime, Timeout.InfiniteTimeSpan);
        ArgumentOutOfRangeException.ThrowIfLessThan(period, Timeout.InfiniteTimeSpan);
        var timer = new ActorTimer(this, asyncCallback, state, dueTime, period);
        lock (timers)
        {
            ObjectDisposedException.ThrowIf(_isAbandoned, this);
            timers.Add(timer);
        }
        if (Entry is not null)
            timer.Start();
        return timer;
    }

    /// <summary>Ends a timer. A callback that runs goes on to its end, and no other one comes.</summary>
    /// <param name="timer">The timer; null, and one that has ended, is no error.</param>
    protected void UnregisterTimer(IActorTimer timer) => timer?.Dispose();

    /// <summary>Registers a reminder, which is stored at once, whatever becomes of the turn.</summary>
    /// <param name="reminderName">The name. A reminder of the actor with the same name is replaced.</param>
    /// <param name="state">Given to <see cref="IRemindable.ReceiveReminderAsync"/>; it may be null. The array must not
    /// be changed afterwards.</param>
    /// <param name="dueTime">The time until the reminder fires first, zero or more, of any length. It counts in UTC,
    /// also while no replica runs; in Service Fabric such time does not count.</param>
    /// <param name="period">The time from the end of one callback to the next; zero for back to back, -1 ms for a
    /// reminder that fires once.</param>
    /// <returns>The reminder, when it is stored.</returns>
    /// <remarks>
    /// The reminder survives deactivation and failover as states do, according to the persistence of the actor. It
    /// stays until it is unregistered, the actor is deleted or it has fired once
    /// (<see cref="ReminderSettings.AutoDeleteOneTimeReminders"/>). An actor that a unit test made, whose service no
    /// replica has held, stores its reminders, and none of them fires.
    /// </remarks>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The due time is negative, or the period is less than -1
    /// ms.</exception>
    /// <exception cref="InvalidOperationException">The actor is not <see cref="IRemindable"/>.</exception>
    /// <exception cref="FabricTransientException">A new primary has not loaded its reminders yet. If the turn ends with
    /// it, the proxy of the caller calls again.</exception>
    /// <exception cref="FabricNotPrimaryException">The replica is not, or no longer, the primary. If the turn ends with
    /// it, the proxy of the caller calls the new primary.</exception>
    protected Task<IActorReminder> RegisterReminderAsync(
        string reminderName, byte[] state, TimeSpan dueTime, TimeSpan period)
    {
        ArgumentNullException.ThrowIfNull(reminderName);
        ArgumentOutOfRangeException.ThrowIfLessThan(dueTime, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(period, Timeout.InfiniteTimeSpan);
        return Reminders().RegisterAsync(Id, reminderName, state, dueTime, period);
    }

    /// <summary>Gets a reminder of the actor by its name.</summary>
    /// <param name="reminderName">The name that the reminder was registered with.</param>
    /// <returns>The reminder.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="InvalidOperationException">The actor is not <see cref="IRemindable"/>.</exception>
    /// <exception cref="ReminderNotFoundException">There is no reminder of this name.</exception>
    /// <exception cref="FabricTransientException">A new primary has not loaded its reminders yet. If the turn ends with
    /// it, the proxy of the caller calls again.</exception>
    /// <exception cref="FabricNotPrimaryException">The replica is not, or no longer, the primary.</exception>
    protected IActorReminder GetReminder(string reminderName)
    {
        ArgumentNullException.ThrowIfNull(reminderName);
        return Reminders().Get(Id, reminderName);
    }

    /// <summary>Ends a reminder. The removal is stored at once, whatever becomes of the turn.</summary>
    /// <param name="reminder">The reminder; it is found by its name.</param>
    /// <returns>A task that ends when the removal is stored. The reminder does not fire afterwards; a callback that
    /// unregisters its own reminder goes on.</returns>
    /// <exception cref="ArgumentNullException">The reminder is null.</exception>
    /// <exception cref="InvalidOperationException">The actor is not <see cref="IRemindable"/>.</exception>
    /// <exception cref="ReminderNotFoundException">There is no reminder of this name.</exception>
    /// <exception cref="FabricTransientException">A new primary has not loaded its reminders yet. If the turn ends with
    /// it, the proxy of the caller calls again.</exception>
    /// <exception cref="FabricNotPrimaryException">The replica is not, or no longer, the primary.</exception>
    protected Task UnregisterReminderAsync(IActorReminder reminder)
    {
        ArgumentNullException.ThrowIfNull(reminder);
        return Reminders().UnregisterAsync(Id, reminder.Name);
    }

    /// <summary>Gets an object whose methods send events to those who are subscribed to them at this actor.</summary>
    /// <typeparam name="TEvent">The event interface.</typeparam>
    /// <returns>The object. Each call of a method sends an event at once and does not wait for the
    /// subscribers.</returns>
    /// <remarks>
    /// An event is sent whatever becomes of the turn, and is not stored. A subscriber that cannot be sent to is no
    /// longer subscribed until its client subscribes again. Events that no actor interface of the class publishes go to
    /// nobody.
    /// </remarks>
    /// <exception cref="ArgumentException">The type is not an event interface.</exception>
    /// <exception cref="FabricNotPrimaryException">The replica is not, or no longer, the primary.</exception>
    protected TEvent GetEvent<TEvent>()
    {
        if (!ActorService.ActorTypeInformation.EventInterfaceTypes.Contains(typeof(TEvent)))
            InterfaceChecks.CheckEventInterface(typeof(TEvent));
        return EventSource<TEvent>.Create(Find()?.Events ?? new(), ActorKey.Of(Id)); // Else nobody has subscribed.
    }

    /// <summary>
    /// Called in the first turn of this object, after the constructor and before <see cref="OnPreActorMethodAsync"/>. A
    /// call or a reminder activates an actor; a timer, a subscription or a deletion does not.
    /// </summary>
    /// <returns>A task that ends when the actor is ready.</returns>
    /// <remarks>
    /// What it changed in the states is saved before the method runs, and stays if the method fails. If it fails, or
    /// that save does, the caller gets the exception, the object and its timers are dropped, and the next turn makes
    /// another object. Service Fabric calls it again on the same object.
    /// </remarks>
    protected virtual Task OnActivateAsync() => Task.CompletedTask;

    /// <summary>
    /// Called when the actor leaves the memory: it was not used for a while, it is deleted, or the replica is no longer
    /// the primary.
    /// </summary>
    /// <returns>A task that the runtime awaits without limit. What it fails with is ignored.</returns>
    /// <remarks>
    /// <para>The timers have ended and the states in memory are forgotten before. The runtime does not save what this
    /// method changes. It runs within the turn of a deletion, and otherwise outside of all turns: a call that comes
    /// meanwhile makes another object of the same actor.</para>
    /// <para>It is not called for an object whose activation failed, nor when the process or the node ends. After a
    /// demotion it is called as soon as no turn runs in the actor; in Service Fabric that is at a later scan, or
    /// never.</para>
    /// </remarks>
    protected virtual Task OnDeactivateAsync() => Task.CompletedTask;

    /// <summary>
    /// Called in each turn before the method or callback, which does not run if this fails. Reentrant calls are turns
    /// of their own in this respect; a deletion is not.
    /// </summary>
    /// <param name="actorMethodContext">What the turn serves.</param>
    /// <returns>A task that ends when the method may run.</returns>
    protected virtual Task OnPreActorMethodAsync(ActorMethodContext actorMethodContext) => Task.CompletedTask;

    /// <summary>
    /// Called in each turn after the method or callback has succeeded, and before the states are saved. If it fails,
    /// the turn fails and nothing is saved.
    /// </summary>
    /// <param name="actorMethodContext">What the turn serves.</param>
    /// <returns>A task that ends when the states may be saved.</returns>
    /// <remarks>
    /// It is not called if the method failed, or if the replica ceased to be the primary while the method ran.
    /// </remarks>
    protected virtual Task OnPostActorMethodAsync(ActorMethodContext actorMethodContext) => Task.CompletedTask;

    private ActorTimer[] TimersNow()
    {
        lock (timers)
            return timers.Count == 0 ? [] : [.. timers.Cast<ActorTimer>()];
    }

    // Null for an actor that a test makes: no replica has ever held its service.
    private ActorManager Find()
    {
        if ((Entry?.Manager ?? ActorService.Manager) is { } manager)
            return manager;
        return ActorService.MemoryReminders is not null ? null
            : throw new FabricNotPrimaryException("The replica does not serve its actors now.");
    }

    private IReminders Reminders()
    {
        if (this is not IRemindable)
            throw new InvalidOperationException($"{GetType()} does not implement {nameof(IRemindable)}.");
        return Find()?.Reminders ?? (IReminders)ActorService.MemoryReminders;
    }
}
