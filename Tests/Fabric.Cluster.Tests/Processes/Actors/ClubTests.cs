using System;
using System.Linq;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using SfPerf.Tests.Actors;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes.Actors;

/// <summary>What acts by itself in an actor, seen from another process.</summary>
[Collection("processes")]
public sealed class ClubTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(120);
    private static readonly TimeSpan Once = TimeSpan.FromMilliseconds(-1);

    [Fact]
    public async Task A_timer_comes_until_it_is_stopped_and_a_query_names_the_actors()
    {
        await using var cluster = await ActorCluster.StartAsync("Club");
        var club = cluster.Actor<IClub>("Club", -7);
        await club.StartTimerAsync(TimeSpan.FromMilliseconds(10)).WaitAsync(Limit);
        await UntilAsync(async () => await club.TicksAsync() >= 3);
        await club.StopTimerAsync().WaitAsync(Limit);
        await cluster.Actor<IClub>("Club", 9).TicksAsync().WaitAsync(Limit);

        var service = ActorServiceProxy.Create(cluster.ServiceUri("Club"), new ActorId(-7));
        var page = await service.GetActorsAsync(null, default).WaitAsync(Limit);
        Assert.Null(page.ContinuationToken);
        Assert.Equal([-7L, 9L], page.Items.Select(a => a.ActorId.GetLongId()).Order());
        Assert.All(page.Items, a => Assert.True(a.IsActive));

        await service.DeleteActorAsync(new ActorId(-7), default).WaitAsync(Limit);
        Assert.Equal(0, await club.TicksAsync().WaitAsync(Limit));
    }

    [Fact]
    public async Task Reminders_come_with_their_state_until_they_are_forgotten_and_subscribers_hear_of_them()
    {
        await using var cluster = await ActorCluster.StartAsync("Club");
        var club = cluster.Actor<IClub>("Club", 1);
        var subscriber = new Subscriber();
        await club.SubscribeAsync<IClubEvents>(subscriber).WaitAsync(Limit);

        await club.RemindAsync("once", "tea", TimeSpan.FromMilliseconds(10), Once).WaitAsync(Limit);
        Assert.Equal(("once", "tea"), await subscriber.NextAsync().WaitAsync(Limit));
        await club.RemindAsync("often", "rum", TimeSpan.Zero, TimeSpan.FromMilliseconds(20)).WaitAsync(Limit);
        for (var i = 0; i < 3; i++)
            Assert.Equal(("often", "rum"), await subscriber.NextAsync().WaitAsync(Limit));
        await club.ForgetAsync("often").WaitAsync(Limit);
        await club.UnsubscribeAsync<IClubEvents>(subscriber).WaitAsync(Limit);

        var came = await club.RemindedAsync().WaitAsync(Limit);
        Assert.Equal("once: tea", came[0]);
        Assert.True(came.Length >= 4, string.Join(", ", came));
        Assert.All(came[1..], c => Assert.Equal("often: rum", c));
        var gone = await Assert.ThrowsAsync<AggregateException>(() => club.ForgetAsync("often").WaitAsync(Limit));
        Assert.IsType<ReminderNotFoundException>(gone.InnerException);
    }

    [Fact]
    [Trait("ActorCase", "39")]
    public async Task Actor_case_39_A_reminder_comes_on_the_new_primary_when_the_old_one_was_killed_before_it_was_due()
    {
        await using var cluster = await ActorCluster.StartAsync("Club");
        var club = cluster.Actor<IClub>("Club", 1);
        var due = TimeSpan.FromSeconds(2);
        await club.RemindAsync("later", "tea", due, Once).WaitAsync(Limit);
        var since = TimeProvider.System.GetTimestamp();
        await cluster.KillPrimaryAsync("Club");
        Assert.Empty(await club.RemindedAsync().WaitAsync(Limit));
        await UntilAsync(async () => (await club.RemindedAsync()).Length > 0);

        Assert.True(TimeProvider.System.GetElapsedTime(since) > due - TimeSpan.FromMilliseconds(100));
        Assert.Equal((string[])["later: tea"], await club.RemindedAsync().WaitAsync(Limit));
    }

    private static async Task UntilAsync(Func<Task<bool>> isSo)
    {
        using var limit = new CancellationTokenSource(Limit);
        while (!await isSo().WaitAsync(Limit))
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, limit.Token);
    }

    private sealed class Subscriber : IClubEvents
    {
        private readonly Channel<(string Name, string Text)> _heard = Channel.CreateUnbounded<(string, string)>();

        public void Reminded(string name, string text) => _heard.Writer.TryWrite((name, text));

        internal Task<(string Name, string Text)> NextAsync() => _heard.Reader.ReadAsync().AsTask();
    }
}
