#nullable disable

using System;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>What an actor implements to have reminders.</summary>
public interface IRemindable
{
    Task ReceiveReminderAsync(string reminderName, byte[] state, TimeSpan dueTime, TimeSpan period);
}
