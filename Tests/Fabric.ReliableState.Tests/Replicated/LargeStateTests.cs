using System;
using System.Globalization;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests.Replicated;

/// <summary>A state of many keys. SFPERF_LARGE_KEYS says how many; each run of the tests has 100,000.</summary>
[Collection(nameof(AloneCollection))]
public sealed class LargeStateTests(ITestOutputHelper output)
{
    private const int KeysOfEach = 1000;
    private const int ReplicaBytes = 16 << 20;
    private const int SettledBytes = 1 << 20;
    private const int AttemptsMax = 3;
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);
    private static readonly int Keys = int.Parse(
        Environment.GetEnvironmentVariable("SFPERF_LARGE_KEYS") ?? "100000", CultureInfo.InvariantCulture);
    // Half as much again as key and value, 8 and 100 bytes, and 100 bytes; beside what the replica itself needs.
    private static readonly long OfKeyMax = (108 * 3 / 2) + 100 + (ReplicaBytes / Keys);

    // Case 87.
    [Fact]
    public async Task A_dictionary_of_many_keys_comes_back_whole_after_a_restart()
    {
        var ofKey = long.MaxValue;
        for (var attempt = 0; attempt < AttemptsMax && ofKey > OfKeyMax; attempt++)
        {
            // Compared with afterwards: what the tests before this one leave behind is given up meanwhile. Where that
            // happens between the two looks, it counts as the state's: the next attempt meets less of it.
            var memory = await RestartAsync() - await SettledMemoryAsync();
            ofKey = Math.Min(ofKey, memory / Keys);
            output.WriteLine($"{memory / Keys} bytes a key.");
        }
        Assert.InRange(ofKey, 108, OfKeyMax);
    }

    /// <returns>The memory in use with the state in it.</returns>
    private async Task<long> RestartAsync()
    {
        var partition = new RealPartition();
        await using var _ = partition;
        await partition.OpenAsync(1);
        await partition.PromoteAsync(1);
        IReliableDictionary2<long, byte[]>? dictionary = await partition.Primary.DictionaryAsync();
        for (var first = 0; first < Keys; first += KeysOfEach)
        {
            using var transaction = partition.Primary.Manager.CreateTransaction();
            for (var key = first; key < Math.Min(Keys, first + KeysOfEach); key++)
                await dictionary.SetAsync(transaction, key, Value(key));
            await transaction.CommitAsync().WaitAsync(RealPartition.Limit);
        }
        dictionary = null; // It would keep the state of the replica that is stopped.
        await partition.StopAsync(1);
        GC.Collect();
        var begin = TimeProvider.System.GetTimestamp();

        await partition.OpenAsync(1);
        await partition.PromoteAsync(1);

        var took = TimeProvider.System.GetElapsedTime(begin);
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{Keys} keys, 100 bytes each: back after {took.TotalSeconds:0.00} s."));
        var memory = await SettledMemoryAsync();
        dictionary = await partition.Primary.DictionaryAsync();
        Assert.Equal(Keys, dictionary.Count);
        using var reading = partition.Primary.Manager.CreateTransaction();
        Assert.Equal(Keys, await dictionary.GetCountAsync(reading));
        using var items = (await dictionary.CreateEnumerableAsync(reading)).GetAsyncEnumerator();
        var sum = 0L;
        while (await items.MoveNextAsync(default))
        {
            sum += items.Current.Key;
            Assert.True(items.Current.Value.AsSpan().SequenceEqual(Value(items.Current.Key)));
        }
        Assert.Equal((long)Keys * (Keys - 1) / 2, sum);
        return memory;
    }

    private static async Task<long> SettledMemoryAsync()
    {
        var memory = GC.GetTotalMemory(forceFullCollection: true);
        await Eventually.HoldsAsync(async () =>
        {
            await Task.Delay(Interval, TimeProvider.System);
            var before = memory;
            memory = GC.GetTotalMemory(forceFullCollection: true);
            return Math.Abs(memory - before) < SettledBytes;
        });
        return memory;
    }

    private static byte[] Value(long key)
    {
        var value = new byte[100];
        BitConverter.GetBytes(key).CopyTo(value, 0);
        return value;
    }
}
