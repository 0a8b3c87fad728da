using System.Collections.Generic;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Runtime.Turns;

namespace SfPerf.Fabric.Actors.Runtime.Activation;

/// <summary>
/// An actor in memory, from the first turn that wants it until it is collected or deleted: its object and who may run
/// in it. The entry is its own lock, since there may be a million.
/// </summary>
internal sealed class ActorEntry(ActorManager manager, ActorKey key)
{
    private readonly TurnLock _lock = new(manager.Settings.ActorConcurrencySettings.ReentrancyMode); // guarded by this
    private bool _isGone;   // guarded by this: out of the table
    private int _scansIdle; // guarded by this

    internal ActorManager Manager => manager;

    internal ActorKey Key => key;

    /// <summary>Gets or sets the actor's object; null before its activation. Belongs to the turn that runs.</summary>
    internal ActorBase? Actor { get; set; }

    /// <summary>Gets or sets whether OnActivateAsync has succeeded. Belongs to the turn that runs.</summary>
    internal bool IsActive { get; set; }

    /// <summary>Gets or sets whether a turn has failed, so that what it changed has to be forgotten. Belongs to the
    /// turn that runs.</summary>
    internal bool IsDirty { get; set; }

    /// <summary>Gets or sets whether it is stored that the actor exists. Belongs to the turn that runs.</summary>
    internal bool IsRecorded { get; set; }

    internal TurnAnswer Enter(Turn turn)
    {
        lock (this)
        {
            if (_isGone)
                return TurnAnswer.Gone;
            if (turn.CountsAsUse)
                _scansIdle = 0;
            turn.Entry = this;
            var answer = _lock.Enter(turn, IsDirty);
            if (answer == TurnAnswer.Waiting)
                manager.Waits.Add(turn, this);
            return answer;
        }
    }

    /// <summary>Ends a turn.</summary>
    /// <returns>The turn that runs next, if one waits.</returns>
    internal Turn? Leave(Turn turn)
    {
        lock (this)
        {
            var next = _lock.Leave(turn);
            if (next is not null)
                manager.Waits.Remove(next);
            return next;
        }
    }

    /// <summary>Ends a turn's wait, if it is still under way.</summary>
    internal bool Expire(LockWait wait)
    {
        lock (this)
        {
            // The wait may have been withdrawn or granted, or its object may be used for another wait by now.
            return ReferenceEquals(wait.Turn.Entry, this) && wait.Turn.Wait is null && _lock.Withdraw(wait.Turn);
        }
    }

    /// <summary>Gets what runs in the actor, for a text.</summary>
    internal string HolderName()
    {
        lock (this)
            return _lock.Holder?.Method.MethodName ?? "nothing";
    }

    /// <summary>Takes all turns that wait out of the queue.</summary>
    internal IReadOnlyList<Turn> WithdrawAll()
    {
        List<Turn> all;
        lock (this)
        {
            if (!_lock.HasWaiting)
                return [];
            all = [];
            while (_lock.WithdrawFirst() is { } turn)
            {
                manager.Waits.Remove(turn);
                all.Add(turn);
            }
        }
        return all;
    }

    /// <summary>Takes the actor out of the table, whoever runs in it: no further turn gets it.</summary>
    internal void Remove()
    {
        lock (this)
        {
            _isGone = true;
            manager.Remove(this);
        }
    }

    /// <summary>Counts a scan that found the actor unused.</summary>
    /// <param name="scansMax">The number of such scans that it outlives.</param>
    /// <returns>True if the actor has left the table: the caller deactivates it.</returns>
    internal bool TryCollect(int scansMax)
    {
        lock (this)
        {
            if (_isGone || _lock.IsInUse || ++_scansIdle <= scansMax)
                return false;
            _isGone = true;
            manager.Remove(this);
            return true;
        }
    }
}
