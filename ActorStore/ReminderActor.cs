using System;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.ServiceContracts;

namespace SfPerf.ActorStore;

/// <summary>The actor of the scenario actor-reminders. What it notes is kept in the reminder's own turn.</summary>
[ActorService(Name = "ReminderActorService")]
[StatePersistence(StatePersistence.Persisted)]
internal sealed class ReminderActor(ActorService actorService, ActorId actorId)
    : Actor(actorService, actorId), IReminderActor, IRemindable
{
    private const string ReminderName = "due";
    private const string StateName = "lateness";

    private static DateTimeOffset Now => TimeProvider.System.GetUtcNow();

    public Task ScheduleAsync(long dueUtcTicks)
    {
        var wait = TimeSpan.FromTicks(Math.Max(0, dueUtcTicks - Now.UtcTicks));
        return RegisterReminderAsync(
            ReminderName, BitConverter.GetBytes(dueUtcTicks), wait, Timeout.InfiniteTimeSpan);
    }

    public async Task<long[]> GetLatenessAsync()
    {
        var lateness = await StateManager.TryGetStateAsync<long[]>(StateName).ConfigureAwait(false);
        return lateness.HasValue ? lateness.Value : [];
    }

    public async Task ReceiveReminderAsync(string reminderName, byte[] state, TimeSpan dueTime, TimeSpan period)
    {
        var late = Now.UtcTicks - BitConverter.ToInt64(state);
        var before = await GetLatenessAsync().ConfigureAwait(false);
        await StateManager.SetStateAsync(StateName, (long[])[.. before, late]).ConfigureAwait(false);
    }
}
