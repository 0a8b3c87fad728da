using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Diagnostics;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Turns;
using SfPerf.Fabric.Actors.State;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Platform;

namespace SfPerf.Fabric.Actors.Runtime.Reminders;

/// <summary>
/// The reminders of one primary's actors: loaded after its promotion, fired at their due times, a bounded number at
/// once. Due times are UTC, so that the time counts during which no replica ran.
/// </summary>
internal sealed class ActorReminders : IReminders, IDisposable
{
    // Each firing is a turn. The bound leaves room for calls when many reminders are due together, as after a
    // promotion.
    private const int FiringMax = 128;

    // The system clock may be set while a timer waits, and the timer does not follow it.
    private static readonly TimeSpan WaitMax = TimeSpan.FromMinutes(1);

    // Until reminders fire again that are due while the replica cannot be read.
    private static readonly TimeSpan UnreadableDelay = TimeSpan.FromMilliseconds(200);

    // Until a reminder fires again whose turn was refused.
    private static readonly TimeSpan RefusedDelay = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private readonly TimeProvider _time;
    private readonly ITimer _timer;
    private ReminderTable? _table; // guarded by _gate; null until the reminders are loaded
    private int _firing;           // guarded by _gate
    private bool _isClosed;        // guarded by _gate

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
                return _table?.Armed ?? 0;
        }
    }

    /// <summary>Reads the stored reminders and arms them.</summary>
    internal async Task LoadAsync(CancellationToken cancellationToken)
    {
        var stored = await Manager.Service.StateProvider.LoadRemindersAsync(cancellationToken).ConfigureAwait(false);
        // Outside the lock, which calls want: there may be a million.
        var table = MakeTable(stored);
        lock (_gate)
        {
            if (_isClosed)
                return;
            _table ??= table;
        }
        FireDue();
    }

    /// <exception cref="ReminderLoadInProgressException">The caller tries again.</exception>
    internal void CheckLoaded()
    {
        lock (_gate)
        {
            if (_table is null)
                throw new ReminderLoadInProgressException("The replica has not loaded its reminders yet.");
        }
    }

    public async Task<IActorReminder> RegisterAsync(
        ActorId id, string name, byte[]? state, TimeSpan dueTime, TimeSpan period)
    {
        CheckLoaded();
        var reminder = new ActorReminder(ActorKey.Of(id), name, state, dueTime, period);
        var due = After(_time.GetUtcNow(), dueTime);
        await Manager.Store.SaveReminderAsync(id, reminder).ConfigureAwait(false);
        lock (_gate)
            _table!.Add(reminder, due);
        FireDue();
        return reminder;
    }

    /// <exception cref="ReminderNotFoundException">There is none of this name.</exception>
    public IActorReminder Get(ActorId id, string name)
    {
        CheckLoaded();
        lock (_gate)
            return _table!.Find(ActorKey.Of(id), name) ?? throw NotFound(id, name);
    }

    /// <exception cref="ReminderNotFoundException">There is none of this name.</exception>
    public async Task UnregisterAsync(ActorId id, string name)
    {
        CheckLoaded();
        ActorReminder? reminder;
        lock (_gate)
            reminder = _table!.Find(ActorKey.Of(id), name) ?? throw NotFound(id, name);
        await Manager.Store.DeleteReminderAsync(id, name).ConfigureAwait(false);
        lock (_gate)
            _table!.Drop(reminder);
    }

    /// <summary>Ends all reminders of an actor that was deleted, with what is stored of them.</summary>
    internal void Drop(in ActorKey key)
    {
        lock (_gate)
            _table?.Drop(key);
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
            Continue(reminder, turn.IsRecorded, reminder.Period);
        else if (WasRefused(turn, kind, failure))
            Continue(reminder, isRecorded: false, RefusedDelay);
        else
            RecordFailedAsync(reminder).Forget();
    }

    public void Dispose()
    {
        lock (_gate)
            _isClosed = true;
        _timer.Dispose();
    }

    // Nobody else repeats what a proxy would call again: the replica could not be read for a while, the actor was not
    // free in time, or what the callback changed could not be stored.
    private static bool WasRefused(ReminderTurn turn, TurnEnd kind, Exception failure) =>
        kind == TurnEnd.LockTimeout || RetryRules.ShouldRunAgain(failure, seeksPrimary: true, out _)
            || ReliableRowStore.IsOutcomeUnknown(failure) || (turn.HasBegunToSave && failure is TimeoutException);

    // The changes of a failed callback are discarded, but the firing is recorded.
    private async Task RecordFailedAsync(ActorReminder reminder)
    {
        var isRecorded = false;
        try
        {
            var id = reminder.Key.ToActorId();
            if (IsCurrent(reminder) && IsDeletedOnceFired(reminder))
                await Manager.Store.DeleteReminderAsync(id, reminder.Name).ConfigureAwait(false);
            else if (IsCurrent(reminder))
                await Manager.Store.CompleteReminderAsync(id, reminder).ConfigureAwait(false);
            isRecorded = true;
        }
        catch (Exception)
        {
            // The replica lost its role, or its quorum: the next primary fires the reminder again.
        }
        Continue(reminder, isRecorded, reminder.Period);
    }

    // A negative time until it fires next means never: the reminder stays, unless it is deleted once it has fired.
    private void Continue(ActorReminder reminder, bool isRecorded, TimeSpan next)
    {
        lock (_gate)
        {
            _firing--;
            if (reminder.IsCurrent && isRecorded && IsDeletedOnceFired(reminder))
                _table!.Drop(reminder);
            else if (reminder.IsCurrent && !_isClosed)
                _table!.Schedule(reminder, After(_time.GetUtcNow(), next));
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
            if (_isClosed || _table is null || _firing >= FiringMax)
                return null;
            // A callback that reads would be refused.
            if (Manager.Service.ReadStatus != PartitionAccessStatus.Granted)
            {
                _timer.Change(UnreadableDelay, Timeout.InfiniteTimeSpan);
                return null;
            }

            var now = _time.GetUtcNow();
            if (_table.TakeDue(now, out var next) is { } due)
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

    private ReminderTable MakeTable(IActorReminderCollection stored)
    {
        var table = new ReminderTable();
        // A class that was remindable once may have left some behind.
        if (!Manager.Service.ActorTypeInformation.IsRemindable)
            return table;
        var now = _time.GetUtcNow();
        foreach (var (id, reminders) in stored)
        {
            var key = ActorKey.Of(id);
            foreach (var r in reminders)
                table.Add(new(key, r.Name, r.State, r.DueTime, r.Period), After(now, r.RemainingDueTime));
        }

        return table;
    }

    private static DateTimeOffset? After(DateTimeOffset now, TimeSpan time) => time < TimeSpan.Zero ? null
        : time < DateTimeOffset.MaxValue - now ? now + time
        : DateTimeOffset.MaxValue;

    internal static ReminderNotFoundException NotFound(ActorId id, string name) =>
        new($"The actor '{id}' has no reminder named '{name}'.");
}
