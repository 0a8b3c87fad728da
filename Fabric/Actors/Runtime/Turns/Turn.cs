using System;
using System.Diagnostics;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Remoting.Runtime;
using SfPerf.Platform;

namespace SfPerf.Fabric.Actors.Runtime.Turns;

/// <summary>
/// Represents one turn of an actor: a method that was called, the callback of a timer or a reminder, or the actor's
/// deletion. It is a <see cref="ServerCall"/> because most turns are; the others have no connection.
/// </summary>
internal abstract class Turn : ServerCall
{
    private readonly Action _onRan;
    private ValueTask _running;

    private protected Turn() => _onRan = OnRan;

    /// <summary>Gets or sets the path of the call that wants the turn.</summary>
    internal CallPath Path { get; set; }

    /// <summary>Gets the path that calls from the turn begin with.</summary>
    internal CallPath CurrentPath => Context?.Path ?? Path;

    /// <summary>Gets or sets what flows with the turn's code, once it runs.</summary>
    internal TurnContext? Context { get; set; }

    internal ActorEntry Entry { get; set; } = null!;

    /// <summary>Gets or sets why the turn failed; null while it did not.</summary>
    internal Exception? Failure { get; set; }

    /// <summary>Gets or sets whether the turn runs within another one of its actor.</summary>
    internal bool IsReentrant { get; set; }

    /// <summary>Gets or sets the timestamps of the turn's arrival and beginning; zero while nobody listens.</summary>
    internal long Arrived { get; set; }

    internal long Began { get; set; }

    // The place in the queue of the actor's lock; guarded by the actor's entry.
    internal bool IsWaiting { get; set; }

    internal Turn? Next { get; set; }

    internal Turn? Previous { get; set; }

    // The place among all turns that wait; guarded by LockWaits.
    internal LockWait? Wait { get; set; }

    /// <summary>Gets whether the turn keeps its actor from being collected for a while after its end.</summary>
    internal virtual bool CountsAsUse => true;

    /// <summary>Gets whether the turn deletes its actor, which need not be active.</summary>
    internal virtual bool IsDeletion => false;

    internal abstract ActorMethodContext Method { get; }

    /// <summary>Tells, once the turn has its actor, whether there is still something to run.</summary>
    internal virtual bool IsWanted(ActorEntry entry) => true;

    /// <summary>Stores what the turn has changed. The task is the default one only if nothing was waited for.</summary>
    internal virtual ValueTask SaveAsync(ActorBase actor) => actor.SaveStatesAsync();

    /// <summary>Runs the turn's own code on its actor.</summary>
    internal abstract Task InvokeAsync(ActorBase actor);

    /// <summary>Tells whoever waits for the turn how it ended. The turn belongs to its pool afterwards.</summary>
    /// <param name="kind">Whether the turn ran and ended with <see cref="Failure"/>, or why it never began.</param>
    internal abstract void Finish(TurnEnd kind);

    /// <summary>Waits, without a thread, until the code of the turn has ended.</summary>
    internal void AwaitEnd(ValueTask running)
    {
        _running = running;
        _running.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(_onRan);
    }

    /// <summary>Forgets the turn's own data before the object goes back to its pool.</summary>
    private protected void Clear()
    {
        Debug.Assert(!IsWaiting, "A turn that waits has not ended.");
        (Path, Context, Entry, Failure, IsReentrant) = (default, null, null!, null, false);
        (Connection, Route, Arrived, Began) = (null!, null!, 0, 0);
    }

    private void OnRan()
    {
        var running = _running;
        _running = default;
        running.Completed();
        Entry.Manager.End(this);
    }
}

/// <summary>Specifies how a turn ended.</summary>
internal enum TurnEnd
{
    /// <summary>It ran; its failure tells whether it threw.</summary>
    Ran,

    /// <summary>It was refused, and its failure is the caller's.</summary>
    Refused,

    /// <summary>It did not get the actor in time; a call from outside may try again.</summary>
    LockTimeout,

    /// <summary>The same call runs already; its caller asks again until that has ended.</summary>
    Duplicate,

    /// <summary>The replica is no longer, or not yet, the one that serves the actor.</summary>
    NotHere,
}
