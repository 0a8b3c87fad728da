using System;
using System.Fabric;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class ClearTests
{
    [Fact]
    public async Task Clear_waits_for_open_transactions_and_empties_every_replica()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "a");
        using var open = primary.Begin();
        await dictionary.SetAsync(open, 2, "b");
        var clear = dictionary.ClearAsync();
        Assert.False(clear.IsCompleted);
        var late = primary.PutAsync(dictionary, 3L, "after");
        Assert.False(late.IsCompleted);
        await open.CommitAsync();
        await clear.WaitAsync(TestReplica.Limit);
        await late.WaitAsync(TestReplica.Limit);
        Assert.Equal("after", (await primary.GetAsync(dictionary, 3L)).Value);
        var other = await secondary.DictionaryAsync();
        Assert.Equal((1, 1), (dictionary.Count, other.Count));
        Assert.Equal(3, Assert.Single(await secondary.AllAsync(other)).Key);
    }

    [Fact]
    public async Task A_snapshot_taken_before_a_clear_still_shows_everything_and_then_lets_it_go()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "a");
        var other = await secondary.DictionaryAsync();
        using var tx = secondary.Begin();
        Assert.Equal(1, await other.GetCountAsync(tx));
        await dictionary.ClearAsync();
        await primary.PutAsync(dictionary, 1L, "b");
        await dictionary.ClearAsync();
        Assert.Equal("a", (await other.TryGetValueAsync(tx, 1)).Value);
        Assert.Equal(0, other.Count);
        using var later = secondary.Begin();
        Assert.False((await other.TryGetValueAsync(later, 1)).HasValue);
    }

    [Fact]
    public async Task Clear_times_out_while_a_transaction_stays_open_and_lets_the_others_go_on()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using var open = primary.Begin();
        await dictionary.SetAsync(open, 1, "a");
        var clear = dictionary.ClearAsync(TimeSpan.FromSeconds(1), default);
        var late = primary.PutAsync(dictionary, 2L, "b");
        primary.Time.Advance(TimeSpan.FromSeconds(1.02));
        await Assert.ThrowsAsync<TimeoutException>(() => clear.WaitAsync(TestReplica.Limit));
        await late.WaitAsync(TestReplica.Limit);
        await open.CommitAsync();
        Assert.Equal(2, dictionary.Count);
    }

    [Fact]
    public async Task Clear_on_a_secondary_is_refused()
    {
        using var secondary = await TestReplica.OpenAsync();
        var dictionary = await secondary.DictionaryAsync();
        secondary.Become(ReplicaRole.ActiveSecondary);
        await Assert.ThrowsAsync<FabricNotPrimaryException>(dictionary.ClearAsync);
    }

    [Fact]
    public async Task Clears_among_sixty_four_writers_leave_what_was_written_after_the_last_one()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.DictionaryAsync();
        var writers = Enumerable.Range(0, 64).Select(w => Task.Run(async () =>
        {
            for (var i = 0; i < 100; i++)
                await primary.PutAsync(dictionary, w * 1000 + i, "x");
        })).ToArray();
        for (var i = 0; i < 20; i++)
            await dictionary.ClearAsync(System.Threading.Timeout.InfiniteTimeSpan, default);
        await Task.WhenAll(writers).WaitAsync(TestReplica.Limit);
        var all = await primary.AllAsync(dictionary);
        var other = await secondary.DictionaryAsync();
        Assert.Equal(all.Count, dictionary.Count);
        Assert.Equal(all, await secondary.AllAsync(other));
        Assert.Equal(all.Count, other.Count);
        await dictionary.ClearAsync();
        Assert.Equal((0, 0), (dictionary.Count, other.Count));
    }
}
