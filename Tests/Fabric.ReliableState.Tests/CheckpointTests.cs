using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using SfPerf.Fabric.Replication;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class CheckpointTests
{
    [Fact]
    public async Task A_checkpoint_written_while_writers_go_on_is_the_state_when_it_was_captured()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        for (var i = 0L; i < 2_000; i++)
            await primary.PutAsync(dictionary, i, new string('a', 100));
        var captured = primary.Log.AppliedLsn;
        using var source = primary.Log.Capture();
        using var stop = new CancellationTokenSource();
        var writers = Enumerable.Range(0, 4).Select(w => Task.Run(async () =>
        {
            for (var i = 0L; !stop.IsCancellationRequested; i++)
            {
                await primary.PutAsync(dictionary, w * 500 + i % 700, "later");
                await primary.RemoveAsync(dictionary, w * 500 + i % 300);
            }
        })).ToArray();
        await dictionary.ClearAsync(Timeout.InfiniteTimeSpan, default);
        var stream = new MemoryStream();
        await source.WriteAsync(stream, default);
        source.Dispose();
        await stop.CancelAsync();
        await Task.WhenAll(writers).WaitAsync(TestReplica.Limit);

        stream.Position = 0;
        using var copy = await TestReplica.OpenAsync(ReplicaRole.ActiveSecondary);
        await copy.RestoreAsync(stream);
        var other = await copy.DictionaryAsync();
        Assert.Equal(2_000, other.Count);
        Assert.All(await copy.AllAsync(other), p => Assert.Equal(new string('a', 100), p.Value));
        for (var lsn = captured + 1; lsn <= primary.Log.Records.Count; lsn++)
            copy.Log.Apply(lsn, primary.Log.Records[(int)lsn - 1], null);
        Assert.Equal<IEnumerable<KeyValuePair<long, string>>>(
            await primary.AllAsync(dictionary), await copy.AllAsync(other));
    }

    [Fact]
    public async Task A_handle_kept_across_a_full_copy_shows_the_copied_state()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.DictionaryAsync("gone");
        using var other = await primary.AddSecondaryAsync();
        var kept = await other.DictionaryAsync();
        var gone = await other.DictionaryAsync("gone");
        await primary.PutAsync(dictionary, 1L, "new");
        await primary.Manager.RemoveAsync("gone");
        var old = other.Begin();
        Assert.Equal("new", (await kept.TryGetValueAsync(old, 1)).Value);

        await other.RestoreAsync(await primary.CheckpointAsync());
        Assert.Same(kept, await other.DictionaryAsync());
        Assert.Equal("new", (await other.GetAsync(kept, 1L)).Value);
        await Assert.ThrowsAsync<FabricObjectClosedException>(() => other.GetAsync(gone, 1L));
        await Assert.ThrowsAsync<FabricNotReadableException>(() => kept.TryGetValueAsync(old, 1));
    }

    [Fact]
    public async Task A_reset_replica_is_empty_and_replays_from_the_first_record()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "a");
        using var other = await primary.AddSecondaryAsync();
        var kept = await other.DictionaryAsync();
        ((IReplicatedState)other.Manager).Reset();
        Assert.False((await other.Manager.TryGetAsync<IReliableDictionary<long, string>>("d")).HasValue);
        await Assert.ThrowsAsync<FabricObjectClosedException>(() => other.GetAsync(kept, 1L));
        for (var i = 0; i < primary.Log.Records.Count; i++)
            ((IReplicatedState)other.Manager).Apply(i + 1, primary.Log.Records[i], null);
        Assert.Same(kept, await other.DictionaryAsync());
        Assert.Equal("a", (await other.GetAsync(kept, 1L)).Value);
    }

    [Fact]
    public async Task An_empty_state_makes_a_checkpoint_too()
    {
        using var primary = await TestReplica.OpenAsync();
        using var copy = await TestReplica.OpenAsync();
        await copy.RestoreAsync(await primary.CheckpointAsync());
        Assert.Equal(1, (await copy.DictionaryAsync()).Count + 1);
    }

    [Fact]
    public async Task Every_cut_and_every_flipped_header_bit_is_detected()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "a");
        var bytes = (await primary.CheckpointAsync()).ToArray();
        using var copy = await TestReplica.OpenAsync();
        for (var length = 0; length < bytes.Length; length++)
        {
            await Assert.ThrowsAnyAsync<InvalidDataException>(
                () => copy.RestoreAsync(new MemoryStream(bytes, 0, length)));
        }
        for (var bit = 0; bit < 64; bit++)
        {
            var flipped = bytes.ToArray();
            flipped[bit / 8] ^= (byte)(1 << (bit % 8));
            await Assert.ThrowsAnyAsync<InvalidDataException>(() => copy.RestoreAsync(new MemoryStream(flipped)));
        }
        await copy.RestoreAsync(new MemoryStream(bytes));
        Assert.Equal("a", (await copy.GetAsync(await copy.DictionaryAsync(), 1L)).Value);
    }

    [Fact]
    public async Task A_record_cut_anywhere_or_of_a_later_version_is_refused()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "a");
        var record = primary.Log.Records[1];
        for (var length = 0; length < record.Length; length++)
        {
            using var other = await TestReplica.OpenAsync(ReplicaRole.ActiveSecondary);
            other.Log.Apply(1, primary.Log.Records[0], null);
            if (length == Transactions.RecordFormat.HeaderBytes)
                continue;
            Assert.ThrowsAny<InvalidDataException>(() => other.Log.Apply(2, record[..length], null));
        }
        using var late = await TestReplica.OpenAsync(ReplicaRole.ActiveSecondary);
        Assert.ThrowsAny<InvalidDataException>(() => late.Log.Apply(1, [2, .. record[1..]], null));
    }
}
