using System;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class LockTests
{
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);

    [Fact]
    public async Task The_second_writer_times_out_after_four_seconds_and_succeeds_once_the_first_has_ended()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using var first = primary.Begin();
        await dictionary.AddAsync(first, 1, "first");
        using var second = primary.Begin();
        var add = dictionary.TryAddAsync(second, 1, "second");
        primary.Time.Advance(TimeSpan.FromSeconds(4) - TimeSpan.FromMilliseconds(1));
        Assert.False(add.IsCompleted);
        primary.Time.Advance(2 * Tick);
        var failure = await Assert.ThrowsAsync<TimeoutException>(() => add.WaitAsync(TestReplica.Limit));
        Assert.Contains("Exclusive lock on key '1', held by transaction", failure.Message, StringComparison.Ordinal);

        first.Abort();
        Assert.True(await dictionary.TryAddAsync(second, 1, "second"));
        await second.CommitAsync();
        Assert.Equal("second", (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task The_meter_tells_how_long_a_request_waited_for_its_lock()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using var first = primary.Begin();
        await dictionary.AddAsync(first, 1, "first");
        using var second = primary.Begin();
        var before = MeterReading.Of(LockMeter.Name);
        var add = dictionary.TryAddAsync(second, 1, "second", TimeSpan.FromSeconds(4711), default);
        primary.Time.Advance(TimeSpan.FromSeconds(4700));
        first.Abort();
        Assert.True(await add.WaitAsync(TestReplica.Limit));
        var after = MeterReading.Of(LockMeter.Name);
        Assert.InRange(after["state.lock.waits"], before["state.lock.waits"] + 1, double.MaxValue);
        // The clock of this test alone moves by that.
        Assert.InRange(after["state.lock.wait.time"] - before["state.lock.wait.time"], 4_700_000, 9_400_000);
    }

    [Fact]
    public async Task Two_readers_that_both_write_cannot_lose_an_update()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "0");
        var (a, b) = (primary.Begin(), primary.Begin());
        await dictionary.TryGetValueAsync(a, 1);
        await dictionary.TryGetValueAsync(b, 1);
        var writeA = dictionary.SetAsync(a, 1, "a");
        var writeB = dictionary.SetAsync(b, 1, "b");
        primary.Time.Advance(TimeSpan.FromSeconds(2));
        Assert.False(writeA.IsCompleted || writeB.IsCompleted);
        primary.Time.Advance(TimeSpan.FromSeconds(2) + Tick);
        await Assert.ThrowsAsync<TimeoutException>(() => writeA.WaitAsync(TestReplica.Limit));
        await Assert.ThrowsAsync<TimeoutException>(() => writeB.WaitAsync(TestReplica.Limit));
        a.Dispose();
        await dictionary.SetAsync(b, 1, "b");
        await b.CommitAsync();
    }

    [Fact]
    public async Task Readers_for_update_take_turns_without_a_timeout()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "0");
        using var a = primary.Begin();
        using var b = primary.Begin();
        await dictionary.TryGetValueAsync(a, 1, LockMode.Update);
        var read = dictionary.TryGetValueAsync(b, 1, LockMode.Update);
        await dictionary.SetAsync(a, 1, "a");
        await a.CommitAsync();
        Assert.Equal("a", (await read.WaitAsync(TestReplica.Limit)).Value);
        await dictionary.SetAsync(b, 1, "ab");
        await b.CommitAsync();
        Assert.Equal("ab", (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Theory]
    [InlineData("S", "S", true)]
    [InlineData("S", "U", false)]
    [InlineData("S", "X", false)]
    [InlineData("U", "S", true)]
    [InlineData("U", "U", false)]
    [InlineData("U", "X", false)]
    [InlineData("X", "S", false)]
    [InlineData("X", "U", false)]
    [InlineData("X", "X", false)]
    public async Task A_request_with_no_patience_meets_a_holder(string request, string held, bool granted)
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using var holder = primary.Begin();
        using var asker = primary.Begin();
        await Lock(holder, held);
        var asking = Lock(asker, request);
        Assert.True(asking.IsCompleted);
        if (granted)
            await asking;
        else
            await Assert.ThrowsAsync<TimeoutException>(() => asking);

        Task Lock(ITransaction tx, string kind) => kind switch
        {
            "S" => dictionary.TryGetValueAsync(tx, 1, TimeSpan.Zero, default),
            "U" => dictionary.TryGetValueAsync(tx, 1, LockMode.Update, TimeSpan.Zero, default),
            _ => dictionary.SetAsync(tx, 1, "x", TimeSpan.Zero, default),
        };
    }

    [Fact]
    public async Task A_new_reader_waits_behind_a_waiting_writer_but_an_upgrade_passes_both()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using var reader = primary.Begin();
        await dictionary.TryGetValueAsync(reader, 1);
        using var writer = primary.Begin();
        var write = dictionary.SetAsync(writer, 1, "w");
        using var late = primary.Begin();
        var read = dictionary.TryGetValueAsync(late, 1);
        Assert.False(read.IsCompleted);
        await dictionary.SetAsync(reader, 1, "upgraded").WaitAsync(TestReplica.Limit);
        await reader.CommitAsync();
        await write.WaitAsync(TestReplica.Limit);
        Assert.False(read.IsCompleted);
        await writer.CommitAsync();
        Assert.Equal("w", (await read.WaitAsync(TestReplica.Limit)).Value);
    }

    [Fact]
    public async Task A_cancelled_token_ends_the_call_and_writes_nothing()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using var canceled = new CancellationTokenSource();
        using var holder = primary.Begin();
        await dictionary.SetAsync(holder, 1, "held");
        using var tx = primary.Begin();
        var waiting = dictionary.SetAsync(tx, 1, "x", TimeSpan.FromSeconds(4), canceled.Token);
        await canceled.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting.WaitAsync(TestReplica.Limit));
        var early = dictionary.SetAsync(tx, 2, "x", TimeSpan.FromSeconds(4), canceled.Token);
        Assert.True(early.IsCanceled);
        holder.Abort();
        await dictionary.SetAsync(tx, 3, "three");
        await tx.CommitAsync();
        Assert.Equal(1, dictionary.Count);
    }

    [Fact]
    public async Task A_get_or_add_that_adds_waits_for_readers_and_then_adds_once()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        using var reader = primary.Begin();
        await dictionary.TryGetValueAsync(reader, 1);
        using var tx = primary.Begin();
        var adding = dictionary.GetOrAddAsync(tx, 1, "added");
        Assert.False(adding.IsCompleted);
        await reader.CommitAsync();
        Assert.Equal("added", await adding.WaitAsync(TestReplica.Limit));
        await tx.CommitAsync();
        Assert.Equal("added", (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task A_value_read_twice_in_a_transaction_is_the_same_while_others_want_to_write_it()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "old");
        using var reader = primary.Begin();
        Assert.Equal("old", (await dictionary.TryGetValueAsync(reader, 1)).Value);
        var write = primary.PutAsync(dictionary, 1L, "new");
        Assert.Equal("old", (await dictionary.TryGetValueAsync(reader, 1)).Value);
        await reader.CommitAsync();
        await write.WaitAsync(TestReplica.Limit);
        Assert.Equal("new", (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task Ten_thousand_waiters_on_one_key_all_get_their_turn()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        var holder = primary.Begin();
        await dictionary.SetAsync(holder, 1, "held");
        var turns = new Task[10_000];
        for (var i = 0; i < turns.Length; i++)
            turns[i] = primary.PutAsync(dictionary, 1L, $"{i}");
        holder.Dispose();
        await Task.WhenAll(turns).WaitAsync(TestReplica.Limit);
        Assert.Equal("9999", (await primary.GetAsync(dictionary, 1L)).Value);
    }
}
