using System;
using System.Collections.Concurrent;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Runtime.Activation;

namespace SfPerf.Fabric.Actors.Runtime.Reminders;

/// <summary>
/// The reminders of actors whose service no replica has ever held, as in a unit test of an actor: they are stored by
/// the service's state provider and can be looked up, and none of them fires. Thread safe.
/// </summary>
internal sealed class MemoryReminders(IActorStateProvider provider) : IReminders
{
    private readonly ConcurrentDictionary<(ActorKey Actor, string Name), ActorReminder> _all = new();

    public async Task<IActorReminder> RegisterAsync(
        ActorId id, string name, byte[]? state, TimeSpan dueTime, TimeSpan period)
    {
        var key = ActorKey.Of(id);
        var reminder = new ActorReminder(key, name, state, dueTime, period);
        await provider.SaveReminderAsync(id, reminder).ConfigureAwait(false);
        return _all[(key, name)] = reminder;
    }

    public IActorReminder Get(ActorId id, string name) =>
        _all.TryGetValue((ActorKey.Of(id), name), out var reminder)
            ? reminder
            : throw ActorReminders.NotFound(id, name);

    public async Task UnregisterAsync(ActorId id, string name)
    {
        _ = Get(id, name);
        await provider.DeleteReminderAsync(id, name).ConfigureAwait(false);
        _all.TryRemove((ActorKey.Of(id), name), out _);
    }
}
