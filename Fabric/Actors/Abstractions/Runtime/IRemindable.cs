#nullable disable

using System;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Receives the reminders of an actor. An actor class that registers reminders implements it.</summary>
/// <remarks>
/// When the class of a service no longer implements it, the reminders that are stored stay and do not fire.
/// </remarks>
public interface IRemindable
{
    /// <summary>Called when a reminder is due, as a turn of the actor, which is activated for it if need be.</summary>
    /// <param name="reminderName">The name that the reminder was registered with.</param>
    /// <param name="state">The bytes that the reminder was registered with; null if there were none.</param>
    /// <param name="dueTime">The due time that the reminder was registered with.</param>
    /// <param name="period">The period that the reminder was registered with.</param>
    /// <returns>A task that ends when the reminder is handled. Null counts as a failure.</returns>
    /// <remarks>
    /// <para>What the turn changed and the record that the reminder has fired are stored in one transaction, where the
    /// state provider is one of the runtime's: both or none. If the primary ends before, the reminder fires again at
    /// the next primary. So a callback may run more than once, but its changes of state are stored once.</para>
    /// <para>An exception has no caller who could be told. It undoes the changes of state of the turn; that the
    /// reminder has fired is stored all the same, and the next period, if any, begins. The same holds for a reminder
    /// whose actor was not free within the lock timeout, although it was not called.</para>
    /// <para>A reminder that was due several times while no replica ran fires once. At most 128 reminders of a
    /// partition fire at the same time.</para>
    /// </remarks>
    Task ReceiveReminderAsync(string reminderName, byte[] state, TimeSpan dueTime, TimeSpan period);
}
