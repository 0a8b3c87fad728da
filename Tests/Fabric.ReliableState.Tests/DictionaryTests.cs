using System;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class DictionaryTests
{
    [Fact]
    public async Task Adding_a_present_key_fails_and_leaves_the_transaction_usable()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using (var tx = primary.Begin())
        {
            await dictionary.AddAsync(tx, 1, "first");
            await Assert.ThrowsAsync<ArgumentException>(() => dictionary.AddAsync(tx, 1, "second"));
            Assert.False(await dictionary.TryAddAsync(tx, 1, "third"));
            await tx.CommitAsync();
        }
        Assert.Equal("first", (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task Add_update_remove_and_add_of_one_key_in_one_transaction_leaves_the_last_value_everywhere()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.DictionaryAsync();
        using (var tx = primary.Begin())
        {
            await dictionary.AddAsync(tx, 1, "a");
            Assert.True(await dictionary.TryUpdateAsync(tx, 1, "b", "a"));
            Assert.Equal("b", (await dictionary.TryRemoveAsync(tx, 1)).Value);
            await dictionary.AddAsync(tx, 1, "c");
            await tx.CommitAsync();
        }
        Assert.Equal("c", (await primary.GetAsync(dictionary, 1L)).Value);
        Assert.Equal(1, dictionary.Count);
        var other = await secondary.DictionaryAsync();
        Assert.Equal("c", (await secondary.GetAsync(other, 1L)).Value);
        Assert.Equal(1, other.Count);
    }

    [Fact]
    public async Task Updating_a_key_removed_in_the_same_transaction_is_false_and_removing_it_again_gives_nothing()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "a");
        using var tx = primary.Begin();
        Assert.True((await dictionary.TryRemoveAsync(tx, 1)).HasValue);
        Assert.False(await dictionary.TryUpdateAsync(tx, 1, "b", "a"));
        Assert.False((await dictionary.TryRemoveAsync(tx, 1)).HasValue);
        Assert.False(await dictionary.ContainsKeyAsync(tx, 1));
        await tx.CommitAsync();
        Assert.Equal(0, dictionary.Count);
    }

    [Fact]
    public async Task Updating_compares_with_the_default_comparer()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "a");
        using var tx = primary.Begin();
        Assert.False(await dictionary.TryUpdateAsync(tx, 1, "x", "b"));
        Assert.True(await dictionary.TryUpdateAsync(tx, 1, "x", new string('a', 1)));
        Assert.False(await dictionary.TryUpdateAsync(tx, 2, "x", "a"));
    }

    [Fact]
    public async Task Get_or_add_and_add_or_update_call_the_functions_they_need()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using (var tx = primary.Begin())
        {
            Assert.Equal("one", await dictionary.GetOrAddAsync(tx, 1, _ => "one"));
            Assert.Equal("one", await dictionary.GetOrAddAsync(tx, 1, _ => throw new InvalidOperationException()));
            Assert.Equal("one", await dictionary.GetOrAddAsync(tx, 1, "other"));
            Assert.Equal("two", await dictionary.AddOrUpdateAsync(tx, 2, "two", (_, _) => "no"));
            Assert.Equal("two+", await dictionary.AddOrUpdateAsync(tx, 2, "no", (_, old) => old + "+"));
            Assert.Equal("k3", await dictionary.AddOrUpdateAsync(tx, 3, key => $"k{key}", (_, _) => "no"));
            await tx.CommitAsync();
        }
        var all = await primary.AllAsync(dictionary);
        Assert.Equal("1=one 2=two+ 3=k3", string.Join(' ', all.Select(p => $"{p.Key}={p.Value}")));
    }

    [Fact]
    public async Task A_function_that_throws_changes_nothing_and_the_transaction_goes_on()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using var tx = primary.Begin();
        await Assert.ThrowsAsync<NotSupportedException>(
            () => dictionary.AddOrUpdateAsync(tx, 1, _ => throw new NotSupportedException(), (_, v) => v));
        await dictionary.AddAsync(tx, 2, "two");
        await tx.CommitAsync();
        var (key, value) = Assert.Single(await primary.AllAsync(dictionary));
        Assert.Equal((2, "two"), (key, value));
    }

    [Fact]
    public async Task Null_arguments_and_negative_timeouts_are_refused()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.Manager
            .GetOrAddAsync<Microsoft.ServiceFabric.Data.Collections.IReliableDictionary<string, string>>("s");
        using var tx = primary.Begin();
        await Assert.ThrowsAsync<ArgumentNullException>(() => dictionary.SetAsync(tx, null!, "x"));
        await Assert.ThrowsAsync<ArgumentNullException>(() => dictionary.TryGetValueAsync(null!, "k"));
        await Assert.ThrowsAsync<ArgumentNullException>(
            () => dictionary.GetOrAddAsync(tx, "k", (Func<string, string>)null!));
        await Assert.ThrowsAsync<ArgumentException>(
            () => dictionary.SetAsync(tx, "k", "x", TimeSpan.FromSeconds(-1), default));
        await dictionary.SetAsync(tx, "k", "x");
        await tx.CommitAsync();
    }

    [Fact]
    public async Task A_transaction_of_another_replica_is_refused()
    {
        using var primary = await TestReplica.OpenAsync();
        using var other = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using var tx = other.Begin();
        await Assert.ThrowsAsync<ArgumentException>(() => dictionary.SetAsync(tx, 1, "x"));
    }

    [Fact]
    public async Task Sixty_four_tasks_that_compare_and_set_lose_no_increment()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.Manager
            .GetOrAddAsync<Microsoft.ServiceFabric.Data.Collections.IReliableDictionary<long, long>>("n");
        await primary.PutAsync(dictionary, 1L, 0L);
        await Task.WhenAll(Enumerable.Range(0, 64).Select(_ => Task.Run(async () =>
        {
            for (var done = 0; done < 200;)
            {
                using var tx = primary.Begin();
                var seen = (await dictionary.TryGetValueAsync(tx, 1,
                    Microsoft.ServiceFabric.Data.Collections.LockMode.Update)).Value;
                if (!await dictionary.TryUpdateAsync(tx, 1, seen + 1, seen))
                    continue;
                await tx.CommitAsync();
                done++;
            }
        }))).WaitAsync(TestReplica.Limit);
        Assert.Equal(64 * 200, (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task The_stored_object_is_given_back_and_its_later_mutation_is_not_replicated()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.Manager
            .GetOrAddAsync<Microsoft.ServiceFabric.Data.Collections.IReliableDictionary<long, byte[]>>("b");
        var mine = new byte[] { 1, 2, 3 };
        await primary.PutAsync(dictionary, 1L, mine);
        Assert.Same(mine, (await primary.GetAsync(dictionary, 1L)).Value);
        mine[0] = 99;

        var other = await secondary.Manager
            .GetOrAddAsync<Microsoft.ServiceFabric.Data.Collections.IReliableDictionary<long, byte[]>>("b");
        secondary.Become(System.Fabric.ReplicaRole.Primary);
        Assert.Equal([1, 2, 3], (await secondary.GetAsync(other, 1L)).Value);
    }
}
