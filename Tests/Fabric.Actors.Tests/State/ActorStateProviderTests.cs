using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Runtime.Serialization;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Actors.Query;
using Microsoft.ServiceFabric.Actors.Runtime;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.State;

public sealed class ActorStateProviderTests
{
    private static readonly ActorId Id = new("a");

    public static TheoryData<StatePersistence> Persistences() => [.. Enum.GetValues<StatePersistence>()];

    [Theory]
    [Trait("ActorCase", "36")]
    [MemberData(nameof(Persistences))]
    public async Task Null_and_empty_values_come_back_from_every_provider(StatePersistence persistence)
    {
        using var replica = await ActorReplica.OpenAsync(persistence);
        await replica.StoreAsync<string?>(Id, ("null", null));
        await replica.StoreAsync(Id, ("empty", Array.Empty<byte>()));
        await replica.StoreAsync(Id, ("default", default(StateCodecTests.Point)));
        await replica.Provider.SaveReminderAsync(Id, Reminder.Once("r"));

        var missing = await replica.StoredAsync<string?>(Id, "null");
        Assert.Equal((true, null), (missing.HasValue, missing.Value));
        Assert.Empty((await replica.StoredAsync<byte[]>(Id, "empty")).Value!);
        Assert.Equal(default, (await replica.StoredAsync<StateCodecTests.Point>(Id, "default")).Value);
        Assert.Null(Assert.Single(await replica.RemindersAsync(Id)).State);
    }

    [Theory]
    [Trait("ActorCase", "36")]
    [Trait("ActorCase", "74")]
    [MemberData(nameof(Persistences))]
    public async Task A_proxy_in_a_state_comes_back_as_a_proxy_of_the_same_actor(StatePersistence persistence)
    {
        using var replica = await ActorReplica.OpenAsync(persistence);
        var service = new Uri("fabric:/App/OrderService");
        var order = ActorProxy.Create<IOrder>(new ActorId("order"), service);
        await replica.StoreAsync(Id, ("order", order));
        await replica.StoreAsync(Id, ("basket", new Basket { Orders = [order] }));

        var alone = (await replica.StoredAsync<IOrder>(Id, "order")).Value;
        var within = (await replica.StoredAsync<Basket>(Id, "basket")).Value.Orders[0];

        Assert.NotSame(order, alone);
        foreach (var proxy in (IOrder[])[alone, within])
        {
            Assert.Equal(new ActorId("order"), proxy.GetActorId());
            Assert.Equal(service, proxy.GetActorReference().ServiceUri);
        }
    }

    [Theory]
    [MemberData(nameof(Persistences))]
    public async Task A_state_manager_of_the_services_own_uses_the_provider_as_any_other(StatePersistence persistence)
    {
        using var replica = await ActorReplica.OpenAsync(persistence);
        var provider = replica.Provider;
        await provider.SaveStateAsync(Id,
        [
            new("added", typeof(long), 5L, StateChangeKind.Add),
            new("updated", typeof(string), "x", StateChangeKind.Update),
            new("unchanged", typeof(string), "x", StateChangeKind.None),
        ]);

        Assert.Equal(5L, await provider.LoadStateAsync<long>(Id, "added"));
        Assert.Equal("x", await provider.LoadStateAsync<string>(Id, "updated"));
        Assert.False(await provider.ContainsStateAsync(Id, "unchanged"));
        await Assert.ThrowsAsync<KeyNotFoundException>(() => provider.LoadStateAsync<string>(Id, "unchanged"));
        Assert.Equal(["added", "updated"], await provider.EnumerateStateNamesAsync(Id));
        await provider.SaveStateAsync(Id, [new("added", typeof(long), null, StateChangeKind.Remove)]);
        Assert.Equal(["updated"], await provider.EnumerateStateNamesAsync(Id));
        Assert.Equal([Id], (await provider.GetActorsAsync(10, null, default)).Items);
    }

    [Theory]
    [Trait("ActorCase", "52")]
    [MemberData(nameof(Persistences))]
    public async Task Deleting_an_actor_leaves_those_alone_whose_ids_begin_like_its_own(StatePersistence persistence)
    {
        using var replica = await ActorReplica.OpenAsync(persistence);
        ActorId[] others = [new("a_b"), new("ab"), new("A"), new("a\0"), new(""), new(12), new(10), new(-1), new("1")];
        foreach (var id in (ActorId[])[Id, new(1), .. others])
        {
            await replica.StoreAsync(id, ("s", 1), ("b_s", 1));
            await replica.Provider.SaveReminderAsync(id, Reminder.Once("r"));
        }

        await replica.Provider.RemoveActorAsync(Id);
        await replica.Provider.RemoveActorAsync(new(1));

        foreach (var id in (ActorId[])[Id, new(1)])
        {
            Assert.Empty(await replica.Provider.EnumerateStateNamesAsync(id));
            Assert.Empty(await replica.RemindersAsync(id));
        }

        foreach (var id in others)
        {
            Assert.Equal(["b_s", "s"], await replica.Provider.EnumerateStateNamesAsync(id));
            Assert.Single(await replica.RemindersAsync(id));
        }

        var left = (await replica.Provider.GetActorsAsync(100, null, default)).Items;
        Assert.Equal(others.Select(i => i.GetStorageKey()).Order(StringComparer.Ordinal),
            left.Select(i => i.GetStorageKey()).Order(StringComparer.Ordinal));
    }

    [Fact]
    [Trait("ActorCase", "53")]
    public async Task Deleting_an_actor_is_one_record_and_an_unknown_one_is_no_error()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(Id, [.. Enumerable.Range(0, 100).Select(i => ($"s{i}", i))]);
        await replica.Provider.SaveReminderAsync(Id, Reminder.Once("r"));
        var records = replica.Log.Records.Count;

        await replica.Provider.RemoveActorAsync(Id);
        Assert.Equal(records + 1, replica.Log.Records.Count);
        await replica.Provider.RemoveActorAsync(Id);
        await replica.Provider.RemoveActorAsync(new("never seen"));

        Assert.Empty((await replica.Provider.GetActorsAsync(10, null, default)).Items);
        await replica.StoreAsync(Id, ("fresh", 1));
        Assert.Equal(["fresh"], await replica.Provider.EnumerateStateNamesAsync(Id));
    }

    [Theory]
    [Trait("ActorCase", "66")]
    [MemberData(nameof(Persistences))]
    public async Task Pages_of_actors_give_each_one_once(StatePersistence persistence)
    {
        using var replica = await ActorReplica.OpenAsync(persistence);
        var ids = Enumerable.Range(-5_000, 10_001).Select(i => new ActorId((long)i)).ToArray();
        foreach (var id in ids)
            await replica.Provider.ActorActivatedAsync(id);

        var first = await replica.Provider.GetActorsAsync(10_000, null, default);
        var second = await replica.Provider.GetActorsAsync(10_000, first.ContinuationToken, default);

        Assert.Equal((10_000, 1), (first.Items.Count(), second.Items.Count()));
        Assert.Equal("Long_4999", first.ContinuationToken.Marker);
        Assert.Null(second.ContinuationToken);
        Assert.Equal(ids, first.Items.Concat(second.Items));
    }

    [Theory]
    [Trait("ActorCase", "66")]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public async Task A_page_that_ends_with_the_last_actor_has_no_token(int pageSize)
    {
        using var replica = await ActorReplica.OpenAsync();
        ActorId[] ids = [new(-1), new(1), new("a"), new("b")];
        foreach (var id in ids)
            await replica.Provider.ActorActivatedAsync(id);
        var (found, pages) = (new List<ActorId>(), 0);
        ContinuationToken? token = null;
        do
        {
            var page = await replica.Provider.GetActorsAsync(pageSize, token, default);
            found.AddRange(page.Items);
            (token, pages) = (page.ContinuationToken, pages + 1);
        }
        while (token is not null);

        Assert.Equal(ids, found);
        Assert.Equal((ids.Length + pageSize - 1) / pageSize, pages);
        Assert.Empty((await replica.Provider.GetActorsAsync(1, new("String_z"), default)).Items);
    }

    [Fact]
    [Trait("ActorCase", "67")]
    public async Task Actors_that_are_deleted_between_two_pages_do_not_disturb_the_others()
    {
        using var replica = await ActorReplica.OpenAsync();
        for (var i = 0; i < 10; i++)
            await replica.Provider.ActorActivatedAsync(new(i));
        var first = await replica.Provider.GetActorsAsync(5, null, default);

        foreach (var gone in new[] { 0, 4, 5, 9 })
            await replica.Provider.RemoveActorAsync(new(gone));
        await replica.Provider.ActorActivatedAsync(new(-1));
        var second = await replica.Provider.GetActorsAsync(5, first.ContinuationToken, default);

        Assert.Equal([0, 1, 2, 3, 4], first.Items.Select(i => i.GetLongId()));
        Assert.Equal([6, 7, 8], second.Items.Select(i => i.GetLongId()));
        Assert.Null(second.ContinuationToken);
    }

    [Theory]
    [Trait("ActorCase", "66")]
    [InlineData(5)]
    [InlineData("5")]
    [InlineData("")]
    [InlineData("Long_x")]
    public async Task A_token_of_another_query_is_refused(object marker)
    {
        using var replica = await ActorReplica.OpenAsync();

        await Assert.ThrowsAsync<ArgumentException>(() => replica.Provider.GetActorsAsync(5, new(marker), default));
        await Assert.ThrowsAsync<ArgumentException>(
            () => replica.Provider.GetRemindersAsync(5, null, new(marker), default));
    }

    [Fact]
    [Trait("ActorCase", "65")]
    public async Task Without_persistence_states_survive_the_actors_deactivation_and_no_change_of_role()
    {
        using var replica = await ActorReplica.OpenAsync(StatePersistence.None);
        await replica.StoreAsync(Id, ("s", 1));
        await replica.Provider.SaveReminderAsync(Id, Reminder.Once("r"));
        Assert.Equal(1, (await replica.StoredAsync<int>(Id, "s")).Value);
        Assert.Empty(replica.Log.Records);

        await replica.BecomeAsync(ReplicaRole.ActiveSecondary);
        await replica.BecomeAsync(ReplicaRole.Primary);

        Assert.False((await replica.StoredAsync<int>(Id, "s")).HasValue);
        Assert.Empty(await replica.RemindersAsync(Id));
        Assert.Empty((await replica.Provider.GetActorsAsync(1, null, default)).Items);
    }

    [Theory]
    [InlineData(StatePersistence.Volatile)]
    [InlineData(StatePersistence.Persisted)]
    public async Task A_replica_that_gets_the_records_has_the_actors_when_it_becomes_primary(
        StatePersistence persistence)
    {
        using var replica = await ActorReplica.OpenAsync(persistence);
        await replica.StoreAsync(Id, ("s", "x"));
        await replica.Provider.SaveReminderAsync(Id, Reminder.Once("r", [7]));
        using var other = await replica.CopyAsync(persistence);

        await other.BecomeAsync(ReplicaRole.Primary);

        Assert.Equal("x", (await other.StoredAsync<string>(Id, "s")).Value);
        Assert.Equal([7], Assert.Single(await other.RemindersAsync(Id)).State);
        Assert.Equal([Id], (await other.Provider.GetActorsAsync(1, null, default)).Items);
    }

    [Fact]
    [Trait("ActorCase", "59")]
    public async Task A_replica_that_is_no_longer_the_primary_stores_nothing()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(Id, ("s", 1));
        var states = replica.Activate(Id);
        await states.SetStateAsync("s", 2);
        var records = replica.Log.Records.Count;

        await replica.BecomeAsync(ReplicaRole.ActiveSecondary);

        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => states.SaveStateAsync());
        Assert.Equal(records, replica.Log.Records.Count);
    }

    // Another primary may have written in between, which a turn that goes on from before would overwrite.
    [Theory]
    [Trait("ActorCase", "59")]
    [InlineData(StatePersistence.Persisted)]
    [InlineData(StatePersistence.Volatile)]
    [InlineData(StatePersistence.None)]
    public async Task An_actor_of_before_stores_nothing_once_its_replica_is_primary_again(StatePersistence persistence)
    {
        using var replica = await ActorReplica.OpenAsync(persistence);
        await replica.StoreAsync(Id, ("s", 1));
        var states = replica.Activate(Id);
        await states.SetStateAsync("s", 2);

        await replica.BecomeAsync(ReplicaRole.ActiveSecondary);
        await replica.BecomeAsync(ReplicaRole.Primary);
        await replica.StoreAsync(Id, ("s", 3));

        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => states.SaveStateAsync());
        Assert.Equal(3, (await replica.StoredAsync<int>(Id, "s")).Value);
    }

    [Fact]
    [Trait("ActorCase", "62")]
    public async Task A_commit_of_unknown_outcome_is_not_repeated_once_the_role_was_lost_and_won_back()
    {
        using var replica = await ActorReplica.OpenAsync();
        var save = await BeginSaveAsync(replica);
        await replica.BecomeAsync(ReplicaRole.ActiveSecondary);
        await replica.BecomeAsync(ReplicaRole.Primary);

        replica.Log.FailHeld(new FabricNotPrimaryException("moved"));
        replica.Log.IsHolding = false;

        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => save.WaitAsync(TimeSpan.FromSeconds(60)));
        Assert.Equal(1, (await replica.StoredAsync<int>(Id, "s")).Value);
    }

    [Fact]
    [Trait("ActorCase", "62")]
    public async Task A_commit_of_unknown_outcome_is_stored_again_while_the_replica_is_primary()
    {
        using var replica = await ActorReplica.OpenAsync();
        var save = await BeginSaveAsync(replica);

        replica.Log.IsHolding = false;
        replica.Log.FailHeld(new FabricTransientException("lost"));

        await save.WaitAsync(TimeSpan.FromSeconds(60));
        Assert.Equal(2, (await replica.StoredAsync<int>(Id, "s")).Value);
    }

    [Fact]
    [Trait("ActorCase", "62")]
    public async Task A_commit_of_unknown_outcome_ends_with_not_primary_where_the_role_was_lost()
    {
        using var replica = await ActorReplica.OpenAsync();
        var save = await BeginSaveAsync(replica);

        await replica.BecomeAsync(ReplicaRole.ActiveSecondary);
        replica.Log.FailHeld(new FabricNotPrimaryException("moved"));

        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => save.WaitAsync(TimeSpan.FromSeconds(60)));
    }

    [Fact]
    public async Task The_first_turns_of_a_new_partition_wait_for_its_tables_together_and_for_as_long_as_it_takes()
    {
        using var replica = await ActorReplica.OpenAsync();
        replica.Log.IsHolding = true;
        var turns = Enumerable.Range(0, 8).Select(i => replica.StoreAsync(new ActorId(i), ("s", i))).ToArray();

        replica.Time.Advance(TimeSpan.FromMinutes(1)); // far beyond the timeout of locks
        Assert.DoesNotContain(turns, t => t.IsCompleted);
        replica.Log.IsHolding = false;
        replica.Log.CommitHeld();
        await Task.WhenAll(turns).WaitAsync(TimeSpan.FromSeconds(60));

        Assert.Equal(8, (await replica.Provider.GetActorsAsync(10, null, default)).Items.Count());
    }

    /// <summary>Begins a save of 2 over a stored 1, whose record the log holds back.</summary>
    private static async Task<Task> BeginSaveAsync(ActorReplica replica)
    {
        await replica.StoreAsync(Id, ("s", 1));
        var states = replica.Activate(Id);
        await states.SetStateAsync("s", 2);
        replica.Log.IsHolding = true;
        return states.SaveStateAsync();
    }

    public interface IOrder : IActor
    {
        Task PayAsync();
    }

    [DataContract]
    public sealed class Basket
    {
        [DataMember]
        public List<IOrder> Orders { get; set; } = [];
    }
}
