using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Runtime.Serialization;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Tests.Words;

/// <summary>Moves with a timer that activation starts. Its service's name has dots.</summary>
[StatePersistence(StatePersistence.Persisted)]
[ActorService(Name = "Words.VisualService")]
internal sealed class VisualObject(ActorService actorService, ActorId actorId)
    : Actor(actorService, actorId), IVisualObject
{
    private IActorTimer? _timer;
    private string _json = "";

    public Task<string> GetStateAsJsonAsync() => Task.FromResult(_json);

    protected override async Task OnActivateAsync()
    {
        Show(await StateManager.GetOrAddStateAsync("state", new Position(0)));
        _timer = RegisterTimer(MoveAsync, null, TimeSpan.FromMilliseconds(10), TimeSpan.FromMilliseconds(10));
    }

    protected override Task OnDeactivateAsync()
    {
        if (_timer is not null)
            UnregisterTimer(_timer);
        return Task.CompletedTask;
    }

    private async Task MoveAsync(object? state)
    {
        if (!await StateManager.ContainsStateAsync("state"))
            return;
        var position = await StateManager.GetStateAsync<Position>("state");
        position.Move();
        await StateManager.SetStateAsync("state", position);
        Show(position);
    }

    private void Show(Position position) =>
        _json = string.Create(CultureInfo.InvariantCulture, $$"""{"x":{{position.X}}}""");
}

/// <summary>A state whose members only it sets.</summary>
[DataContract]
internal sealed class Position
{
    public Position(int x) => X = x;

    [DataMember]
    public int X { get; private set; }

    public void Move() => X++;
}

/// <summary>Has no attribute at all: its states are neither stored nor replicated.</summary>
internal sealed class VoicemailBox(ActorService actorService, ActorId actorId)
    : Actor(actorService, actorId), IVoicemailBox
{
    public async Task<List<Voicemail>> GetMessagesAsync() => await StateManager.GetStateAsync<List<Voicemail>>("State");

    public Task<string> GetGreetingAsync()
    {
        var section = ActorService.Context.CodePackageActivationContext.GetConfigurationPackageObject("Config")
            .Settings.Sections.FirstOrDefault(s => s.Name == "GreetingConfig");
        var greeting = section?.Parameters.FirstOrDefault(p => p.Name == "DefaultGreeting");
        return Task.FromResult(greeting?.Value ?? "No one is available.");
    }

    public async Task LeaveMessageAsync(string message)
    {
        var messages = await GetMessagesAsync();
        messages.Add(new Voicemail { Id = Guid.NewGuid(), Message = message });
        await StateManager.SetStateAsync("State", messages);
    }

    public async Task DeleteMessageAsync(Guid messageId)
    {
        var messages = await GetMessagesAsync();
        _ = messages.Remove(messages.Find(m => m.Id == messageId)!);
        await StateManager.SetStateAsync("State", messages);
    }

    protected override Task OnActivateAsync() => StateManager.TryAddStateAsync("State", new List<Voicemail>());
}
