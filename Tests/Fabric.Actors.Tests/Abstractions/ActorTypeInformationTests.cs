using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Abstractions;

public sealed class ActorTypeInformationTests
{
    public interface ICounter : IActor
    {
        Task AddAsync(int number);

        Task<int> GetAsync();
    }

    public interface INoise : IActorEvents
    {
        void Heard(string what);
    }

    public interface INoisy : ICounter, IActorEventPublisher<INoise>
    {
        Task MakeNoiseAsync();
    }

    public interface IOther : IActor
    {
        Task OtherAsync();
    }

    public interface IOverloaded : IActor
    {
        Task RunAsync();

        Task RunAsync(int number);
    }

    public interface IByReference : IActor
    {
        Task ChangeAsync(ref int number);
    }

    public interface IGenericMethod : IActor
    {
        Task PutAsync<T>(T value);
    }

    public interface INoTask : IActor
    {
        int Count();
    }

    public interface IGeneric<T> : IActor
    {
        Task PutAsync(T value);
    }

    public interface IAnswers : IActorEvents
    {
        Task AnswerAsync();
    }

    public interface IAnswering : IActor, IActorEventPublisher<IAnswers>;

    public interface IMixed : IActor, IDisposable;

    internal interface IHidden : IActor
    {
        Task HideAsync();
    }

    [Fact]
    [Trait("ActorCase", "72")]
    public void An_actor_class_is_read()
    {
        var plain = ActorTypeInformation.Get(typeof(Counter));
        var noisy = ActorTypeInformation.Get(typeof(Noisy));

        Assert.Equal(
            (typeof(Counter), null, false, false, StatePersistence.None),
            (plain.ImplementationType, plain.ServiceName, plain.IsAbstract, plain.IsRemindable,
                plain.StatePersistence));
        Assert.Equal([typeof(ICounter)], plain.InterfaceTypes);
        Assert.Empty(plain.EventInterfaceTypes);
        Assert.Equal(
            (typeof(Noisy), "NoisyService", false, true, StatePersistence.Persisted),
            (noisy.ImplementationType, noisy.ServiceName, noisy.IsAbstract, noisy.IsRemindable,
                noisy.StatePersistence));
        Assert.Equal([typeof(ICounter), typeof(INoisy)], noisy.InterfaceTypes.OrderBy(t => t.Name));
        Assert.Equal([typeof(INoise)], noisy.EventInterfaceTypes);
        Assert.Equal(StatePersistence.None, ActorTypeInformation.Get(typeof(Heir)).StatePersistence);
        Assert.True(ActorTypeInformation.Get(typeof(Abstract)).IsAbstract);
    }

    // The class, and what the message must name.
    public static TheoryData<Type, string> Refused() => new()
    {
        { typeof(string), "String" },
        { typeof(WithoutInterface), nameof(WithoutInterface) },
        { typeof(OfTwo), nameof(OfTwo) },
        { typeof(OfMixed), nameof(OfMixed) },
        { typeof(Overloaded), "IOverloaded.RunAsync" },
        { typeof(ByReference), "IByReference.ChangeAsync" },
        { typeof(GenericMethod), "IGenericMethod.PutAsync" },
        { typeof(NoTask), "INoTask.Count" },
        { typeof(Generic), "IGeneric" },
        { typeof(Hidden), "IHidden" },
        { typeof(Answering), "IAnswers.AnswerAsync" },
    };

    [Theory]
    [Trait("ActorCase", "72")]
    [MemberData(nameof(Refused))]
    public void A_class_that_cannot_be_called_remotely_is_refused_with_the_member_that_is_wrong(Type type, string named)
    {
        var refused = Assert.Throws<ArgumentException>(() => ActorTypeInformation.Get(type));

        Assert.Contains(named, refused.Message, StringComparison.Ordinal);
        Assert.False(ActorTypeInformation.TryGet(type, out var information));
        Assert.Null(information);
    }

    [Fact]
    public void A_type_tells_what_of_the_actor_model_it_is()
    {
        Assert.True(typeof(Counter).IsActor());
        Assert.True(typeof(Heir).IsActor());
        Assert.False(typeof(Actor).IsActor());
        Assert.True(typeof(ICounter).IsActorInterface());
        Assert.True(typeof(INoisy).IsActorInterface());
        Assert.False(typeof(IMixed).IsActorInterface());
        Assert.False(typeof(IActor).IsActorInterface());
        Assert.True(typeof(Noisy).IsRemindableActor());
        Assert.False(typeof(Counter).IsRemindableActor());
        Assert.Equal([typeof(INoise)], typeof(INoisy).GetActorEventInterfaces());
    }

    public class Counter(ActorService service, ActorId id) : Actor(service, id), ICounter
    {
        public Task AddAsync(int number) => Task.CompletedTask;

        public Task<int> GetAsync() => Task.FromResult(0);
    }

    [ActorService(Name = "NoisyService")]
    [StatePersistence(StatePersistence.Persisted)]
    public class Noisy(ActorService service, ActorId id) : Counter(service, id), INoisy, IRemindable
    {
        public Task MakeNoiseAsync() => Task.CompletedTask;

        public Task ReceiveReminderAsync(string reminderName, byte[] state, TimeSpan dueTime, TimeSpan period) =>
            Task.CompletedTask;
    }

    [ActorService(Name = "HeirService")]
    public sealed class Heir(ActorService service, ActorId id) : Noisy(service, id);

    public abstract class Abstract(ActorService service, ActorId id) : Actor(service, id);

    public sealed class WithoutInterface(ActorService service, ActorId id) : Actor(service, id);

    public sealed class OfTwo(ActorService service, ActorId id) : Counter(service, id), IOther
    {
        public Task OtherAsync() => Task.CompletedTask;
    }

    public sealed class OfMixed(ActorService service, ActorId id) : Actor(service, id), IMixed
    {
        public void Dispose()
        {
        }
    }

    public sealed class Overloaded(ActorService service, ActorId id) : Actor(service, id), IOverloaded
    {
        public Task RunAsync() => Task.CompletedTask;

        public Task RunAsync(int number) => Task.CompletedTask;
    }

    public sealed class ByReference(ActorService service, ActorId id) : Actor(service, id), IByReference
    {
        public Task ChangeAsync(ref int number) => Task.CompletedTask;
    }

    public sealed class GenericMethod(ActorService service, ActorId id) : Actor(service, id), IGenericMethod
    {
        public Task PutAsync<T>(T value) => Task.CompletedTask;
    }

    public sealed class NoTask(ActorService service, ActorId id) : Actor(service, id), INoTask
    {
        public int Count() => 0;
    }

    public sealed class Generic(ActorService service, ActorId id) : Actor(service, id), IGeneric<List<int>>
    {
        public Task PutAsync(List<int> value) => Task.CompletedTask;
    }

    public sealed class Answering(ActorService service, ActorId id) : Actor(service, id), IAnswering;

    internal sealed class Hidden(ActorService service, ActorId id) : Actor(service, id), IHidden
    {
        public Task HideAsync() => Task.CompletedTask;
    }
}
