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
/// The base of actors. One turn at a time runs in an actor: a method, a timer's or reminder's callback, activation.
/// </summary>
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

    public ActorId Id { get; }

    public ActorService ActorService { get; }

    public string ApplicationName => ActorService.Context.CodePackageActivationContext.ApplicationName;

    public Uri ServiceUri => ActorService.Context.ServiceName;

    /// <summary>Gets the actor's place in its service's table; null before its activation.</summary>
    internal ActorEntry Entry { get; private set; }

    internal Task InvokeOnActivateAsync() => OnActivateAsync();

    internal Task InvokeOnDeactivateAsync() => OnDeactivateAsync();

    internal Task InvokeOnPreActorMethodAsync(in ActorMethodContext context) => OnPreActorMethodAsync(context);

    internal Task InvokeOnPostActorMethodAsync(in ActorMethodContext context) => OnPostActorMethodAsync(context);

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

    /// <summary>Registers a timer, which lives as long as this object: until it is collected, deleted or moved.
    /// </summary>
    /// <param name="asyncCallback">Runs as a turn of the actor. If it fails, the next one comes all the same.</param>
    /// <param name="state">Given to the callback.</param>
    /// <param name="dueTime">The time until the first callback; zero: at once; -1 ms: never.</param>
    /// <param name="period">The time from the end of one callback to the next; -1 ms: there is no next.</param>
    /// <exception cref="ObjectDisposedException">The object is no longer its actor's.</exception>
    protected IActorTimer RegisterTimer(
        Func<object, Task> asyncCallback, object state, TimeSpan dueTime, TimeSpan period)
    {
        ArgumentNullException.ThrowIfNull(asyncCallback);
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

    /// <summary>Ends a timer. A callback that runs goes on.</summary>
    protected void UnregisterTimer(IActorTimer timer) => timer?.Dispose();

    /// <summary>Registers a reminder, which is stored at once, whatever becomes of the turn.</summary>
    /// <param name="reminderName">A reminder of the same name is replaced.</param>
    /// <param name="state">Given to <see cref="IRemindable.ReceiveReminderAsync"/>; may be null.</param>
    /// <param name="dueTime">The time until it fires first. It counts while no replica runs, too.</param>
    /// <param name="period">The time from the end of one callback to the next; -1 ms: it fires once.</param>
    /// <exception cref="InvalidOperationException">The actor is not <see cref="IRemindable"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A time is negative, and not a period of -1 ms.</exception>
    protected Task<IActorReminder> RegisterReminderAsync(
        string reminderName, byte[] state, TimeSpan dueTime, TimeSpan period)
    {
        ArgumentNullException.ThrowIfNull(reminderName);
        ArgumentOutOfRangeException.ThrowIfLessThan(dueTime, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(period, Timeout.InfiniteTimeSpan);
        return Reminders().RegisterAsync(Id, reminderName, state, dueTime, period);
    }

    /// <exception cref="InvalidOperationException">The actor is not <see cref="IRemindable"/>.</exception>
    /// <exception cref="ReminderNotFoundException">There is no reminder of this name.</exception>
    protected IActorReminder GetReminder(string reminderName)
    {
        ArgumentNullException.ThrowIfNull(reminderName);
        return Reminders().Get(Id, reminderName);
    }

    /// <exception cref="InvalidOperationException">The actor is not <see cref="IRemindable"/>.</exception>
    /// <exception cref="ReminderNotFoundException">There is no reminder of this name.</exception>
    protected Task UnregisterReminderAsync(IActorReminder reminder)
    {
        ArgumentNullException.ThrowIfNull(reminder);
        return Reminders().UnregisterAsync(Id, reminder.Name);
    }

    /// <summary>Gets what sends an event to those who subscribed to it at this actor. It is sent at once, not stored,
    /// whatever becomes of the turn. To an event that no interface of the actor publishes nobody can subscribe: it goes
    /// to nobody.</summary>
    /// <exception cref="ArgumentException">The type is no event interface.</exception>
    protected TEvent GetEvent<TEvent>()
    {
        if (!ActorService.ActorTypeInformation.EventInterfaceTypes.Contains(typeof(TEvent)))
            InterfaceChecks.CheckEventInterface(typeof(TEvent));
        return EventSource<TEvent>.Create(Find()?.Events ?? new(), ActorKey.Of(Id)); // Else nobody has subscribed.
    }

    /// <summary>Called in the first turn, before its method. If it fails, the next turn makes another object.</summary>
    protected virtual Task OnActivateAsync() => Task.CompletedTask;

    /// <summary>
    /// Called when the actor has left the memory. It need not be: not when the process or the node ends.
    /// </summary>
    protected virtual Task OnDeactivateAsync() => Task.CompletedTask;

    /// <summary>Called in each turn before its method, which does not run if this fails.</summary>
    protected virtual Task OnPreActorMethodAsync(ActorMethodContext actorMethodContext) => Task.CompletedTask;

    /// <summary>Called in each turn after its method, unless that has failed.</summary>
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
