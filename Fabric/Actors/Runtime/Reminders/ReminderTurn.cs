using System;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Turns;

namespace SfPerf.Fabric.Actors.Runtime.Reminders;

/// <summary>
/// Represents one firing of a reminder. That it has fired is stored together with what its turn has changed.
/// </summary>
internal sealed class ReminderTurn(ActorReminders owner, ActorReminder reminder) : Turn
{
    private static readonly ActorMethodContext MethodContext =
        ActorMethodContext.CreateForReminder(nameof(IRemindable.ReceiveReminderAsync));

    internal override ActorMethodContext Method => MethodContext;

    /// <summary>Gets whether it is stored that the reminder has fired.</summary>
    internal bool IsRecorded { get; private set; }

    /// <summary>Gets whether the callback has ended, so that what it changed is being stored: a timeout from now on is
    /// the runtime's.</summary>
    internal bool HasBegunToSave { get; private set; }

    public override void Execute() => owner.Manager.Start(this, reminder.Key);

    internal override bool IsWanted(ActorEntry entry) => owner.IsCurrent(reminder);

    internal override Task InvokeAsync(ActorBase actor) =>
        ((IRemindable)actor).ReceiveReminderAsync(reminder.Name, reminder.State, reminder.DueTime, reminder.Period)
            ?? throw new InvalidOperationException("ReceiveReminderAsync returned null where a task is expected.");

    internal override async ValueTask SaveAsync(ActorBase actor)
    {
        HasBegunToSave = true;
        // Unregistered, or registered anew, by its own callback: nothing of it is left to record.
        if (!owner.IsCurrent(reminder))
        {
            await actor.SaveStatesAsync().ConfigureAwait(false);
            return;
        }
        await actor.SaveStatesAsync(reminder, owner.IsDeletedOnceFired(reminder)).ConfigureAwait(false);
        IsRecorded = true;
    }

    internal override void Finish(TurnEnd kind) => owner.OnFired(this, reminder, kind, Failure);
}
