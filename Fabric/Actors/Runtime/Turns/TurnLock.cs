using System.Diagnostics;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Fabric.Actors.Runtime.Turns;

/// <summary>Specifies what an actor answers a turn that wants to run.</summary>
internal enum TurnAnswer
{
    /// <summary>The turn runs now.</summary>
    Granted,

    /// <summary>The turn runs after those that came before it.</summary>
    Waiting,

    /// <summary>The very same call runs already.</summary>
    Duplicate,

    /// <summary>The turn comes from the one that runs, and the actor allows no reentrancy.</summary>
    Disallowed,

    /// <summary>The turn comes from the one that runs, in which another reentrant one runs already.</summary>
    TooDeep,

    /// <summary>The turn comes from the one that runs, in which an earlier reentrant one has failed.</summary>
    InvalidState,

    /// <summary>The actor has left the memory meanwhile: another object takes the turn.</summary>
    Gone,
}

/// <summary>
/// Determines who runs in one actor, and who waits: one turn at a time in the order of arrival, and within it one call
/// that comes back from it. Decides only; not thread safe.
/// </summary>
internal sealed class TurnLock(ActorReentrancyMode mode)
{
    private Turn? _holder;
    private Turn? _reentrant;
    private Turn? _first;
    private Turn? _last;

    internal bool IsInUse => _holder is not null || _reentrant is not null;

    internal bool HasWaiting => _first is not null;

    /// <summary>Gets the turn that holds the actor; null if none does.</summary>
    internal Turn? Holder => _holder;

    /// <param name="turn">The turn that wants to run.</param>
    /// <param name="isDirty">Whether a turn has failed and its changes are still in memory.</param>
    internal TurnAnswer Enter(Turn turn, bool isDirty)
    {
        Debug.Assert(!turn.IsWaiting, "A turn enters once.");
        if (!IsInUse)
        {
            _holder = turn;
            return TurnAnswer.Granted;
        }
        if (IsSame(turn, _holder) || IsSame(turn, _reentrant))
            return TurnAnswer.Duplicate;
        if (_holder is not null && turn.Path.ComesFrom(_holder.CurrentPath))
            return EnterAgain(turn, isDirty);
        Append(turn);
        return TurnAnswer.Waiting;
    }

    /// <summary>Ends a turn that was granted.</summary>
    /// <returns>The turn that runs next; null when nobody waits, or the actor is still in use.</returns>
    internal Turn? Leave(Turn turn)
    {
        // The holder may end before the call it made, and did not wait for.
        if (ReferenceEquals(turn, _reentrant))
            _reentrant = null;
        else if (ReferenceEquals(turn, _holder))
            _holder = null;
        if (IsInUse || _first is null)
            return null;
        _holder = _first;
        Remove(_first);
        return _holder;
    }

    /// <summary>Takes a turn that waits out of the queue.</summary>
    /// <returns>False when it does not wait, or no longer.</returns>
    internal bool Withdraw(Turn turn)
    {
        if (!turn.IsWaiting)
            return false;
        Remove(turn);
        return true;
    }

    /// <summary>Takes the first of the turns that wait out of the queue; null when none waits.</summary>
    internal Turn? WithdrawFirst()
    {
        var first = _first;
        if (first is not null)
            Remove(first);
        return first;
    }

    private static bool IsSame(Turn turn, Turn? running) =>
        running is not null && turn.Path.IsSame(running.Path);

    private TurnAnswer EnterAgain(Turn turn, bool isDirty)
    {
        if (mode == ActorReentrancyMode.Disallowed)
            return TurnAnswer.Disallowed;
        if (_reentrant is not null)
            return TurnAnswer.TooDeep;
        if (isDirty)
            return TurnAnswer.InvalidState;
        _reentrant = turn;
        turn.IsReentrant = true;
        return TurnAnswer.Granted;
    }

    private void Append(Turn turn)
    {
        turn.IsWaiting = true;
        turn.Previous = _last;
        if (_last is null)
            _first = turn;
        else
            _last.Next = turn;
        _last = turn;
    }

    private void Remove(Turn turn)
    {
        turn.IsWaiting = false;
        if (turn.Previous is null)
            _first = turn.Next;
        else
            turn.Previous.Next = turn.Next;
        if (turn.Next is null)
            _last = turn.Previous;
        else
            turn.Next.Previous = turn.Previous;
        turn.Previous = turn.Next = null;
    }
}
