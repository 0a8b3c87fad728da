using System;
using System.Diagnostics;
using System.Fabric;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using SfPerf.Fabric.Replication;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class StateManagerTests
{
    [Fact]
    public async Task The_settings_of_a_service_reach_its_replicator()
    {
        Assert.Equal(ReplicatorLimits.None, await LimitsAsync(null));
        Assert.Equal(ReplicatorLimits.None, await LimitsAsync(
            new() { MaxPrimaryReplicationQueueMemorySize = 0, LogTruncationIntervalSeconds = 0 }));
        Assert.Equal(new ReplicatorLimits { TruncationInterval = TimeSpan.FromMinutes(1) }, await LimitsAsync(
            new() { LogTruncationIntervalSeconds = 60 }));
        Assert.Equal(new ReplicatorLimits(3 << 20, 1024, 1 << 24), await LimitsAsync(new()
        {
            CheckpointThresholdInMB = 3, MaxPrimaryReplicationQueueSize = 1024,
            MaxPrimaryReplicationQueueMemorySize = 1 << 24,
        }));

        static async Task<ReplicatorLimits?> LimitsAsync(ReliableStateManagerReplicatorSettings? settings)
        {
            var partition = new PartitionDouble();
            using var manager = new ReliableStateManagerReplica(new(settings!), TimeProvider.System);
            await manager.OpenAsync(System.Fabric.ReplicaOpenMode.New, partition, default);
            return partition.Limits;
        }
    }

    [Fact]
    public async Task Fifty_tasks_that_ask_for_one_name_get_the_one_dictionary()
    {
        using var primary = await TestReplica.OpenAsync();
        var got = await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => Task.Run(() => primary.DictionaryAsync())))
            .WaitAsync(TestReplica.Limit);
        Assert.Single(got.Distinct());
        Assert.Single(primary.Log.Records);
    }

    [Fact]
    public async Task The_second_to_ask_waits_for_the_creator_and_creates_when_that_aborts()
    {
        using var primary = await TestReplica.OpenAsync();
        var creator = primary.Begin();
        var first = await primary.Manager.GetOrAddAsync<IReliableDictionary2<long, string>>(creator, "d");
        Assert.Same(first, await primary.Manager.GetOrAddAsync<IReliableDictionary2<long, string>>(creator, "d"));
        var asking = primary.DictionaryAsync();
        Assert.False(asking.IsCompleted);
        Assert.False((await primary.Manager.TryGetAsync<IReliableDictionary2<long, string>>("d")).HasValue);
        creator.Abort();
        var second = await asking.WaitAsync(TestReplica.Limit);
        Assert.NotSame(first, second);
        await primary.PutAsync(second, 1L, "a");
    }

    [Fact]
    public async Task A_dictionary_cannot_be_used_in_the_transaction_that_creates_it()
    {
        using var primary = await TestReplica.OpenAsync();
        using var tx = primary.Begin();
        var dictionary = await primary.Manager.GetOrAddAsync<IReliableDictionary2<long, string>>(tx, "d");
        await Assert.ThrowsAsync<InvalidOperationException>(() => dictionary.SetAsync(tx, 1, "a"));
        await tx.CommitAsync();
        await primary.PutAsync(dictionary, 1L, "a");
    }

    [Fact]
    public async Task Wrong_and_unsupported_types_are_refused()
    {
        using var primary = await TestReplica.OpenAsync();
        await primary.DictionaryAsync();
        var manager = primary.Manager;
        Assert.Same(
            await manager.GetOrAddAsync<IReliableDictionary<long, string>>("d"),
            await manager.GetOrAddAsync<IReliableDictionary2<long, string>>("d"));
        await Assert.ThrowsAsync<ArgumentException>(() => manager.GetOrAddAsync<IReliableDictionary<long, int>>("d"));
        await Assert.ThrowsAsync<ArgumentException>(() => manager.TryGetAsync<IReliableDictionary<int, string>>("d"));
        var failure = await Assert.ThrowsAsync<ArgumentException>(
            () => manager.GetOrAddAsync<IReliableDictionaryLike>("x"));
        Assert.Contains("IReliableDictionary2<TKey, TValue>", failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "urn:")]
    [InlineData("a/b %?#", "urn:a%2Fb%20%25%3F%23")]
    [InlineData("grüße", "urn:gr%C3%BC%C3%9Fe")]
    public async Task A_text_becomes_a_urn(string name, string expected)
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.DictionaryAsync(name);
        Assert.Equal(expected, dictionary.Name.OriginalString);
        Assert.Same(dictionary, (await primary.Manager.TryGetAsync<IReliableDictionary<long, string>>(name)).Value);
        Assert.Equal(dictionary.Name, (await secondary.DictionaryAsync(name)).Name);
    }

    [Fact]
    public async Task Long_names_work_and_bad_ones_are_refused()
    {
        using var primary = await TestReplica.OpenAsync();
        Assert.NotNull(await primary.DictionaryAsync(new string('x', 4096)));
        await Assert.ThrowsAsync<FormatException>(async () => await primary.DictionaryAsync("urn:x"));
        await Assert.ThrowsAsync<ArgumentNullException>(async () => await primary.DictionaryAsync(null!));
        await Assert.ThrowsAsync<ArgumentException>(() => primary.Manager
            .GetOrAddAsync<IReliableDictionary<long, string>>(new Uri("relative", UriKind.Relative)));
        await Assert.ThrowsAsync<ArgumentException>(() => primary.Manager
            .GetOrAddAsync<IReliableDictionary<long, string>>("d", TimeSpan.FromSeconds(-3)));
        var uri = new Uri("fabric:/store/a");
        Assert.Equal(uri, (await primary.Manager.GetOrAddAsync<IReliableDictionary<long, string>>(uri)).Name);
    }

    [Fact]
    public async Task A_removed_dictionary_is_closed_and_the_others_go_on()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var removed = await primary.DictionaryAsync("removed");
        var kept = await primary.DictionaryAsync("kept");
        await primary.PutAsync(removed, 1L, "a");
        var open = primary.Begin();
        await kept.SetAsync(open, 1, "k");
        await removed.SetAsync(open, 2, "never seen");
        await primary.Manager.RemoveAsync("removed");
        await Assert.ThrowsAsync<FabricObjectClosedException>(() => removed.SetAsync(open, 3, "x"));
        await open.CommitAsync();
        await Assert.ThrowsAsync<FabricObjectClosedException>(() => primary.GetAsync(removed, 1L));
        await Assert.ThrowsAsync<ArgumentException>(() => primary.Manager.RemoveAsync("removed"));
        Assert.Equal("k", (await secondary.GetAsync(await secondary.DictionaryAsync("kept"), 1L)).Value);
        Assert.False((await secondary.Manager.TryGetAsync<IReliableDictionary<long, string>>("removed")).HasValue);
    }

    [Fact]
    public async Task A_name_that_comes_again_starts_empty_on_every_replica()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var first = await primary.DictionaryAsync();
        await primary.PutAsync(first, 1L, "old");
        using (var tx = primary.Begin())
        {
            await primary.Manager.RemoveAsync(tx, "d");
            Assert.NotSame(first, await primary.Manager.GetOrAddAsync<IReliableDictionary2<long, string>>(tx, "d"));
            await tx.CommitAsync();
        }
        var second = await primary.DictionaryAsync();
        await primary.PutAsync(second, 2L, "new");
        Assert.Equal(1, second.Count);
        var other = await secondary.DictionaryAsync();
        Assert.Equal(2, Assert.Single(await secondary.AllAsync(other)).Key);
        using var copy = await TestReplica.OpenAsync(ReplicaRole.ActiveSecondary);
        await copy.RestoreAsync(await primary.CheckpointAsync());
        Assert.Equal(2, Assert.Single(await copy.AllAsync(await copy.DictionaryAsync())).Key);
    }

    // Case 35: whatever part of the log a crash left, with or without a checkpoint in it.
    [Fact]
    public async Task A_crash_between_the_removal_and_the_return_of_a_name_never_mixes_old_and_new()
    {
        using var primary = await TestReplica.OpenAsync();
        await primary.PutAsync(await primary.DictionaryAsync(), 1L, "old");
        await primary.Manager.RemoveAsync("d");
        await primary.PutAsync(await primary.DictionaryAsync(), 2L, "new");
        var records = primary.Log.Records.ToArray();
        var states = new string[records.Length + 1];
        for (var kept = 0; kept <= records.Length; kept++)
        {
            using var crashed = await TestReplica.OpenAsync(ReplicaRole.ActiveSecondary);
            Apply(crashed, records, 0, kept);
            states[kept] = await ContentAsync(crashed);
            using var restarted = await TestReplica.OpenAsync(ReplicaRole.ActiveSecondary);
            await restarted.RestoreAsync(await crashed.CheckpointAsync());
            Assert.Equal(states[kept], await ContentAsync(restarted));
            Apply(restarted, records, kept, records.Length);
            Assert.Equal("2=new", await ContentAsync(restarted));
        }
        Assert.Equal(["absent", "empty", "1=old", "absent", "empty", "2=new"], states);

        static void Apply(TestReplica replica, byte[][] records, int from, int to)
        {
            for (var i = from; i < to; i++)
                replica.Log.Apply(i + 1, records[i], null);
        }

        static async Task<string> ContentAsync(TestReplica replica)
        {
            var found = await replica.Manager.TryGetAsync<IReliableDictionary2<long, string>>("d");
            if (!found.HasValue)
                return "absent";
            var items = await replica.AllAsync(found.Value);
            return items.Count == 0 ? "empty" : string.Join(' ', items.Select(i => $"{i.Key}={i.Value}"));
        }
    }

    [Fact]
    public async Task An_aborted_removal_removes_nothing()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using (var tx = primary.Begin())
        {
            await primary.Manager.RemoveAsync(tx, "d");
        }
        await primary.PutAsync(dictionary, 1L, "a");
        Assert.Same(dictionary, await primary.DictionaryAsync());
    }

    [Fact]
    public async Task A_thousand_dictionaries_are_there_after_a_restart()
    {
        using var primary = await TestReplica.OpenAsync();
        for (var i = 0; i < 1000; i++)
            await primary.PutAsync(await primary.DictionaryAsync($"d{i}"), 1L, $"{i}");
        using var copy = await TestReplica.OpenAsync(ReplicaRole.ActiveSecondary);
        var clock = Stopwatch.StartNew();
        await copy.RestoreAsync(await primary.CheckpointAsync());
        Assert.True(clock.Elapsed < TestReplica.Limit, $"{clock.Elapsed}");
        using var states = copy.Manager.GetAsyncEnumerator();
        var count = 0;
        for (; await states.MoveNextAsync(default); count++)
            Assert.Equal($"urn:d{count}", states.Current.Name.OriginalString);
        Assert.Equal(1000, count);
        Assert.Equal("777", (await copy.GetAsync(await copy.DictionaryAsync("d777"), 1L)).Value);
    }

    private interface IReliableDictionaryLike : Microsoft.ServiceFabric.Data.IReliableState;
}
