using System;
using System.Fabric;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Diagnostics;
using SfPerf.Fabric.Actors.Runtime.Turns;

namespace SfPerf.Fabric.Actors.Runtime.Activation;

/// <summary>
/// Runs a turn that has its actor: activation if need be, the hooks around the turn's own code, and at its end one save
/// of all that has changed.
/// </summary>
internal sealed class TurnRunner(ActorManager manager)
{
    private readonly ActorService _service = manager.Service;

    /// <summary>Runs a turn. Never throws: why it failed is in the turn.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    internal async ValueTask RunAsync(Turn turn)
    {
        var entry = turn.Entry;
        var context = new TurnContext(entry, turn.Path);
        turn.Context = context;
        context.Enter();
        if (turn.Arrived != 0)
            Begin(turn);
        try
        {
            if (!turn.IsWanted(entry))
                return;
            if (turn.IsDeletion)
            {
                await DeleteAsync(entry).ConfigureAwait(false);
                return;
            }
            if (!turn.IsReentrant && (entry.IsDirty || !entry.IsActive))
                await PrepareAsync(entry).ConfigureAwait(false);
            var actor = entry.Actor!;
            await actor.InvokeOnPreActorMethodAsync(turn.Method).ConfigureAwait(false);
            var began = ActorMeter.Method.Enabled ? _service.Time.GetTimestamp() : 0;
            await turn.InvokeAsync(actor).ConfigureAwait(false);
            if (began != 0)
                ActorMeter.Method.RecordSince(began, _service.Time, turn.Method.MethodName);
            if (manager.IsClosed)
                throw ActorManager.NotHere();
            await actor.InvokeOnPostActorMethodAsync(turn.Method).ConfigureAwait(false);
            began = ActorMeter.Save.Enabled ? _service.Time.GetTimestamp() : 0;
            // This code is not a method of its own: each async method costs an object while many turns wait for their
            // commits.
            var saving = turn.SaveAsync(actor);
            // A commit waits for a quorum, which proves that this is the primary. Where nothing was committed, what was
            // read may be an old state. A commit that has ended meanwhile is one that was waited for.
            if (saving == default)
            {
                _service.CheckReadable();
            }
            else
            {
                await saving.ConfigureAwait(false);
                ActorMeter.Save.RecordSince(began, _service.Time);
            }

            if (!entry.IsRecorded)
                await RecordAsync(entry, actor.Id).ConfigureAwait(false);
            if (context.DeletesActor)
                await DeleteAsync(entry).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            turn.Failure = FailureOf(e);
            entry.IsDirty = true;
            ActorMeter.MethodExceptions.Add(1, ActorMeter.MethodTag(turn.Method.MethodName));
        }
        finally
        {
            context.End();
        }
    }

    private void Begin(Turn turn)
    {
        turn.Began = _service.Time.GetTimestamp();
        ActorMeter.LockWait.RecordSince(turn.Arrived, _service.Time);
    }

    private async ValueTask PrepareAsync(ActorEntry entry)
    {
        if (entry is { IsDirty: true, Actor: { } failed })
            await failed.ClearStatesAsync().ConfigureAwait(false);
        entry.IsDirty = false;
        if (!entry.IsActive)
            await ActivateAsync(entry).ConfigureAwait(false);
    }

    // A failed activation leaves nothing behind: the next turn makes another object.
    private async ValueTask ActivateAsync(ActorEntry entry)
    {
        var actor = _service.Activate(entry.Key.ToActorId());
        var began = ActorMeter.Activation.Enabled ? _service.Time.GetTimestamp() : 0;
        try
        {
            // Its states are of the term in which it was made; a manager that is closed may have seen that term begin.
            if (manager.IsClosed)
                throw ActorManager.NotHere();
            entry.Actor = actor;
            actor.Attach(entry);
            await actor.InvokeOnActivateAsync().ConfigureAwait(false);
            // Before the turn runs: if it fails, what the activation has changed remains.
            await actor.SaveStatesAsync().ConfigureAwait(false);
            entry.IsActive = true;
            ActorMeter.Activation.RecordSince(began, _service.Time);
        }
        catch
        {
            entry.Actor = null;
            actor.Abandon();
            throw;
        }
    }

    // The record that the actor exists goes with its first states; it is one of its own if there are none yet.
    private async ValueTask RecordAsync(ActorEntry entry, ActorId id)
    {
        await manager.Store.AddActorAsync(id).ConfigureAwait(false);
        entry.IsRecorded = true;
    }

    private async ValueTask DeleteAsync(ActorEntry entry)
    {
        await manager.Store.RemoveActorAsync(entry.Key.ToActorId()).ConfigureAwait(false);
        manager.Reminders.Drop(entry.Key);
        manager.Events.Drop(entry.Key);
        entry.Remove();
        ActorManager.RefuseDeleted(entry);
        await ActorManager.DeactivateAsync(entry).ConfigureAwait(false);
    }

    // A replica that closed meanwhile refuses its state as closed. The caller finds the next one.
    private Exception FailureOf(Exception failure) => failure is FabricObjectClosedException && manager.IsClosed
        ? new FabricNotPrimaryException(failure.Message, failure) : failure;
}
