using System;
using System.Collections.Generic;
using System.Fabric;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime;

/// <summary>A unit test may make an actor without a cluster: its service is held by no replica.</summary>
public sealed class UnheldActorTests
{
    private readonly IActorStateProvider _provider = DispatchProxy.Create<IActorStateProvider, Provider>();
    private readonly LoneActor _actor;

    public UnheldActorTests() => _actor = new(CreateService(_provider), new ActorId(1));

    [Fact]
    public async Task Reminders_can_be_registered_found_and_unregistered()
    {
        Assert.Throws<ReminderNotFoundException>(() => _actor.Find("r"));
        await _actor.RegisterAsync("r", [1], TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(3));
        var reminder = _actor.Find("r");
        Assert.Equal(
            ("r", TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(3)),
            (reminder.Name, reminder.DueTime, reminder.Period));
        Assert.Equal([1], reminder.State);
        Assert.Throws<ReminderNotFoundException>(() => new LoneActor(_actor.ActorService, new ActorId(2)).Find("r"));
        await _actor.RemoveAsync(reminder);
        Assert.Throws<ReminderNotFoundException>(() => _actor.Find("r"));
        await Assert.ThrowsAsync<ReminderNotFoundException>(() => _actor.RemoveAsync(reminder));
        Assert.Equal(["SaveReminderAsync", "DeleteReminderAsync"], ((Provider)(object)_provider).Calls);
    }

    [Fact]
    public async Task It_can_be_made_before_the_replica_of_its_service_is_initialized()
    {
        var actor = new LoneActor(CreateService(null), new ActorId(1));
        var failure = await Assert.ThrowsAsync<InvalidOperationException>(actor.NamesAsync);
        Assert.Contains("not initialized", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Events_go_to_nobody() => _actor.Events().Changed(1, "a");

    // Service Fabric gives the sender of any event interface, too.
    [Fact]
    public void An_event_that_no_interface_of_the_actor_publishes_goes_to_nobody() => _actor.Undeclared().Happened(1);

    [Fact]
    public void What_is_no_event_interface_is_refused()
    {
        var failure = Assert.Throws<ArgumentException>(_actor.NoEvents);
        Assert.Contains("must derive from IActorEvents", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Once_a_replica_has_held_the_service_its_actors_need_one()
    {
        var service = CreateService(_provider);
        service.Serve();
        service.StopServing(forEver: false);
        var actor = new LoneActor(service, new ActorId(1));
        await Assert.ThrowsAsync<FabricNotPrimaryException>(
            () => actor.RegisterAsync("r", [], TimeSpan.Zero, TimeSpan.FromSeconds(1)));
        Assert.Throws<FabricNotPrimaryException>(() => actor.Events());
    }

    [Fact]
    public void A_context_that_answers_null_leaves_the_default_state_provider()
    {
        Assert.IsType<VolatileActorStateProvider>(CreateService(null).StateProvider);
        var silent = DispatchProxy.Create<ICodePackageActivationContext, Provider>();
        Assert.IsType<VolatileActorStateProvider>(CreateService(null, silent).StateProvider);
    }

    private static ActorService CreateService(
        IActorStateProvider? provider, ICodePackageActivationContext? package = null) => new(
        new StatefulServiceContext(
            new NodeContext("_Node_0", new NodeId(0, 1), 1, "NodeType0", "127.0.0.1"),
            package ?? new CodePackageActivationContext
            {
                ApplicationName = "fabric:/Test",
                ServiceManifestName = "TestPkg",
                Endpoints = [],
                ConfigurationPackages = new Dictionary<string, ConfigurationPackage> { ["Config"] = null! },
            },
            "LoneActorServiceType", ActorBench.Name, [], Guid.NewGuid(), 1),
        ActorTypeInformation.Get(typeof(LoneActor)),
        stateProvider: provider);

    /// <summary>A state provider of a test: it notes what is stored.</summary>
    public class Provider : DispatchProxy
    {
        internal List<string> Calls { get; } = [];

        protected override object? Invoke(MethodInfo? targetMethod, object?[]? args)
        {
            if (targetMethod!.ReturnType != typeof(Task))
                return null;
            Calls.Add(targetMethod.Name);
            return Task.CompletedTask;
        }
    }

    /// <summary>No actor interface of the test publishes these.</summary>
    public interface IUndeclaredEvents : IActorEvents
    {
        void Happened(int number);
    }

    /// <summary>Not only of events.</summary>
    public interface ILooseEvents : IActorEvents, IDisposable;

    [StatePersistence(StatePersistence.Volatile)]
    private sealed class LoneActor(ActorService service, ActorId id) : Actor(service, id), ITestActor, IRemindable
    {
        public Task<string> DoAsync(string what) => Task.FromResult(what);

        public Task WaitAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task<byte[]> EchoAsync(byte[] value) => Task.FromResult(value);

        public Task ReceiveReminderAsync(string reminderName, byte[] state, TimeSpan dueTime, TimeSpan period) =>
            Task.CompletedTask;

        internal Task RegisterAsync(string name, byte[] state, TimeSpan dueTime, TimeSpan period) =>
            RegisterReminderAsync(name, state, dueTime, period);

        internal IActorReminder Find(string name) => GetReminder(name);

        internal Task RemoveAsync(IActorReminder reminder) => UnregisterReminderAsync(reminder);

        internal Task NamesAsync() => StateManager.GetStateNamesAsync();

        internal ITestEvents Events() => GetEvent<ITestEvents>();

        internal IUndeclaredEvents Undeclared() => GetEvent<IUndeclaredEvents>();

        internal object NoEvents() => GetEvent<ILooseEvents>();
    }
}
