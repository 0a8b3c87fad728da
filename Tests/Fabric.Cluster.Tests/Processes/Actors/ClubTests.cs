using System;
using System.Collections.Concurrent;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using SfPerf.TestKit;
using SfPerf.Tests.Actors;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes.Actors;

/// <summary>What acts by itself in an actor, seen from another process.</summary>
[Collection(nameof(DefaultResolverCollection))]
public sealed class ClubTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(120);
    // A reminder that is due at once, and then never again, stays stored.
    private static readonly TimeSpan Soon = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan Once = TimeSpan.FromMilliseconds(-1);

    [Fact]
    public async Task A_timer_comes_until_it_is_stopped_and_a_query_names_the_actors()
    {
        await using var cluster = await ActorCluster.StartAsync("Club");
        var club = cluster.Actor<IClub>("Club", -7);
        await club.StartTimerAsync(TimeSpan.FromMilliseconds(10)).WaitAsync(Limit);
        await Eventually.HoldsAsync(async () => await club.TicksAsync() >= 3);
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
        var due = TimeSpan.FromSeconds(5);
        var since = TimeProvider.System.GetTimestamp();
        await club.RemindAsync("later", "tea", due, Once).WaitAsync(Limit);
        await cluster.KillPrimaryAsync("Club");
        // A failover may take longer than the reminder: what counts is that it does not come before it is due.
        await Eventually.HoldsAsync(async () => (await club.RemindedAsync()).Length > 0);

        Assert.True(TimeProvider.System.GetElapsedTime(since) > due - TimeSpan.FromMilliseconds(100));
        Assert.Equal((string[])["later: tea"], await club.RemindedAsync().WaitAsync(Limit));
    }

    [Fact]
    [Trait("ActorCase", "40")]
    public async Task Actor_case_40_Reminders_whose_primary_is_killed_have_fired_with_all_they_did_or_fire_again()
    {
        const int Actors = 32;
        await using var cluster = await ActorCluster.StartAsync("Club");
        var clubs = Enumerable.Range(0, 2 * Actors).Select(i => cluster.Actor<IClub>("Club", i)).ToArray();
        var (ended, held) = (clubs[..Actors], clubs[Actors..]);
        var paths = held.Select((_, i) => Path.Combine(cluster.Folder, $"held{i}")).ToArray();
        await Task.WhenAll(ended.Select(c => c.RemindAsync("once", "tea", Soon, Once))).WaitAsync(Limit);
        await Task.WhenAll(held.Select((c, i) => c.RemindAsync("held", paths[i], Soon, Once)))
            .WaitAsync(Limit);
        await Eventually.HoldsAsync(async () => (await RemindedAsync(ended)).All(r => r.Length == 1));
        await Eventually.HoldsAsync(() => paths.All(p => File.Exists(p + ".entered")));
        foreach (var path in paths)
            File.Delete(path + ".entered");

        await cluster.KillPrimaryAsync("Club");

        // Those that were in their turns come again; nothing of the first time is there.
        await Eventually.HoldsAsync(() => paths.All(p => File.Exists(p + ".entered")));
        foreach (var path in paths)
            await File.WriteAllTextAsync(path + ".go", "");
        await Eventually.HoldsAsync(async () => (await RemindedAsync(held)).All(r => r.Length > 0));
        Assert.All(await RemindedAsync(ended), r => Assert.Equal((string[])["once: tea"], r));
        Assert.Equal(paths.Select(p => (string[])[$"held: {p}"]), await RemindedAsync(held));
        var service = ActorServiceProxy.Create(cluster.ServiceUri("Club"), new ActorId(1));
        Assert.Empty((await service.GetRemindersAsync(null, null, default).WaitAsync(Limit)).Items);
    }

    [Fact]
    [Trait("ActorCase", "56")]
    public async Task Actor_case_56_A_deletion_whose_primary_is_killed_leaves_all_of_an_actor_or_nothing()
    {
        const int Actors = 600;
        await using var cluster = await ActorCluster.StartAsync("Club");
        var clubs = Enumerable.Range(0, Actors).Select(i => cluster.Actor<IClub>("Club", i)).ToArray();
        await Task.WhenAll(clubs.Select(c => c.RemindAsync("once", "tea", TimeSpan.Zero, Once))).WaitAsync(Limit);
        await Task.WhenAll(clubs.Select(c => c.RemindAsync("later", "rum", TimeSpan.FromDays(1), Once)))
            .WaitAsync(Limit);
        await Eventually.HoldsAsync(async () => (await RemindedAsync(clubs)).All(r => r.Length == 1));
        var service = ActorServiceProxy.Create(cluster.ServiceUri("Club"), new ActorId(0));
        using var stop = new CancellationTokenSource();
        var (next, begun, deleted) = (-1, new ConcurrentBag<int>(), new ConcurrentBag<int>());
        var deleting = Enumerable.Range(0, 8).Select(_ => Task.Run(DeleteAsync)).ToArray();
        await Eventually.HoldsAsync(() => deleted.Count >= 40);

        await cluster.KillPrimaryAsync("Club");
        // Before there is another primary: nobody deletes again what the killed one was at.
        await stop.CancelAsync();
        await Task.WhenAll(deleting).WaitAsync(Limit);

        // What is stored, before a call makes an actor anew.
        var known = (await service.GetActorsAsync(null, default).WaitAsync(Limit)).Items
            .Select(a => (int)a.ActorId.GetLongId()).ToHashSet();
        var armed = (await service.GetRemindersAsync(null, null, default).WaitAsync(Limit)).Items
            .Select(r => (int)r.Key.GetLongId()).ToHashSet();
        var reminded = await RemindedAsync(clubs);
        var withStates = Enumerable.Range(0, Actors).Where(i => reminded[i].Length > 0).ToHashSet();
        Assert.Equal(known.Order(), withStates.Order());
        Assert.Equal(known.Order(), armed.Order());
        Assert.DoesNotContain(deleted, known.Contains);
        Assert.Empty(Enumerable.Range(0, Actors).Except(begun).Except(known));

        async Task DeleteAsync()
        {
            while (!stop.IsCancellationRequested && Interlocked.Increment(ref next) is < Actors and var actor)
            {
                begun.Add(actor);
                try
                {
                    await service.DeleteActorAsync(new ActorId(actor), stop.Token);
                    deleted.Add(actor);
                }
                catch (OperationCanceledException)
                {
                    return;
                }
            }
        }
    }

    private static Task<string[][]> RemindedAsync(IClub[] clubs) =>
        Task.WhenAll(clubs.Select(c => c.RemindedAsync())).WaitAsync(Limit);

    private sealed class Subscriber : IClubEvents
    {
        private readonly Channel<(string Name, string Text)> _heard = Channel.CreateUnbounded<(string, string)>();

        public void Reminded(string name, string text) => _heard.Writer.TryWrite((name, text));

        internal Task<(string Name, string Text)> NextAsync() => _heard.Reader.ReadAsync().AsTask();
    }
}
