using System;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Client;
using SfPerf.Fabric.Actors.Client;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime;

/// <summary>Events of actors, over a socket.</summary>
public sealed class EventTests
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(20);
    private readonly ManualTimeProvider _time = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    [Trait("ActorCase", "68")]
    public async Task A_subscriber_gets_each_event_once_however_often_it_subscribed()
    {
        await using var bench = await StartAsync();
        var subscriber = new Subscriber();
        await bench.Proxy(1).SubscribeAsync<ITestEvents>(subscriber);
        await bench.Proxy(1).SubscribeAsync<ITestEvents>(subscriber);

        await bench.Proxy(1).DoAsync("send");

        Assert.Equal(["1 one", "ended"], await subscriber.TakeAsync(2));
        await bench.Proxy(1).DoAsync("send");
        Assert.Equal(["2 one", "ended"], await subscriber.TakeAsync(2));
        await bench.Proxy(1).UnsubscribeAsync<ITestEvents>(subscriber);
    }

    [Fact]
    [Trait("ActorCase", "68")]
    public async Task Each_of_two_subscribers_gets_the_event_also_when_one_throws()
    {
        await using var bench = await StartAsync();
        var (failing, other) = (new Subscriber { Fails = true }, new Subscriber());
        await bench.Proxy(1).SubscribeAsync<ITestEvents>(failing);
        await bench.Proxy(1).SubscribeAsync<ITestEvents>(other);

        await bench.Proxy(1).DoAsync("send");

        Assert.Equal(["1 one", "ended"], await other.TakeAsync(2));
        Assert.Equal(["1 one", "ended"], await failing.TakeAsync(2));
        await bench.Proxy(1).UnsubscribeAsync<ITestEvents>(failing);
        await bench.Proxy(1).DoAsync("send");
        Assert.Equal(["2 one", "ended"], await other.TakeAsync(2));
        Assert.Equal(0, failing.Count);
        await bench.Proxy(1).UnsubscribeAsync<ITestEvents>(other);
    }

    [Fact]
    [Trait("ActorCase", "69")]
    public async Task After_a_failover_events_come_again_within_the_interval_and_not_of_a_deleted_actor()
    {
        await using var bench = await StartAsync();
        var subscriber = new Subscriber();
        var proxy = (ActorProxy)bench.Proxy(1);
        await EventSubscriber.SubscribeAsync(proxy, typeof(ITestEvents), subscriber, Interval, _time);
        await bench.MoveAsync();
        await bench.Proxy(1).DoAsync("send");
        Assert.Equal(0, bench.Service.Manager!.Events.Count);

        _time.Advance(Interval);
        await SubscribedAsync(bench);
        await bench.Proxy(1).DoAsync("send");
        Assert.Equal(["2 one", "ended"], await subscriber.TakeAsync(2));

        await bench.ServiceProxy().DeleteActorAsync(new(1), Token);
        Assert.Equal(0, bench.Service.Manager.Events.Count);
        await EventSubscriber.UnsubscribeAsync(proxy, typeof(ITestEvents), subscriber);
    }

    [Fact]
    [Trait("ActorCase", "70")]
    public async Task A_subscription_activates_no_actor_and_ends_also_when_the_service_is_gone()
    {
        var bench = await StartAsync();
        bench.Retries = new(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), 0, 0);
        var subscriber = new Subscriber();
        await bench.Proxy(1).SubscribeAsync<ITestEvents>(subscriber);
        Assert.Equal(0, bench.CountOf("1 created"));
        await bench.DisposeAsync();

        await bench.Proxy(1).UnsubscribeAsync<ITestEvents>(subscriber);
    }

    [Fact]
    [Trait("ActorCase", "70")]
    public async Task A_subscription_that_could_not_be_made_is_no_subscription()
    {
        var bench = await StartAsync();
        bench.Retries = new(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), 0, 0);
        await bench.DisposeAsync();

        await Assert.ThrowsAsync<AggregateException>(
            () => bench.Proxy(1).SubscribeAsync<ITestEvents>(new Subscriber(), TimeSpan.FromSeconds(1)));
    }

    [Fact]
    [Trait("ActorCase", "69")]
    public async Task A_thousand_subscriptions_are_renewed_one_call_each()
    {
        const int Actors = 1_000;
        await using var bench = await StartAsync();
        var subscriber = new Subscriber();
        for (var i = 0; i < Actors; i++)
        {
            await EventSubscriber.SubscribeAsync(
                (ActorProxy)bench.Proxy(i), typeof(ITestEvents), subscriber, Interval, _time);
        }

        await bench.MoveAsync();

        _time.Advance(Interval);
        while (bench.Service.Manager!.Events.Count < Actors)
        {
            Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }

        for (var i = 0; i < Actors; i++)
            await EventSubscriber.UnsubscribeAsync((ActorProxy)bench.Proxy(i), typeof(ITestEvents), subscriber);
        Assert.Equal(0, bench.Service.Manager.Events.Count);
    }

    private static async Task<ActorBench> StartAsync()
    {
        var bench = await ActorBench.StartAsync();
        var sent = 0;
        bench.On("send", a =>
        {
            a.Events.Changed(++sent, "one");
            a.Events.Ended();
            return Task.CompletedTask;
        });
        return bench;
    }

    private static async Task SubscribedAsync(ActorBench bench)
    {
        while (bench.Service.Manager!.Events.Count == 0)
        {
            Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }

    private sealed class Subscriber : ITestEvents
    {
        private readonly Channel<string> _events = Channel.CreateUnbounded<string>();

        internal bool Fails { get; init; }

        internal int Count => _events.Reader.Count;

        public void Changed(int number, string? text) => Add($"{number} {text}");

        public void Ended() => Add("ended");

        internal async Task<string[]> TakeAsync(int count)
        {
            var taken = new string[count];
            for (var i = 0; i < count; i++)
                taken[i] = await _events.Reader.ReadAsync(Token).AsTask().WaitAsync(ActorBench.Limit, Token);
            return taken;
        }

        private void Add(string text)
        {
            Assert.True(_events.Writer.TryWrite(text));
            if (Fails)
                throw new InvalidOperationException("The subscriber has failed.");
        }
    }
}
