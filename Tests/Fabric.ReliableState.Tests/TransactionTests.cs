using System;
using System.Fabric;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class TransactionTests
{
    [Fact]
    public async Task A_transaction_is_one_record_whatever_it_does()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        var before = primary.Log.Records.Count;
        using (var tx = primary.Begin())
        {
            await dictionary.SetAsync(tx, 1, "a");
            await dictionary.SetAsync(tx, 2, "b");
            await dictionary.TryRemoveAsync(tx, 1);
            Assert.Equal(-1, tx.CommitSequenceNumber);
            await tx.CommitAsync();
            Assert.Equal(before + 1, tx.CommitSequenceNumber);
        }
        Assert.Equal(before + 1, primary.Log.Records.Count);
    }

    [Fact]
    public async Task A_commit_that_only_read_writes_no_record_and_needs_no_quorum()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "a");
        var before = primary.Log.Records.Count;
        primary.Log.WriteStatus = PartitionAccessStatus.NoWriteQuorum;
        primary.Log.Refusals.Enqueue(new FabricTransientException("no quorum"));
        using var tx = primary.Begin();
        Assert.Equal("a", (await dictionary.TryGetValueAsync(tx, 1)).Value);
        Assert.False(await dictionary.TryAddAsync(tx, 1, "b"));
        Assert.True(tx.CommitAsync().IsCompletedSuccessfully);
        Assert.Equal(-1, tx.CommitSequenceNumber);
        Assert.Equal(before, primary.Log.Records.Count);
    }

    [Fact]
    public async Task Ids_are_positive_and_rise_even_when_the_clock_stands_still()
    {
        using var primary = await TestReplica.OpenAsync();
        var ids = Enumerable.Range(0, 100).Select(_ => primary.Begin().TransactionId).ToArray();
        Assert.True(ids[0] > 0);
        Assert.Equal(ids.Order().Distinct(), ids);
        Assert.Equal(primary.Time.GetUtcNow().ToFileTime() + 99, ids[^1]);
    }

    [Theory]
    [InlineData("commit")]
    [InlineData("abort")]
    [InlineData("dispose")]
    public async Task A_finished_transaction_refuses_every_call_and_the_next_one_works(string end)
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        var tx = primary.Begin();
        await dictionary.SetAsync(tx, 1, "a");
        if (end == "commit")
            await tx.CommitAsync();
        else if (end == "abort")
            tx.Abort();
        else
            tx.Dispose();

        await Assert.ThrowsAsync<InvalidOperationException>(() => dictionary.SetAsync(tx, 1, "b"));
        await Assert.ThrowsAsync<InvalidOperationException>(() => dictionary.TryGetValueAsync(tx, 1));
        await Assert.ThrowsAsync<InvalidOperationException>(() => dictionary.CreateEnumerableAsync(tx));
        await Assert.ThrowsAsync<InvalidOperationException>(tx.CommitAsync);
        await Assert.ThrowsAsync<InvalidOperationException>(tx.GetVisibilitySequenceNumberAsync);
        Assert.Throws<InvalidOperationException>(tx.Abort);
        tx.Dispose();
        await primary.PutAsync(dictionary, 1L, "c");
        Assert.Equal("c", (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_aborted_transaction_leaves_nothing_and_its_locks_are_free_at_once(bool dispose)
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "old");
        var before = primary.Log.Records.Count;
        var tx = primary.Begin();
        await dictionary.SetAsync(tx, 1, "new");
        await dictionary.AddAsync(tx, 2, "new");
        await dictionary.TryRemoveAsync(tx, 2);
        if (dispose)
            tx.Dispose();
        else
            tx.Abort();

        Assert.Equal(before, primary.Log.Records.Count);
        using var next = primary.Begin();
        Assert.Equal("old", (await dictionary.TryGetValueAsync(next, 1, LockMode.Update, default, default)).Value);
        Assert.False(await dictionary.ContainsKeyAsync(next, 2, LockMode.Update, default, default));
        Assert.Equal(1, dictionary.Count);
    }

    [Fact]
    public async Task Two_calls_at_a_time_are_refused_and_harm_nothing()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using var holder = primary.Begin();
        await dictionary.SetAsync(holder, 1, "held");
        using var tx = primary.Begin();
        var waiting = dictionary.SetAsync(tx, 1, "waits");
        await Assert.ThrowsAsync<InvalidOperationException>(() => dictionary.SetAsync(tx, 2, "b"));
        await Assert.ThrowsAsync<InvalidOperationException>(tx.CommitAsync);
        Assert.False(waiting.IsCompleted);
        await holder.CommitAsync();
        await waiting.WaitAsync(TestReplica.Limit);
        await tx.CommitAsync();
        Assert.Equal("waits", (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task Disposing_during_a_call_throws_and_the_transaction_ends_with_the_call()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        var holder = primary.Begin();
        await dictionary.SetAsync(holder, 1, "held");
        var tx = primary.Begin();
        await dictionary.SetAsync(tx, 2, "mine");
        var waiting = dictionary.SetAsync(tx, 1, "waits");
        Assert.Throws<InvalidOperationException>(tx.Dispose);
        holder.Dispose();
        await waiting.WaitAsync(TestReplica.Limit);
        await Assert.ThrowsAsync<InvalidOperationException>(tx.CommitAsync);
        using var next = primary.Begin();
        Assert.True(await dictionary.TryAddAsync(next, 1, "free", default, default));
        Assert.True(await dictionary.TryAddAsync(next, 2, "free", default, default));
    }

    [Fact]
    public async Task Disposing_during_a_commit_throws_and_the_commit_goes_on()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        primary.Log.IsHolding = true;
        var tx = primary.Begin();
        await dictionary.SetAsync(tx, 1, "a");
        var commit = tx.CommitAsync();
        Assert.Throws<InvalidOperationException>(tx.Dispose);
        await Assert.ThrowsAsync<InvalidOperationException>(() => dictionary.SetAsync(tx, 1, "b"));
        primary.Log.CommitHeld();
        await commit.WaitAsync(TestReplica.Limit);
        Assert.Equal("a", (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task A_commit_retries_while_there_is_no_quorum_with_delays_that_double()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        for (var i = 0; i < 9; i++)
            primary.Log.Refusals.Enqueue(new FabricTransientException("no quorum"));
        using var tx = primary.Begin();
        await dictionary.SetAsync(tx, 1, "a");
        var commit = tx.CommitAsync();
        var refused = 1;
        foreach (var delay in new[] { 64, 128, 256, 512, 1024, 2048, 4000, 4000 })
        {
            Assert.Equal(refused, primary.Log.RefusedCount);
            primary.Time.Advance(TimeSpan.FromMilliseconds(delay - 1));
            Assert.Equal(refused, primary.Log.RefusedCount);
            primary.Time.Advance(TimeSpan.FromMilliseconds(1));
            await Reached(() => primary.Log.RefusedCount > refused);
            refused++;
        }
        Assert.False(commit.IsCompleted);
        primary.Time.Advance(TimeSpan.FromSeconds(4));
        await commit.WaitAsync(TestReplica.Limit);
        Assert.Equal("a", (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task A_commit_refused_for_good_is_not_committed_and_frees_its_locks()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        primary.Log.Refusals.Enqueue(new FabricNotPrimaryException("no longer"));
        using var tx = primary.Begin();
        await dictionary.SetAsync(tx, 1, "a");
        await Assert.ThrowsAsync<FabricNotPrimaryException>(tx.CommitAsync);
        await Assert.ThrowsAsync<InvalidOperationException>(tx.CommitAsync);
        using var next = primary.Begin();
        Assert.False(await dictionary.ContainsKeyAsync(next, 1, LockMode.Update, default, default));
    }

    [Fact]
    public async Task A_record_too_large_for_the_log_faults_the_transaction()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        primary.Log.Refusals.Enqueue(new FabricReplicationOperationTooLargeException("too large"));
        using var tx = primary.Begin();
        await dictionary.SetAsync(tx, 1, "a");
        await Assert.ThrowsAsync<TransactionFaultedException>(tx.CommitAsync);
        Assert.False((await primary.GetAsync(dictionary, 1L)).HasValue);
    }

    [Fact]
    public async Task A_commit_that_fails_after_it_entered_the_log_is_faulted_and_may_still_be_applied_later()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        primary.Log.IsHolding = true;
        using var tx = primary.Begin();
        await dictionary.SetAsync(tx, 1, "unknown");
        var commit = tx.CommitAsync();
        primary.Log.FailHeld(new FabricNotPrimaryException("lost the role"));
        var failure = await Assert.ThrowsAsync<TransactionFaultedException>(() => commit);
        Assert.IsType<FabricNotPrimaryException>(failure.InnerException);
        await Assert.ThrowsAsync<TransactionFaultedException>(() => dictionary.SetAsync(tx, 1, "x"));
        Assert.False((await primary.GetAsync(dictionary, 1L)).HasValue);

        primary.Become(ReplicaRole.ActiveSecondary);
        primary.Log.Apply(primary.Log.Records.Count, primary.Log.Records[^1], null);
        Assert.Equal("unknown", (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task Read_locks_go_when_the_commit_starts_and_write_locks_when_it_is_applied()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        primary.Log.IsHolding = true;
        using var tx = primary.Begin();
        await dictionary.TryGetValueAsync(tx, 1);
        await dictionary.SetAsync(tx, 2, "b");
        var commit = tx.CommitAsync();
        using var other = primary.Begin();
        Assert.True(await dictionary.TryAddAsync(other, 1, "free", default, default));
        await Assert.ThrowsAsync<TimeoutException>(() => dictionary.TryGetValueAsync(other, 2, default, default));
        primary.Log.CommitHeld();
        Assert.Equal("b", (await dictionary.TryGetValueAsync(other, 2, default, default)).Value);
        await commit.WaitAsync(TestReplica.Limit);
    }

    [Fact]
    public async Task Too_large_an_operation_faults_the_transaction_and_nothing_else()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.Manager.GetOrAddAsync<IReliableDictionary<long, byte[]>>("b");
        using var tx = primary.Begin();
        await dictionary.SetAsync(tx, 1, new byte[1024]);
        await Assert.ThrowsAsync<TransactionFaultedException>(
            () => dictionary.SetAsync(tx, 2, new byte[51 * 1024 * 1024]));
        await Assert.ThrowsAsync<TransactionFaultedException>(tx.CommitAsync);
        await primary.PutAsync(dictionary, 1L, new byte[49 * 1024 * 1024]);
        Assert.Equal(1, ((IReliableDictionary2<long, byte[]>)dictionary).Count);
    }

    [Fact]
    public async Task Closing_ends_waits_and_later_calls()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using var holder = primary.Begin();
        await dictionary.SetAsync(holder, 1, "held");
        using var tx = primary.Begin();
        var waiting = dictionary.SetAsync(tx, 1, "waits", System.Threading.Timeout.InfiniteTimeSpan, default);
        await primary.Manager.CloseAsync(default);
        await Assert.ThrowsAsync<FabricObjectClosedException>(() => waiting.WaitAsync(TestReplica.Limit));
        await Assert.ThrowsAsync<FabricObjectClosedException>(() => dictionary.SetAsync(tx, 2, "x"));
        await Assert.ThrowsAsync<FabricObjectClosedException>(holder.CommitAsync);
    }

    private static async Task Reached(Func<bool> condition)
    {
        for (var i = 0; i < 1_000_000 && !condition(); i++)
            await Task.Yield();
        Assert.True(condition());
    }
}
