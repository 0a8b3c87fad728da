using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Runtime.Serialization;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.State;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.State;

public sealed class ActorStateManagerTests
{
    private static readonly ActorId Id = new(1);

    // What a state may be when an operation comes.
    public static TheoryData<string, bool, string> Befores() => new()
    {
        { "absent", false, "" },
        { "stored", true, "old" },
        { "read", true, "old" },
        { "added", true, "new" },
        { "updated", true, "new" },
        { "removed", false, "" },
        { "removed unseen", false, "" },
        { "added and removed", false, "" },
    };

    [Theory]
    [Trait("ActorCase", "26")]
    [MemberData(nameof(Befores))]
    public async Task Each_operation_gives_what_the_state_is_within_the_turn(string before, bool exists, string value)
    {
        async Task<IActorStateManager> NewAsync() => await BeginAsync(await ActorReplica.OpenAsync(), before);
        var states = await NewAsync();
        Assert.Equal(exists, await states.ContainsStateAsync("s"));
        var found = await (await NewAsync()).TryGetStateAsync<string>("s");
        Assert.Equal((exists, exists ? value : null), (found.HasValue, found.Value));
        Assert.Equal(exists ? ["s"] : [], await (await NewAsync()).GetStateNamesAsync());
        Assert.Equal(!exists, await (await NewAsync()).TryAddStateAsync("s", "x"));
        Assert.Equal(exists, await (await NewAsync()).TryRemoveStateAsync("s"));
        Assert.Equal(exists ? value : "x", await (await NewAsync()).GetOrAddStateAsync("s", "x"));
        Assert.Equal(exists ? value + "!" : "x",
            await (await NewAsync()).AddOrUpdateStateAsync("s", "x", (_, v) => v + "!"));
        await CheckThrowsAsync<InvalidOperationException>(exists, (await NewAsync()).AddStateAsync("s", "x"));
        await CheckThrowsAsync<KeyNotFoundException>(!exists, (await NewAsync()).GetStateAsync<string>("s"));
        await CheckThrowsAsync<KeyNotFoundException>(!exists, (await NewAsync()).RemoveStateAsync("s"));
    }

    [Theory]
    [Trait("ActorCase", "26")]
    [MemberData(nameof(Befores))]
    public async Task Each_change_is_what_is_stored_after_the_turn(string before, bool exists, string value)
    {
        async Task<string?> AfterAsync(Func<IActorStateManager, Task> change)
        {
            using var replica = await ActorReplica.OpenAsync();
            var states = await BeginAsync(replica, before);
            await change(states);
            await states.SaveStateAsync();
            var stored = await replica.StoredAsync<string>(Id, "s");
            var seen = await states.TryGetStateAsync<string>("s");
            Assert.Equal(stored, seen);
            return stored.HasValue ? stored.Value : null;
        }

        Assert.Equal(exists ? value : null, await AfterAsync(_ => Task.CompletedTask));
        Assert.Equal("x", await AfterAsync(s => s.SetStateAsync("s", "x")));
        Assert.Equal(exists ? value : "x", await AfterAsync(s => s.TryAddStateAsync("s", "x")));
        Assert.Null(await AfterAsync(s => s.TryRemoveStateAsync("s")));
        Assert.Equal(exists ? value + "!" : "x",
            await AfterAsync(s => s.AddOrUpdateStateAsync("s", "x", (_, v) => v + "!")));
        Assert.Equal("y", await AfterAsync(async s =>
        {
            await s.TryRemoveStateAsync("s");
            await s.AddStateAsync("s", "y");
        }));
        Assert.Equal(before is "stored" or "read" or "updated" or "removed" or "removed unseen" ? "old" : null,
            await AfterAsync(s => s.ClearCacheAsync()));
    }

    [Theory]
    [Trait("ActorCase", "26")]
    [MemberData(nameof(Befores))]
    public async Task A_provider_of_the_services_own_is_asked_and_told_the_same(
        string before, bool exists, string value)
    {
        using var replica = await ActorReplica.OpenAsync();
        var provider = ForeignProvider.Around(replica.Provider);
        var states = await BeginAsync(replica, before, () => ActorStateProviders.CreateStateManager(Id, provider));

        var found = await states.TryGetStateAsync<string>("s");
        Assert.Equal((exists, exists ? value : null), (found.HasValue, found.Value));
        Assert.Equal(exists, await states.ContainsStateAsync("s"));
        Assert.Equal(exists ? ["s"] : [], await states.GetStateNamesAsync());
        await states.SaveStateAsync();
        Assert.Equal(found, await replica.StoredAsync<string>(Id, "s"));
        await states.SetStateAsync("s", 5L);
        await states.SaveStateAsync();
        Assert.Equal(5L, (await replica.StoredAsync<long>(Id, "s")).Value);
        Assert.Equal([Id], (await provider.GetActorsAsync(10, null, default)).Items);
        await states.RemoveStateAsync("s");
        await states.SaveStateAsync();
        Assert.False((await replica.StoredAsync<long>(Id, "s")).HasValue);
    }

    [Fact]
    [Trait("ActorCase", "9")]
    public async Task The_first_save_of_an_actor_is_one_record_and_so_is_each_later_one()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(new ActorId(2), ("s", 1)); // the tables themselves are made with the first one
        var records = replica.Log.Records.Count;
        var states = replica.Activate(Id);

        await states.SetStateAsync("a", 1);
        await states.SetStateAsync("b", "two");
        await states.SaveStateAsync();
        Assert.Equal(1, replica.Log.Records.Count - records);
        await replica.Provider.ActorActivatedAsync(Id); // is stored already
        Assert.Equal(1, replica.Log.Records.Count - records);
        await states.SetStateAsync("a", 2);
        await states.SaveStateAsync();
        Assert.Equal(2, replica.Log.Records.Count - records);
    }

    [Fact]
    [Trait("ActorCase", "9")]
    public async Task A_turn_that_only_reads_writes_no_record_and_waits_for_nothing()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(Id, ("s", 1));
        var records = replica.Log.Records.Count;
        var states = replica.Activate(Id);

        var first = states.GetStateAsync<int>("s");
        var second = states.GetStateAsync<int>("s");
        var save = states.SaveStateAsync();

        Assert.True(first.IsCompletedSuccessfully && second.IsCompletedSuccessfully && save.IsCompletedSuccessfully);
        Assert.Equal(1, await first);
        Assert.Equal(records, replica.Log.Records.Count);
    }

    [Fact]
    [Trait("ActorCase", "27")]
    public async Task A_state_that_was_added_and_removed_in_one_turn_leaves_no_record()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(Id, ("other", 1));
        var records = replica.Log.Records.Count;
        var states = replica.Activate(Id);

        await states.AddStateAsync("s", 1);
        await states.RemoveStateAsync("s");
        await states.SaveStateAsync();

        Assert.Equal(records, replica.Log.Records.Count);
    }

    [Theory]
    [Trait("ActorCase", "27")]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_state_that_was_removed_and_set_as_another_type_is_of_that_type(bool wasRead)
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(Id, ("s", "text"));
        var states = replica.Activate(Id);
        if (wasRead)
            Assert.Equal("text", await states.GetStateAsync<string>("s"));

        await states.RemoveStateAsync("s");
        await states.SetStateAsync("s", 5L);
        await states.SaveStateAsync();

        Assert.Equal(5L, (await replica.StoredAsync<long>(Id, "s")).Value);
        await states.SetStateAsync("s", new List<string> { "a" });
        await states.SaveStateAsync();
        Assert.Equal(["a"], (await replica.StoredAsync<List<string>>(Id, "s")).Value);
    }

    [Fact]
    [Trait("ActorCase", "28")]
    public async Task A_state_that_is_read_as_another_type_is_refused_and_the_actor_goes_on()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(Id, ("s", "text"));
        var states = replica.Activate(Id);

        await Assert.ThrowsAsync<SerializationException>(() => states.GetStateAsync<long>("s"));
        Assert.Equal("text", await states.GetStateAsync<string>("s"));
        await Assert.ThrowsAsync<InvalidCastException>(() => states.GetStateAsync<long>("s"));
        await Assert.ThrowsAsync<InvalidCastException>(() => states.TryGetStateAsync<long>("s"));
        Assert.Equal("text", await states.GetStateAsync<object>("s"));
        await states.SetStateAsync("s", 7L);
        Assert.Equal(7L, await states.GetStateAsync<long>("s"));
    }

    [Fact]
    [Trait("ActorCase", "29")]
    public async Task A_value_that_was_changed_and_not_set_is_not_stored()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(Id, ("list", new List<string> { "a" }));
        await replica.StoreAsync(Id, ("bytes", new byte[] { 1 }));
        var states = replica.Activate(Id);

        (await states.GetStateAsync<List<string>>("list")).Add("b");
        (await states.GetStateAsync<byte[]>("bytes"))[0] = 2;
        await states.SaveStateAsync();

        Assert.Equal(["a", "b"], await states.GetStateAsync<List<string>>("list"));
        Assert.Equal(["a"], (await replica.StoredAsync<List<string>>(Id, "list")).Value);
        Assert.Equal([1], (await replica.StoredAsync<byte[]>(Id, "bytes")).Value);
    }

    [Fact]
    [Trait("ActorCase", "29")]
    public async Task An_array_that_is_changed_after_it_was_saved_does_not_change_what_is_stored()
    {
        using var replica = await ActorReplica.OpenAsync();
        var bytes = new byte[] { 1, 2, 3 };
        await replica.StoreAsync(Id, ("s", bytes));

        bytes[0] = 9;

        Assert.Equal([1, 2, 3], (await replica.StoredAsync<byte[]>(Id, "s")).Value);
    }

    [Fact]
    [Trait("ActorCase", "30")]
    public async Task The_changes_of_a_turn_reach_another_replica_together()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(Id, ("a", 1), ("b", 1));
        await replica.StoreAsync(Id, ("a", 2), ("b", 2));

        for (var count = 0; count <= replica.Log.Records.Count; count++)
        {
            using var other = await ActorReplica.OpenAsync(role: ReplicaRole.ActiveSecondary);
            for (var i = 0; i < count; i++)
                other.Log.Apply(i + 1, replica.Log.Records[i], null);
            await other.BecomeAsync(ReplicaRole.Primary);
            Assert.Equal(await other.StoredAsync<int>(Id, "a"), await other.StoredAsync<int>(Id, "b"));
        }
    }

    [Fact]
    [Trait("ActorCase", "31")]
    public async Task What_was_saved_within_a_turn_stays_and_what_was_not_is_gone()
    {
        using var replica = await ActorReplica.OpenAsync();
        var states = replica.Activate(Id);
        await states.SetStateAsync("saved", 1);
        await states.SaveStateAsync();
        await states.SetStateAsync("saved", 2);
        await states.SetStateAsync("other", 2);

        await states.ClearCacheAsync(); // as after a turn that failed

        Assert.Equal(1, await states.GetStateAsync<int>("saved"));
        Assert.False(await states.ContainsStateAsync("other"));
        await states.SaveStateAsync();
        Assert.Equal(1, (await replica.StoredAsync<int>(Id, "saved")).Value);
    }

    [Fact]
    [Trait("ActorCase", "32")]
    public async Task A_save_that_failed_may_be_repeated()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(Id, ("removed", 1));
        var states = replica.Activate(Id);
        await states.SetStateAsync("s", 1);
        await states.RemoveStateAsync("removed");
        replica.Log.Refusals.Enqueue(new FabricNotPrimaryException("not now"));

        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => states.SaveStateAsync());
        Assert.False((await replica.StoredAsync<int>(Id, "s")).HasValue);
        await states.SaveStateAsync();

        Assert.Equal(1, (await replica.StoredAsync<int>(Id, "s")).Value);
        Assert.False((await replica.StoredAsync<int>(Id, "removed")).HasValue);
    }

    [Fact]
    public async Task A_state_that_cannot_be_serialized_fails_the_save_and_nothing_is_stored()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(Id, ("s", 1));
        var records = replica.Log.Records.Count;
        var states = replica.Activate(Id);
        await states.SetStateAsync("s", 2);
        await states.SetStateAsync<object>("bad", new Unknown());

        await Assert.ThrowsAsync<SerializationException>(() => states.SaveStateAsync());
        Assert.Equal(records, replica.Log.Records.Count);
        await states.ClearCacheAsync();
        Assert.Equal(1, await states.GetStateAsync<int>("s"));
        Assert.False(await states.ContainsStateAsync("bad"));
    }

    [Fact]
    [Trait("ActorCase", "33")]
    public async Task Parallel_calls_within_a_turn_do_each_other_no_harm()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(Id, [.. Enumerable.Range(0, 20).Select(i => ($"stored{i}", i))]);
        var states = replica.Activate(Id);

        await Task.WhenAll(Enumerable.Range(0, 20).Select(i => Task.Run(async () =>
        {
            Assert.Equal(i, await states.GetStateAsync<int>($"stored{i}"));
            await states.SetStateAsync($"stored{i}", -i);
            await states.AddStateAsync($"new{i}", i);
            await states.AddOrUpdateStateAsync($"both", 1, (_, n) => n + 1);
            await states.RemoveStateAsync($"new{i}");
        })));
        await states.SaveStateAsync();

        Assert.Equal(21, (await states.GetStateNamesAsync()).Count());
        foreach (var i in Enumerable.Range(0, 20))
            Assert.Equal(-i, (await replica.StoredAsync<int>(Id, $"stored{i}")).Value);
    }

    [Fact]
    [Trait("ActorCase", "33")]
    public async Task What_changes_while_a_save_is_under_way_is_saved_by_the_next_one()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(Id, ("kept", 1), ("gone", 1));
        var states = replica.Activate(Id);
        await states.SetStateAsync("kept", 2);
        await states.SetStateAsync("new", 2);
        replica.Log.IsHolding = true;

        var first = states.SaveStateAsync();
        await states.SetStateAsync("kept", 3);
        await states.RemoveStateAsync("new");
        await states.RemoveStateAsync("gone");
        var second = states.SaveStateAsync();
        Assert.False(first.IsCompleted || second.IsCompleted);
        replica.Log.IsHolding = false;
        replica.Log.CommitHeld();
        await first;
        await second;

        Assert.Equal(["kept"], await replica.Activate(Id).GetStateNamesAsync());
        Assert.Equal(3, (await replica.StoredAsync<int>(Id, "kept")).Value);
    }

    [Fact]
    [Trait("ActorCase", "34")]
    public async Task Names_of_any_kind_are_kept_apart_within_and_between_actors()
    {
        using var replica = await ActorReplica.OpenAsync();
        string[] names = ["", " ", "_", "a", "a_b", "A", new('n', 300), "ä\0b", "5"];
        ActorId[] ids =
            [new("a"), new("a_b"), new("a\0"), new(""), new("1"), new(1), new(12), new(-1), new(Guid.Empty)];
        foreach (var id in ids)
            await replica.StoreAsync(id, [.. names.Select(n => (n, $"{id.GetStorageKey()}/{n}"))]);

        foreach (var id in ids)
        {
            var states = replica.Activate(id);
            Assert.Equal(names.Order(StringComparer.Ordinal), await states.GetStateNamesAsync());
            foreach (var name in names)
                Assert.Equal($"{id.GetStorageKey()}/{name}", await states.GetStateAsync<string>(name));
        }

        await Assert.ThrowsAsync<ArgumentNullException>(() => replica.Activate(Id).SetStateAsync(null!, 1));
        await Assert.ThrowsAnyAsync<ArgumentException>(() => replica.Activate(Id).SetStateAsync("\ud800", 1));
    }

    [Fact]
    [Trait("ActorCase", "35")]
    public async Task A_value_above_the_limit_of_a_record_is_refused_and_the_actor_goes_on()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(Id, ("s", new byte[] { 1 }));
        var states = replica.Activate(Id);
        await states.SetStateAsync("s", new byte[53_000_000]);

        var refused = await Assert.ThrowsAsync<TransactionFaultedException>(() => states.SaveStateAsync());

        Assert.Contains("MaxReplicationMessageSize", refused.Message, StringComparison.Ordinal);
        await states.ClearCacheAsync();
        await states.SetStateAsync("s", new byte[] { 2 });
        await states.SaveStateAsync();
        Assert.Equal([2], (await replica.StoredAsync<byte[]>(Id, "s")).Value);
    }

    private static async Task<IActorStateManager> BeginAsync(
        ActorReplica replica, string before, Func<IActorStateManager>? activate = null)
    {
        if (before is "stored" or "read" or "updated" or "removed" or "removed unseen")
            await replica.StoreAsync(Id, ("s", "old"));
        var states = activate is null ? replica.Activate(Id) : activate();
        if (before is "read" or "removed" or "updated")
            Assert.Equal("old", await states.GetStateAsync<string>("s"));
        if (before is "added" or "added and removed")
            await states.AddStateAsync("s", "new");
        if (before is "updated")
            await states.SetStateAsync("s", "new");
        if (before.Contains("removed", StringComparison.Ordinal))
            await states.RemoveStateAsync("s");
        return states;
    }

    private static async Task CheckThrowsAsync<T>(bool throws, Task call)
        where T : Exception
    {
        if (throws)
            await Assert.ThrowsAsync<T>(() => call);
        else
            await call;
    }

    private sealed class Unknown
    {
        public Stream? Stream { get; set; } = Stream.Null;
    }
}
