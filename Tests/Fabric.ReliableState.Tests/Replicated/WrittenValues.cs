using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests.Replicated;

/// <summary>What several writers at once have set and removed in the dictionary of a partition.</summary>
/// <param name="partition">The partition.</param>
/// <param name="writers">The number of writers; each has keys of its own.</param>
/// <param name="keysOfEach">The number of these.</param>
/// <param name="writesOfEach">The writes that each makes at a time.</param>
/// <param name="bytesMin">The length of the shortest value.</param>
/// <param name="bytesBelow">The length that no value has.</param>
internal sealed class WrittenValues(
    RealPartition partition, int writers, int keysOfEach, int writesOfEach, int bytesMin, int bytesBelow)
{
    private readonly ConcurrentDictionary<long, byte[]> _written = new();

    internal async Task WriteAsync(int seed)
    {
        var manager = partition.Primary.Manager;
        var dictionary = await partition.Primary.DictionaryAsync().WaitAsync(RealPartition.Limit);
        await Task.WhenAll(Enumerable.Range(0, writers).Select(w => Task.Run(async () =>
        {
            var random = new Random((seed * 100) + w);
            for (var i = 0; i < writesOfEach; i++)
            {
                using var tx = manager.CreateTransaction();
                var key = (w * 1000L) + random.Next(keysOfEach);
                var value = new byte[random.Next(bytesMin, bytesBelow)];
                random.NextBytes(value);
                if (random.Next(5) == 0)
                {
                    await dictionary.TryRemoveAsync(tx, key);
                    await tx.CommitAsync();
                    _written.TryRemove(key, out _);
                    continue;
                }
                await dictionary.SetAsync(tx, key, value);
                await tx.CommitAsync();
                _written[key] = value;
            }
        }))).WaitAsync(RealPartition.Limit);
    }

    /// <summary>Checks that every replica has what was written, and no more.</summary>
    internal async Task CheckAllAsync()
    {
        await partition.AllAppliedAsync();
        foreach (var replica in partition.Replicas.Values)
        {
            var dictionary = await replica.DictionaryAsync();
            using var tx = replica.Manager.CreateTransaction();
            Assert.Equal(_written.Count, await dictionary.GetCountAsync(tx));
            Assert.Equal(_written.Count, dictionary.Count);
            foreach (var (key, value) in _written)
                Assert.Equal(value, (await dictionary.TryGetValueAsync(tx, key)).Value);
        }
    }
}
