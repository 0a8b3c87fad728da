using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Diagnostics;
using SfPerf.Fabric.Actors.Runtime.Events;
using SfPerf.Fabric.Actors.Runtime.Reminders;
using SfPerf.Fabric.Actors.Runtime.Turns;
using SfPerf.Fabric.Remoting;
using SfPerf.Platform;

namespace SfPerf.Fabric.Actors.Runtime.Activation;

/// <summary>
/// The actors of one primary, from its promotion until its demotion: gives each its turns, one after the other. A turn
/// that waits for nothing ends on the thread that began it.
/// </summary>
#pragma warning disable CA1001 // Close disposes of what it owns.
internal sealed class ActorManager
#pragma warning restore CA1001
{
    private readonly ActorTable _table = new();
    private readonly TurnRunner _runner;
    private readonly ExecutionContext _context = ExecutionContext.Capture()!; // of nobody's turn
    private bool _isClosed;

    internal ActorManager(ActorService service)
    {
        Service = service;
        Waits = new(Settings.ActorConcurrencySettings.LockTimeout, service.Time, Expire);
        Store = new(this);
        Reminders = new(this);
        _runner = new(this);
        Collector = new(this, Settings.ActorGarbageCollectionSettings);
        ActorMeter.Add(this);
    }

    internal ActorService Service { get; }

    internal ActorServiceSettings Settings => Service.Settings;

    /// <summary>Gets what the runtime itself stores by.</summary>
    internal ManagerStore Store { get; }

    internal LockWaits Waits { get; }

    internal ActorReminders Reminders { get; }

    internal IdleCollector Collector { get; }

    internal EventSubscriptions Events { get; } = new();

    /// <summary>Gets the actors in memory, also those being activated. A snapshot of no one moment.</summary>
    internal IEnumerable<ActorEntry> Entries => _table.Entries;

    /// <summary>Gets the number of actors in memory, also those being activated.</summary>
    internal int Count => _table.Count;

    internal bool IsClosed => Volatile.Read(ref _isClosed);

    /// <summary>Gives a turn its actor, now or when those that wait before it have ended. Any thread.</summary>
    internal void Start(Turn turn, in ActorKey key)
    {
        if (Enter(turn, key))
            Run(turn);
    }

    /// <summary>Gives a turn its place before its actor.</summary>
    /// <returns>Whether it has the actor: the caller calls <see cref="Run"/>.</returns>
    internal bool Enter(Turn turn, in ActorKey key)
    {
        if (ActorMeter.TimesTurns)
            turn.Arrived = Service.Time.GetTimestamp();
        while (!IsClosed)
        {
            var answer = Enter(turn, _table.FindOrAdd(key, this));
            if (answer != TurnAnswer.Gone)
                return answer == TurnAnswer.Granted;
        }
        RefuseAsMoved(turn);
        return false;
    }

    /// <summary>Gives a turn an actor that is in memory; if it has left that, the turn does not run.</summary>
    internal void Start(Turn turn, ActorEntry entry)
    {
        if (Enter(turn, entry) == TurnAnswer.Granted)
            Run(turn);
    }

    /// <summary>Deletes an actor and all that is stored of it, after the turns that wait for it now; an actor that asks
    /// for its own deletion is deleted when its turn has succeeded.</summary>
    /// <exception cref="ReminderLoadInProgressException">Which reminders the actor has is not known yet.</exception>
    internal Task DeleteAsync(ActorId id)
    {
        Reminders.CheckLoaded();
        var key = ActorKey.Of(id);
        if (TurnContext.Current is { } turn && turn.Entry.Manager == this && turn.Entry.Key == key)
        {
            turn.DeletesActor = true;
            return Task.CompletedTask;
        }
        var deletion = new DeletionTurn();
        Start(deletion, key);
        return deletion.Ended;
    }

    /// <summary>Takes the entry out of the table. Called by the entry, under its lock.</summary>
    internal void Remove(ActorEntry entry) => _table.Remove(entry);

    /// <summary>Finds an actor that is in memory.</summary>
    internal ActorEntry? Find(in ActorKey key) => _table.Find(key);

    internal bool IsActive(ActorId id) => Find(ActorKey.Of(id)) is { IsActive: true };

    /// <summary>Ends a turn whose code has ended, and runs those that waited for it.</summary>
    internal void End(Turn turn)
    {
        var next = Leave(turn);
        if (next is null)
            return;
        // This may be a thread that completes commits: others wait for it.
        if (OnReceiveThread.Begins)
            ExecutionContext.Run(_context, static t => ((Turn)t!).Entry.Manager.Run((Turn)t), next);
        else
            ThreadPool.UnsafeQueueUserWorkItem(static t => t.Entry.Manager.Run(t), next, preferLocal: false);
    }

    /// <summary>Ends, without a result, the deactivation of an actor that has left the table.</summary>
    internal static async Task DeactivateAsync(ActorEntry entry)
    {
        if (entry.Actor is not { } actor)
            return;
        try
        {
            actor.Abandon();
            if (!entry.IsActive)
                return;
            await actor.ClearStatesAsync().ConfigureAwait(false);
            await actor.InvokeOnDeactivateAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            // Nobody waits for the deactivation of an actor; what it has changed is not stored.
        }
    }

    /// <summary>Refuses all turns from now on. Those that run fail when they end; actors without one are
    /// deactivated.</summary>
    internal void Close()
    {
        Volatile.Write(ref _isClosed, true);
        ActorMeter.Remove(this);
        Collector.Dispose();
        Reminders.Dispose();
        Waits.Dispose();
        // Not all actors: the change of role waits for this, and there may be a million, most of them idle.
        foreach (var entry in Waits.Entries())
            RefuseWaiting(entry);
        // User code, of all actors: the change of role does not wait for it.
        Task.Run(Collector.CollectAllAsync).Forget();
    }

    /// <summary>Refuses the turns that wait for an actor that was deleted: they are for another one of its id.
    /// </summary>
    internal static void RefuseDeleted(ActorEntry entry)
    {
        foreach (var turn in entry.WithdrawAll())
        {
            turn.Failure = new ActorDeletedException($"The actor '{entry.Key.ToActorId()}' was deleted meanwhile.");
            turn.Finish(TurnEnd.Refused);
        }
    }

    internal static FabricNotPrimaryException NotHere() => new("The replica does not serve its actors now.");

    /// <summary>Runs a turn that has its actor, and those that wait for it.</summary>
    internal void Run(Turn first)
    {
        for (var turn = first; turn is not null; turn = Leave(turn))
        {
            var running = _runner.RunAsync(turn);
            if (!running.IsCompleted)
            {
                turn.AwaitEnd(running);
                return;
            }
            running.Completed();
        }
    }

    private TurnAnswer Enter(Turn turn, ActorEntry entry)
    {
        var answer = entry.Enter(turn);
        if (answer == TurnAnswer.Waiting && IsClosed)
            RefuseWaiting(entry); // It may have come after those that waited were refused.
        else if (answer is not (TurnAnswer.Granted or TurnAnswer.Waiting or TurnAnswer.Gone))
            Refuse(turn, answer);
        return answer;
    }

    private Turn? Leave(Turn turn)
    {
        var entry = turn.Entry;
        var next = entry.Leave(turn);
        if (turn.Began != 0)
            ActorMeter.LockHeld.RecordSince(turn.Began, Service.Time);
        turn.Finish(TurnEnd.Ran);
        if (next is null && IsClosed && entry.TryCollect(IdleCollector.Now))
            DeactivateAsync(entry).Forget();
        return next;
    }

    private void Expire(LockWait wait)
    {
        if (!wait.Entry.Expire(wait))
            return;
        wait.Turn.Failure = new ActorConcurrencyLockTimeoutException(
            $"The actor '{wait.Entry.Key.ToActorId()}' was not free for {wait.Turn.Method.MethodName} within "
            + $"{Settings.ActorConcurrencySettings.LockTimeout} (ActorConcurrencySettings.LockTimeout); "
            + $"{wait.Entry.HolderName()} runs in it.");
        wait.Turn.Finish(TurnEnd.LockTimeout);
    }

    private static void Refuse(Turn turn, TurnAnswer answer)
    {
        var call = $"The call of {turn.Method.MethodName} comes from the turn that the actor "
            + $"'{turn.Entry.Key.ToActorId()}' is at";
        turn.Failure = answer switch
        {
            TurnAnswer.Duplicate => new DuplicateMessageException("The same call runs already."),
            TurnAnswer.Disallowed => new ReentrancyModeDisallowedException(
                $"{call}; its service allows no reentrancy (ActorReentrancyMode.Disallowed)."),
            TurnAnswer.TooDeep => new InvalidReentrantCallException(
                $"{call}, in which another reentrant call runs already."),
            _ => new ReentrantActorInvalidStateException($"{call}, in which an earlier reentrant call has failed."),
        };
        turn.Finish(answer == TurnAnswer.Duplicate ? TurnEnd.Duplicate : TurnEnd.Refused);
    }

    private static void RefuseWaiting(ActorEntry entry)
    {
        foreach (var turn in entry.WithdrawAll())
            RefuseAsMoved(turn);
    }

    private static void RefuseAsMoved(Turn turn)
    {
        turn.Failure = NotHere();
        turn.Finish(TurnEnd.NotHere);
    }
}
