using System;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Doubles;

/// <summary>What tests call on an actor: the bench says what it does.</summary>
public interface ITestActor : IActor, IActorEventPublisher<ITestEvents>
{
    Task<string> DoAsync(string what);

    Task WaitAsync(CancellationToken cancellationToken);

    Task<byte[]> EchoAsync(byte[] value);
}

/// <summary>A second interface of the same actor.</summary>
public interface IOtherActor : IActor
{
    Task<long> AddAsync(long left, long right, long more);

    Task<string> NameAsync(ITestActor actor);
}

/// <summary>Its events.</summary>
public interface ITestEvents : IActorEvents
{
    void Changed(int number, string? text);

    void Ended();
}

/// <summary>An actor whose behaviour is the test's.</summary>
[ActorService(Name = "TestActorService")]
[StatePersistence(StatePersistence.Persisted)]
internal sealed class TestActor : Actor, ITestActor, IOtherActor, IRemindable
{
    private readonly ActorBench _bench;

    internal TestActor(ActorService service, ActorId id, ActorBench bench)
        : base(service, id)
    {
        _bench = bench;
        bench.Trace("created", this);
    }

    /// <summary>Gets or sets a field, which is not state.</summary>
    internal int Field { get; set; }

    internal ActorBench Bench => _bench;

    public async Task<string> DoAsync(string what)
    {
        _bench.Trace(what, this);
        return await _bench.Action(what)(this) ?? "";
    }

    public Task WaitAsync(CancellationToken cancellationToken) => _bench.Waiting(cancellationToken);

    public Task<byte[]> EchoAsync(byte[] value) => Task.FromResult(value);

    public Task<long> AddAsync(long left, long right, long more) => Task.FromResult(left + right + more);

    public Task<string> NameAsync(ITestActor actor) =>
        Task.FromResult($"{actor.GetActorReference().ServiceUri} {actor.GetActorId()}");

    public Task ReceiveReminderAsync(string reminderName, byte[] state, TimeSpan dueTime, TimeSpan period) =>
        _bench.Reminding(this, reminderName, state);

    internal IActorTimer Timer(Func<object, Task> callback, TimeSpan due, TimeSpan period) =>
        RegisterTimer(callback, null, due, period);

    internal void EndTimer(IActorTimer timer) => UnregisterTimer(timer);

    internal Task<IActorReminder> RemindAsync(string name, TimeSpan due, TimeSpan period, byte[]? state = null) =>
        RegisterReminderAsync(name, state, due, period);

    internal IActorReminder Reminder(string name) => GetReminder(name);

    internal Task UnremindAsync(IActorReminder reminder) => UnregisterReminderAsync(reminder);

    internal ITestEvents Events => GetEvent<ITestEvents>();

    internal Task SaveAsync() => SaveStateAsync();

    protected override Task OnActivateAsync() => _bench.Hook("activate", this);

    protected override Task OnDeactivateAsync() => _bench.Hook("deactivate", this);

    protected override Task OnPreActorMethodAsync(ActorMethodContext actorMethodContext) =>
        _bench.Hook("pre " + actorMethodContext.CallType, this);

    protected override Task OnPostActorMethodAsync(ActorMethodContext actorMethodContext) =>
        _bench.Hook("post " + actorMethodContext.CallType, this);
}
