using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

/// <summary>Random transactions side by side; what each saw is checked against a replay by commit order.</summary>
public sealed class ModelTests
{
    private const int KeyCount = 12;

    [Theory]
    [InlineData(1, false)]
    [InlineData(2, false)]
    [InlineData(3, true)]
    [InlineData(4, true)]
    [InlineData(5, true)]
    public async Task Committed_transactions_equal_their_serial_replay(int seed, bool applyApart)
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.DictionaryAsync();
        var committed = new ConcurrentBag<Done>();
        using var stop = new CancellationTokenSource();
        var applying = applyApart ? primary.Log.ApplyApartAsync(stop.Token) : Task.CompletedTask;
        var clock = Task.Run(async () =>
        {
            for (; !stop.IsCancellationRequested; await Task.Yield())
                primary.Time.Advance(TimeSpan.FromMilliseconds(1));
        });
        await Task.WhenAll(Enumerable.Range(0, 8).Select(w => Task.Run(async () =>
        {
            var random = new Random(seed * 100 + w);
            for (var i = 0; i < 400; i++)
            {
                using var tx = primary.Begin();
                var done = new Done();
                try
                {
                    await RunAsync(random, dictionary, tx, done, $"{w}.{i}");
                    if (random.Next(5) == 0)
                        continue;
                    await tx.CommitAsync();
                    done.Lsn = tx.CommitSequenceNumber;
                    committed.Add(done);
                }
                catch (TimeoutException)
                {
                    // The way out of a deadlock: the transaction is given up.
                }
            }
        }))).WaitAsync(TestReplica.Limit);
        await stop.CancelAsync();
        await Task.WhenAll(clock, applying);

        var model = new SortedDictionary<long, string>();
        var writers = committed.Where(d => d.Lsn > 0).OrderBy(d => d.Lsn).ToArray();
        Assert.True(writers.Length > 500, $"only {writers.Length} committed");
        foreach (var done in writers)
        {
            foreach (var (key, seen, written) in done.Steps)
            {
                Assert.True(seen == model.GetValueOrDefault(key),
                    $"seed {seed}, LSN {done.Lsn}: key {key} gave '{seen}', expected '{model.GetValueOrDefault(key)}'");
                if (written == Done.Removed)
                    model.Remove(key);
                else if (written is not null)
                    model[key] = written;
            }
        }
        Assert.Equal<IEnumerable<KeyValuePair<long, string>>>(model, await primary.AllAsync(dictionary));
        var other = await secondary.DictionaryAsync();
        Assert.Equal<IEnumerable<KeyValuePair<long, string>>>(model, await secondary.AllAsync(other));
        Assert.Equal((model.Count, model.Count), (dictionary.Count, other.Count));
    }

    private static async Task RunAsync(Random random, IReliableDictionary<long, string> dictionary, ITransaction tx,
        Done done, string unique)
    {
        for (var n = random.Next(1, 5); n > 0; n--)
        {
            var key = (long)random.Next(KeyCount);
            var timeout = random.Next(4) == 0 ? TimeSpan.Zero : TimeSpan.FromMilliseconds(random.Next(1, 100));
            switch (random.Next(6))
            {
                // For update: shared locks go when the commit starts, before its place in the order is known.
                case 0:
                    var read = await dictionary.TryGetValueAsync(tx, key, LockMode.Update, timeout, default);
                    done.Steps.Add((key, read.HasValue ? read.Value : null, null));
                    break;
                case 1:
                    var removed = await dictionary.TryRemoveAsync(tx, key, timeout, default);
                    done.Steps.Add((key, removed.HasValue ? removed.Value : null, Done.Removed));
                    break;
                case 2:
                    string? before = null;
                    await dictionary.AddOrUpdateAsync(
                        tx, key, _ => unique, (_, old) =>
                        {
                            before = old;
                            return unique;
                        }, timeout, default);
                    done.Steps.Add((key, before, unique));
                    break;
                case 3:
                    var got = await dictionary.GetOrAddAsync(tx, key, unique, timeout, default);
                    done.Steps.Add(got == unique && !done.Wrote(key, unique)
                        ? (key, null, unique)
                        : (key, got, null));
                    break;
                default:
                    var seen = await dictionary.TryGetValueAsync(tx, key, LockMode.Update, timeout, default);
                    await dictionary.SetAsync(tx, key, unique, timeout, default);
                    done.Steps.Add((key, seen.HasValue ? seen.Value : null, unique));
                    break;
            }
            await Task.Yield();
        }
    }

    private sealed class Done
    {
        internal const string Removed = "(removed)";

        internal long Lsn { get; set; }

        internal List<(long Key, string? Seen, string? Written)> Steps { get; } = [];

        internal bool Wrote(long key, string unique)
        {
            var last = Steps.FindLastIndex(s => s.Key == key && s.Written is not null);
            return last >= 0 && Steps[last].Written == unique;
        }
    }
}
