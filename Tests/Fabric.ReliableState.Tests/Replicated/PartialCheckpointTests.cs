using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Replication;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests.Replicated;

/// <summary>
/// A state larger than the limit of a checkpoint, overwritten several times over the real replicator: most checkpoints
/// leave to the log what changed since the one before.
/// </summary>
[Collection(nameof(AloneCollection))]
public sealed class PartialCheckpointTests
{
    private const int Writers = 8;
    private const int KeysOfEach = 60;

    [Fact]
    public async Task Acknowledged_writes_survive_moves_restarts_and_copies()
    {
        await using var partition = await RealPartition.StartAsync();
        var written = new ConcurrentDictionary<long, byte[]>();
        var partial = 0;
        for (var round = 0; round < 6; round++)
        {
            await WriteAsync(partition, written, round);
            await CheckAllAsync(partition, written);
            var next = (round % 3) + 1;
            if (round % 2 == 0)
            {
                await partition.StopAsync(next);
                // A new one of its folder's data: it reads its checkpoint and its log.
                await partition.OpenAsync(next);
                if (((IReplicatedState)partition.Replicas[next].Manager).WholeLsn > 0)
                    partial++;
            }
            await partition.PromoteAsync(next);
            await CheckAllAsync(partition, written);
        }
        foreach (var id in new long[] { 1, 2, 3 })
            await partition.StopAsync(id);
        await partition.OpenAsync(1, 2, 3);
        partial += partition.Replicas.Values.Count(r => ((IReplicatedState)r.Manager).WholeLsn > 0);
        await partition.PromoteAsync(2);
        await CheckAllAsync(partition, written);
        Assert.True(partial > 0, "No replica was restored from a checkpoint that left anything to the log.");

        // A copy of such a checkpoint, while writes go on.
        var writing = WriteAsync(partition, written, 7);
        await partition.OpenAsync(4);
        await writing;
        await partition.PromoteAsync(2);
        await CheckAllAsync(partition, written);
        await partition.StopAsync(1);
        await partition.StopAsync(3);
        await partition.PromoteAsync(4);
        await CheckAllAsync(partition, written);
    }

    private static async Task WriteAsync(
        RealPartition partition, ConcurrentDictionary<long, byte[]> written, int seed)
    {
        var manager = partition.Primary.Manager;
        var dictionary = await partition.Primary.DictionaryAsync().WaitAsync(RealPartition.Limit);
        await Task.WhenAll(Enumerable.Range(0, Writers).Select(w => Task.Run(async () =>
        {
            var random = new Random((seed * 100) + w);
            for (var i = 0; i < 5 * KeysOfEach; i++)
            {
                using var tx = manager.CreateTransaction();
                var key = (w * 1000L) + random.Next(KeysOfEach);
                if (random.Next(10) == 0)
                {
                    await dictionary.TryRemoveAsync(tx, key);
                    await tx.CommitAsync();
                    written.TryRemove(key, out _);
                    continue;
                }
                var value = new byte[1000 + random.Next(1000)];
                random.NextBytes(value);
                await dictionary.SetAsync(tx, key, value);
                await tx.CommitAsync();
                written[key] = value;
            }
        }))).WaitAsync(RealPartition.Limit);
    }

    private static async Task CheckAllAsync(RealPartition partition, ConcurrentDictionary<long, byte[]> written)
    {
        await partition.AllAppliedAsync();
        foreach (var replica in partition.Replicas.Values)
        {
            var dictionary = await replica.DictionaryAsync();
            using var tx = replica.Manager.CreateTransaction();
            Assert.Equal(written.Count, dictionary.Count);
            foreach (var (key, value) in written)
                Assert.Equal(value, (await dictionary.TryGetValueAsync(tx, key)).Value);
        }
    }
}
