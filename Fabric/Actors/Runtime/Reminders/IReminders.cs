using System;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Fabric.Actors.Runtime.Reminders;

/// <summary>Defines what an actor asks of the reminders of its service.</summary>
internal interface IReminders
{
    Task<IActorReminder> RegisterAsync(ActorId id, string name, byte[]? state, TimeSpan dueTime, TimeSpan period);

    /// <exception cref="ReminderNotFoundException">There is none of this name.</exception>
    IActorReminder Get(ActorId id, string name);

    /// <exception cref="ReminderNotFoundException">There is none of this name.</exception>
    Task UnregisterAsync(ActorId id, string name);
}
