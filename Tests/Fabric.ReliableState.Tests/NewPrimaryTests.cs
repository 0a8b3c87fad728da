using System;
using System.Fabric;
using System.IO;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

/// <summary>A replica that has become primary and has not yet applied all that the last one committed.</summary>
public sealed class NewPrimaryTests
{
    [Fact]
    public async Task An_item_that_the_last_primary_enqueued_is_not_overwritten_by_the_next_one()
    {
        using var old = await TestReplica.OpenAsync();
        using var next = await old.AddSecondaryAsync();
        var queue = await old.Manager.GetOrAddAsync<IReliableQueue<string>>("q");
        var late = await CommitUnseenAsync(old, next, tx => queue.EnqueueAsync(tx, "first"));
        var own = await next.Manager.GetOrAddAsync<IReliableQueue<string>>("q");
        BecomesPrimaryBehind(next);

        using (var early = next.Begin())
            await Assert.ThrowsAsync<FabricNotReadableException>(() => own.EnqueueAsync(early, "second"));
        CatchUp(next, late);
        await CommitAsync(next, tx => own.EnqueueAsync(tx, "second"));

        Assert.Equal("first", (await TakeAsync(next, tx => own.TryDequeueAsync(tx))).Value);
        Assert.Equal("second", (await TakeAsync(next, tx => own.TryDequeueAsync(tx))).Value);
    }

    [Fact]
    public async Task An_item_that_the_last_primary_put_in_a_concurrent_queue_is_not_overwritten_by_the_next_one()
    {
        using var old = await TestReplica.OpenAsync();
        using var next = await old.AddSecondaryAsync();
        var queue = await old.Manager.GetOrAddAsync<IReliableConcurrentQueue<string>>("c");
        var late = await CommitUnseenAsync(old, next, tx => queue.EnqueueAsync(tx, "first"));
        var own = await next.Manager.GetOrAddAsync<IReliableConcurrentQueue<string>>("c");
        BecomesPrimaryBehind(next);

        using (var early = next.Begin())
            await Assert.ThrowsAsync<FabricNotReadableException>(() => own.EnqueueAsync(early, "second"));
        CatchUp(next, late);
        await CommitAsync(next, tx => own.EnqueueAsync(tx, "second"));

        Assert.Equal("first", (await TakeAsync(next, tx => own.TryDequeueAsync(tx))).Value);
        Assert.Equal("second", (await TakeAsync(next, tx => own.TryDequeueAsync(tx))).Value);
    }

    [Fact]
    public async Task A_write_that_depends_on_what_is_there_waits_for_what_the_last_primary_committed()
    {
        using var old = await TestReplica.OpenAsync();
        using var next = await old.AddSecondaryAsync();
        var dictionary = await old.DictionaryAsync();
        var late = await CommitUnseenAsync(old, next, tx => dictionary.SetAsync(tx, 1, "committed"));
        var own = await next.DictionaryAsync();
        BecomesPrimaryBehind(next);

        Func<ITransaction, Task>[] writes =
        [
            tx => own.AddAsync(tx, 1, "x"), tx => own.TryAddAsync(tx, 1, "x"),
            tx => own.TryUpdateAsync(tx, 1, "x", "y"), tx => own.TryRemoveAsync(tx, 1),
            tx => own.GetOrAddAsync(tx, 1, "x"), tx => own.AddOrUpdateAsync(tx, 1, "x", (_, before) => before + "x"),
            tx => next.Manager.GetOrAddAsync<IReliableDictionary<long, string>>(tx, "new"),
            tx => next.Manager.RemoveAsync(tx, "d"),
        ];
        foreach (var write in writes)
        {
            using var tx = next.Begin();
            await Assert.ThrowsAsync<FabricNotReadableException>(() => write(tx).WaitAsync(TestReplica.Limit));
        }

        // What depends on nothing may begin; its commit waits.
        using (var blind = next.Begin())
            await own.SetAsync(blind, 2, "blind");
        CatchUp(next, late);
        using var after = next.Begin();
        Assert.False(await own.TryAddAsync(after, 1, "x"));
    }

    [Fact]
    public async Task Writes_of_a_primary_that_has_all_go_on_without_a_lease()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        primary.Log.ReadStatus = PartitionAccessStatus.ReconfigurationPending;

        await CommitAsync(primary, tx => dictionary.AddAsync(tx, 1, "x"));

        primary.Log.ReadStatus = PartitionAccessStatus.Granted;
        Assert.Equal("x", (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task An_item_whose_dequeue_fails_without_a_lease_is_not_taken()
    {
        using var primary = await TestReplica.OpenAsync();
        var queue = await primary.Manager.GetOrAddAsync<IReliableQueue<string>>("q");
        await CommitAsync(primary, tx => queue.EnqueueAsync(tx, "item"));
        using (var tx = primary.Begin())
        {
            primary.Log.ReadStatus = PartitionAccessStatus.ReconfigurationPending;
            await Assert.ThrowsAsync<FabricNotReadableException>(() => queue.TryDequeueAsync(tx));
            primary.Log.ReadStatus = PartitionAccessStatus.Granted;
            // The caller goes on with the same transaction.
            await tx.CommitAsync();
        }
        using var after = primary.Begin();
        Assert.Equal("item", (await queue.TryDequeueAsync(after)).Value);
    }

    [Theory]
    [InlineData("get")]
    [InlineData("get for update")]
    [InlineData("get or add")]
    public async Task A_value_that_is_read_while_the_new_primary_catches_up_is_not_an_old_one(string read)
    {
        var serializer = new MarkSerializer();
        using var old = await TestReplica.OpenAsync(
            prepare: m => Assert.True(m.TryAddStateSerializer(new MarkSerializer())));
        using var next = await old.AddSecondaryAsync(m => Assert.True(m.TryAddStateSerializer(serializer)));
        var dictionary = await old.Manager.GetOrAddAsync<IReliableDictionary2<long, Mark>>("m");
        await CommitAsync(old, tx => dictionary.SetAsync(tx, 1, new Mark(1)));
        var late = await CommitUnseenAsync(old, next, tx => dictionary.SetAsync(tx, 1, new Mark(2)));
        var own = await next.Manager.GetOrAddAsync<IReliableDictionary2<long, Mark>>("m");
        BecomesPrimaryBehind(next);

        // All is applied after the value was taken, and before the read ends.
        serializer.OnRead = () => CatchUp(next, late);
        using (var tx = next.Begin())
        {
            await Assert.ThrowsAsync<FabricNotReadableException>(() => read switch
            {
                "get" => own.TryGetValueAsync(tx, 1),
                "get for update" => own.TryGetValueAsync(tx, 1, LockMode.Update),
                _ => (Task)own.GetOrAddAsync(tx, 1, new Mark(3)),
            });
        }
        serializer.OnRead = null;
        CatchUp(next, late);
        using var after = next.Begin();
        Assert.Equal(new Mark(2), (await own.TryGetValueAsync(after, 1)).Value);
    }

    [Fact]
    public async Task An_item_that_is_peeked_at_while_the_new_primary_catches_up_is_not_an_old_one()
    {
        var serializer = new MarkSerializer();
        using var old = await TestReplica.OpenAsync(
            prepare: m => Assert.True(m.TryAddStateSerializer(new MarkSerializer())));
        using var next = await old.AddSecondaryAsync(m => Assert.True(m.TryAddStateSerializer(serializer)));
        var queue = await old.Manager.GetOrAddAsync<IReliableQueue<Mark>>("m");
        await CommitAsync(old, tx => queue.EnqueueAsync(tx, new Mark(1)));
        await CommitAsync(old, tx => queue.EnqueueAsync(tx, new Mark(2)));
        var late = await CommitUnseenAsync(old, next, queue.TryDequeueAsync);
        var own = await next.Manager.GetOrAddAsync<IReliableQueue<Mark>>("m");
        BecomesPrimaryBehind(next);

        serializer.OnRead = () => CatchUp(next, late);
        using (var tx = next.Begin())
            await Assert.ThrowsAsync<FabricNotReadableException>(() => own.TryPeekAsync(tx));
        serializer.OnRead = null;
        CatchUp(next, late);
        using var after = next.Begin();
        Assert.Equal(new Mark(2), (await own.TryPeekAsync(after)).Value);
    }

    [Fact]
    public async Task A_point_in_time_is_not_chosen_before_the_new_primary_has_caught_up()
    {
        using var old = await TestReplica.OpenAsync();
        using var next = await old.AddSecondaryAsync();
        var dictionary = await old.DictionaryAsync();
        var late = await CommitUnseenAsync(old, next, tx => dictionary.SetAsync(tx, 1, "committed"));
        var own = await next.DictionaryAsync();
        BecomesPrimaryBehind(next);

        using var tx = next.Begin();
        await Assert.ThrowsAsync<FabricNotReadableException>(tx.GetVisibilitySequenceNumberAsync);
        CatchUp(next, late);

        Assert.Equal(1, await own.GetCountAsync(tx));
    }

    [Fact]
    public async Task An_answer_that_writes_nothing_needs_the_lease_of_a_read()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        var queue = await primary.Manager.GetOrAddAsync<IReliableQueue<string>>("q");
        var bag = await primary.Manager.GetOrAddAsync<IReliableConcurrentQueue<string>>("b");
        await CommitAsync(primary, tx => dictionary.AddAsync(tx, 1, "x"));
        primary.Log.ReadStatus = PartitionAccessStatus.ReconfigurationPending;

        // A newer primary may have written meanwhile: only a write finds out, since its quorum refuses it.
        Func<ITransaction, Task>[] answers =
        [
            tx => dictionary.AddAsync(tx, 1, "y"), tx => dictionary.TryAddAsync(tx, 1, "y"),
            tx => dictionary.TryUpdateAsync(tx, 1, "y", "z"), tx => dictionary.TryRemoveAsync(tx, 2),
            tx => dictionary.GetOrAddAsync(tx, 1, "y"), tx => queue.TryDequeueAsync(tx), tx => queue.TryPeekAsync(tx),
            tx => bag.TryDequeueAsync(tx),
        ];
        foreach (var answer in answers)
        {
            using var tx = primary.Begin();
            await Assert.ThrowsAsync<FabricNotReadableException>(() => answer(tx).WaitAsync(TestReplica.Limit));
        }
    }

    // The next primary has the record in its log; nobody has told it yet that it is committed.
    private static async Task<(long Lsn, byte[] Record)> CommitUnseenAsync(
        TestReplica old, TestReplica next, Func<ITransaction, Task> change)
    {
        old.Log.Secondaries.Remove(next.Log);
        await CommitAsync(old, change);
        return (old.Log.Records.Count, old.Log.Records[^1]);
    }

    private static void BecomesPrimaryBehind(TestReplica next)
    {
        next.Become(ReplicaRole.Primary);
        next.Log.ReadStatus = next.Log.WriteStatus = PartitionAccessStatus.ReconfigurationPending;
        next.Log.HasCaughtUp = false;
    }

    private static void CatchUp(TestReplica next, (long Lsn, byte[] Record) late)
    {
        next.Log.Apply(late.Lsn, late.Record, null);
        next.Log.ReadStatus = next.Log.WriteStatus = PartitionAccessStatus.Granted;
        next.Log.HasCaughtUp = true;
    }

    private static async Task CommitAsync(TestReplica replica, Func<ITransaction, Task> change)
    {
        using var tx = replica.Begin();
        await change(tx).WaitAsync(TestReplica.Limit);
        await tx.CommitAsync().WaitAsync(TestReplica.Limit);
    }

    private static async Task<ConditionalValue<string>> TakeAsync(
        TestReplica replica, Func<ITransaction, Task<ConditionalValue<string>>> take)
    {
        using var tx = replica.Begin();
        var taken = await take(tx).WaitAsync(TestReplica.Limit);
        await tx.CommitAsync().WaitAsync(TestReplica.Limit);
        return taken;
    }

    private readonly record struct Mark(int Number);

    /// <summary>Lets a test act in the moment in which a value is taken.</summary>
    private sealed class MarkSerializer : IStateSerializer<Mark>
    {
        internal Action? OnRead { get; set; }

        public Mark Read(BinaryReader binaryReader)
        {
            var mark = new Mark(binaryReader.ReadInt32());
            OnRead?.Invoke();
            return mark;
        }

        public void Write(Mark value, BinaryWriter binaryWriter) => binaryWriter.Write(value.Number);

        public Mark Read(Mark baseValue, BinaryReader binaryReader) => Read(binaryReader);

        public void Write(Mark baseValue, Mark targetValue, BinaryWriter binaryWriter) =>
            Write(targetValue, binaryWriter);
    }
}
