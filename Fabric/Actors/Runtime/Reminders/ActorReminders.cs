using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Diagnostics;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Turns;
using SfPerf.Platform;

namespace SfPerf.Fabric.Actors.Runtime.Reminders;

/// <summary>
/// The reminders of one primary's actors: loaded after its promotion, fired at their due times, a bounded number at
/// once. Due times are UTC, so that the time counts during which no replica ran.
/// </summary>
internal sealed class ActorReminders : IDisposable
{
    // A turn each: those that are due together, as after a promotion, leave room for calls.
    private const int FiringMax = 128;

    // The system's clock may be set while a timer, which does not follow it, waits.
    private static readonly TimeSpan WaitMax = TimeSpan.FromMinutes(1);

    private readonly Lock _gate = new();
    private readonly Dictionary<ActorKey, Dictionary<string, ActorReminder>> _byActor = []; // guarded by _gate
    private readonly ReminderSchedule _schedule = new();                                    // guarded by _gate
    private readonly TimeProvider _time;
    private readonly ITimer _timer;
    private int _firing;    // guarded by _gate
    private bool _isLoaded; // guarded by _gate
    private bool _isClosed; // guarded by _gate

    internal ActorReminders(ActorManager manager)
    {
        Manager = manager;
        _time = manager.Service.Time;
        _timer = _time.CreateTimer(
            static r => ((ActorReminders)r!).FireDue(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    internal ActorManager Manager { get; }

    /// <summary>Gets the number of reminders that will fire.</summary>
    internal int Armed
    {
        get
        {
            lock (_gate)
                return _schedule.Count;
        }
    }

    private IActorStateProvider Provider => Manager.Service.StateProvider;

    /// <summary>Reads the stored reminders and arms them.</summary>
    internal async Task LoadAsync(CancellationToken cancellationToken)
    {
        var stored = await Provider.LoadRemindersAsync(cancellationToken).ConfigureAwait(false);
        lock (_gate)
        {
            if (_isLoaded || _isClosed)
                return;
            _isLoaded = true;
            var now = _time.GetUtcNow();
            // A class that was remindable once may have left some behind.
            if (!Manager.Service.ActorTypeInformation.IsRemindable)
                return;
            foreach (var (id, reminders) in stored)
            {
                foreach (var reminder in reminders)
                    Add(Make(ActorKey.Of(id), reminder), After(now, reminder.RemainingDueTime));
            }
        }
        FireDue();
    }

    /// <exception cref="ReminderLoadInProgressException">The caller tries again.</exception>
    internal void CheckLoaded()
    {
        lock (_gate)
        {
            if (!_isLoaded)
                throw new ReminderLoadInProgressException("The replica has not loaded its reminders yet.");
        }
    }

    internal async Task<IActorReminder> RegisterAsync(
        ActorId id, string name, byte[]? state, TimeSpan dueTime, TimeSpan period)
    {
        CheckLoaded();
        var reminder = new ActorReminder(ActorKey.Of(id), name, state, dueTime, period);
        var due = After(_time.GetUtcNow(), dueTime);
        await Provider.SaveReminderAsync(id, reminder).ConfigureAwait(false);
        lock (_gate)
            Add(reminder, due);
        FireDue();
        return reminder;
    }

    /// <exception cref="ReminderNotFoundException">There is none of this name.</exception>
    internal IActorReminder Get(ActorId id, string name)
    {
        CheckLoaded();
        lock (_gate)
            return Find(ActorKey.Of(id), name) ?? throw NotFound(id, name);
    }

    /// <exception cref="ReminderNotFoundException">There is none of this name.</exception>
    internal async Task UnregisterAsync(ActorId id, string name)
    {
        CheckLoaded();
        ActorReminder? reminder;
        lock (_gate)
            reminder = Find(ActorKey.Of(id), name) ?? throw NotFound(id, name);
        await Provider.DeleteReminderAsync(id, name).ConfigureAwait(false);
        lock (_gate)
            Drop(reminder);
    }

    /// <summary>Ends all reminders of an actor that was deleted, with what is stored of them.</summary>
    internal void Drop(in ActorKey key)
    {
        lock (_gate)
        {
            if (!_byActor.Remove(key, out var reminders))
                return;
            foreach (var reminder in reminders.Values)
                _schedule.Drop(reminder);
        }
    }

    internal bool IsCurrent(ActorReminder reminder)
    {
        lock (_gate)
            return reminder.IsCurrent && !_isClosed;
    }

    internal bool IsDeletedOnceFired(ActorReminder reminder) =>
        reminder.IsOneTime && Manager.Settings.ReminderSettings.AutoDeleteOneTimeReminders;

    /// <summary>Ends a firing.</summary>
    internal void OnFired(ReminderTurn turn, ActorReminder reminder, TurnEnd kind, Exception? failure)
    {
        if (turn.IsRecorded || failure is null || kind == TurnEnd.NotHere)
            Continue(reminder, isRecorded: turn.IsRecorded);
        else
            RecordFailedAsync(reminder).Forget();
    }

    public void Dispose()
    {
        lock (_gate)
            _isClosed = true;
        _timer.Dispose();
    }

    // What the callback has changed is forgotten; that it was called is not.
    private async Task RecordFailedAsync(ActorReminder reminder)
    {
        var isRecorded = false;
        try
        {
            var id = reminder.Key.ToActorId();
            if (IsCurrent(reminder) && IsDeletedOnceFired(reminder))
                await Provider.DeleteReminderAsync(id, reminder.Name).ConfigureAwait(false);
            else if (IsCurrent(reminder))
                await Provider.ReminderCallbackCompletedAsync(id, reminder).ConfigureAwait(false);
            isRecorded = true;
        }
        catch (Exception)
        {
            // The replica lost its role, or its quorum: the next primary fires the reminder again.
        }
        Continue(reminder, isRecorded);
    }

    private void Continue(ActorReminder reminder, bool isRecorded)
    {
        lock (_gate)
        {
            _firing--;
            if (reminder.IsCurrent && isRecorded && IsDeletedOnceFired(reminder))
                Drop(reminder);
            else if (reminder.IsCurrent && reminder.Repeats && !_isClosed)
                Schedule(reminder, After(_time.GetUtcNow(), reminder.Period));
        }
        FireDue();
    }

    private void FireDue()
    {
        while (TakeDue() is { } due)
            ThreadPool.UnsafeQueueUserWorkItem(new ReminderTurn(this, due), preferLocal: false);
    }

    private ActorReminder? TakeDue()
    {
        lock (_gate)
        {
            if (_isClosed || !_isLoaded || _firing >= FiringMax)
                return null;
            var now = _time.GetUtcNow();
            if (_schedule.TakeDue(now, out var next) is { } due)
            {
                ActorMeter.ReminderLateness.Record((now - due.Due).TotalMilliseconds);
                _firing++;
                return due;
            }
            if (next is { } time)
                _timer.Change(WaitUntil(now, time), Timeout.InfiniteTimeSpan);
            return null;
        }
    }

    private static TimeSpan WaitUntil(DateTimeOffset now, DateTimeOffset due) =>
        due - now < WaitMax ? TimeSpan.FromMilliseconds(Math.Ceiling((due - now).TotalMilliseconds)) : WaitMax;

    private static ActorReminder Make(ActorKey key, IActorReminderState stored) =>
        new(key, stored.Name, stored.State, stored.DueTime, stored.Period);

    private void Add(ActorReminder reminder, DateTimeOffset? due)
    {
        if (!_byActor.TryGetValue(reminder.Key, out var reminders))
            _byActor.Add(reminder.Key, reminders = []);
        if (reminders.TryGetValue(reminder.Name, out var replaced))
            _schedule.Drop(replaced);
        reminders[reminder.Name] = reminder;
        Schedule(reminder, due);
    }

    // Null: one that has fired, and is kept.
    private void Schedule(ActorReminder reminder, DateTimeOffset? due)
    {
        if (due is { } time)
            _schedule.Add(reminder, time);
    }

    private void Drop(ActorReminder reminder)
    {
        _schedule.Drop(reminder);
        if (!_byActor.TryGetValue(reminder.Key, out var reminders)
            || !ReferenceEquals(reminders.GetValueOrDefault(reminder.Name), reminder))
            return;
        reminders.Remove(reminder.Name);
        if (reminders.Count == 0)
            _byActor.Remove(reminder.Key);
    }

    private ActorReminder? Find(ActorKey key, string name) =>
        _byActor.TryGetValue(key, out var reminders) ? reminders.GetValueOrDefault(name) : null;

    private static DateTimeOffset? After(DateTimeOffset now, TimeSpan time) => time < TimeSpan.Zero ? null
        : time < DateTimeOffset.MaxValue - now ? now + time
        : DateTimeOffset.MaxValue;

    private static ReminderNotFoundException NotFound(ActorId id, string name) =>
        new($"The actor '{id}' has no reminder named '{name}'.");
}
