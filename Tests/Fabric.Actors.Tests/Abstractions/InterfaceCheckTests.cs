using System;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Actors.Runtime;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Abstractions;

/// <summary>Interfaces that cannot be remote are refused by name, where an actor is registered and where a proxy is
/// made.</summary>
public sealed class InterfaceCheckTests
{
    private static readonly Uri Service = new("fabric:/Test/Bad");

    [Theory]
    [Trait("ActorCase", "72")]
    [InlineData(typeof(Overloaded), "IOverloaded.WorkAsync")]
    [InlineData(typeof(ByReference), "IByReference.WorkAsync")]
    [InlineData(typeof(Generic), "IGeneric.WorkAsync")]
    [InlineData(typeof(NoTask), "INoTask.Work")]
    [InlineData(typeof(Hidden), "IHidden")]
    public void An_actor_with_a_member_that_cannot_be_remote_is_refused_by_its_name(Type actor, string member)
    {
        var refused = Assert.Throws<ArgumentException>(() => ActorTypeInformation.Get(actor));

        Assert.Contains(member, refused.Message, StringComparison.Ordinal);
        Assert.False(ActorTypeInformation.TryGet(actor, out _));
    }

    [Fact]
    [Trait("ActorCase", "72")]
    public void A_proxy_of_such_an_interface_is_not_made()
    {
        var id = new ActorId(1);
        Refused(() => ActorProxy.Create<IOverloaded>(id, Service), "IOverloaded.WorkAsync");
        Refused(() => ActorProxy.Create<IByReference>(id, Service), "IByReference.WorkAsync");
        Refused(() => ActorProxy.Create<IGeneric>(id, Service), "IGeneric.WorkAsync");
        Refused(() => ActorProxy.Create<INoTask>(id, Service), "INoTask.Work");
        Refused(() => ActorProxy.Create<IHidden>(id, Service), "IHidden");
    }

    [Fact]
    [Trait("ActorCase", "72")]
    public async Task Such_an_actor_is_not_registered() =>
        await Assert.ThrowsAsync<ArgumentException>(() => ActorRuntime.RegisterActorAsync<Overloaded>());

    private static void Refused(Func<IActor> make, string member) =>
        Assert.Contains(member, Assert.Throws<ArgumentException>(make).Message, StringComparison.Ordinal);

    /// <summary>Two methods of a name.</summary>
    public interface IOverloaded : IActor
    {
        Task WorkAsync(int value);

        Task WorkAsync(string value);
    }

    /// <summary>An argument by reference.</summary>
    public interface IByReference : IActor
    {
        Task WorkAsync(ref int value);
    }

    /// <summary>A method of any type.</summary>
    public interface IGeneric : IActor
    {
        Task WorkAsync<T>(T value);
    }

    /// <summary>A method that nobody can await.</summary>
    public interface INoTask : IActor
    {
        int Work();
    }

    internal interface IHidden : IActor
    {
        Task WorkAsync();
    }

    private sealed class Overloaded(ActorService service, ActorId id) : Actor(service, id), IOverloaded
    {
        public Task WorkAsync(int value) => Task.CompletedTask;

        public Task WorkAsync(string value) => Task.CompletedTask;
    }

    private sealed class ByReference(ActorService service, ActorId id) : Actor(service, id), IByReference
    {
        public Task WorkAsync(ref int value) => Task.FromResult(value++);
    }

    private sealed class Generic(ActorService service, ActorId id) : Actor(service, id), IGeneric
    {
        public Task WorkAsync<T>(T value) => Task.CompletedTask;
    }

    private sealed class NoTask(ActorService service, ActorId id) : Actor(service, id), INoTask
    {
        public int Work() => 1;
    }

    private sealed class Hidden(ActorService service, ActorId id) : Actor(service, id), IHidden
    {
        public Task WorkAsync() => Task.CompletedTask;
    }
}
