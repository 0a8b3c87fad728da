using System;
using System.Text;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Tests.Actors;

/// <summary>Uses a timer, reminders and events as public samples do.</summary>
[StatePersistence(StatePersistence.Persisted)]
[ActorService(Name = "ClubService")]
internal sealed class Club(ActorService actorService, ActorId actorId)
    : Actor(actorService, actorId), IClub, IRemindable
{
    private const string Ticks = "ticks";
    private const string Reminded = "reminded";
    private const string Held = "held";
    private IActorTimer? _timer;

    public Task StartTimerAsync(TimeSpan period)
    {
        _timer = RegisterTimer(OnTimerAsync, null, period, period);
        return Task.CompletedTask;
    }

    public Task StopTimerAsync()
    {
        if (_timer is not null)
            UnregisterTimer(_timer);
        return Task.CompletedTask;
    }

    public Task<int> TicksAsync() => StateManager.GetStateAsync<int>(Ticks);

    public Task RemindAsync(string name, string text, TimeSpan due, TimeSpan period) =>
        RegisterReminderAsync(name, Encoding.UTF8.GetBytes(text), due, period);

    public Task ForgetAsync(string name) => UnregisterReminderAsync(GetReminder(name));

    public Task<string[]> RemindedAsync() => StateManager.GetStateAsync<string[]>(Reminded);

    public async Task ReceiveReminderAsync(string reminderName, byte[] state, TimeSpan dueTime, TimeSpan period)
    {
        var text = Encoding.UTF8.GetString(state);
        var before = await RemindedAsync();
        await StateManager.SetStateAsync(Reminded, (string[])[.. before, $"{reminderName}: {text}"]);
        if (reminderName == Held)
            await Hold.AtAsync(text);
        GetEvent<IClubEvents>().Reminded(reminderName, text);
    }

    protected override async Task OnActivateAsync()
    {
        await StateManager.TryAddStateAsync(Ticks, 0);
        await StateManager.TryAddStateAsync(Reminded, Array.Empty<string>());
    }

    private async Task OnTimerAsync(object? state) =>
        await StateManager.AddOrUpdateStateAsync(Ticks, 1, (_, ticks) => ticks + 1);
}
