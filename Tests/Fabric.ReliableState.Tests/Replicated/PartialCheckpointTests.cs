using System;
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
    [Fact]
    public async Task Acknowledged_writes_survive_moves_restarts_and_copies()
    {
        await using var partition = await RealPartition.StartAsync();
        var written = new WrittenValues(partition, 8, keysOfEach: 60, writesOfEach: 300, 1000, bytesBelow: 2000);
        var partial = 0;
        for (var round = 0; round < 6; round++)
        {
            await written.WriteAsync(round);
            await written.CheckAllAsync();
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
            await written.CheckAllAsync();
        }
        foreach (var id in new long[] { 1, 2, 3 })
            await partition.StopAsync(id);
        await partition.OpenAsync(1, 2, 3);
        partial += partition.Replicas.Values.Count(r => ((IReplicatedState)r.Manager).WholeLsn > 0);
        await partition.PromoteAsync(2);
        await written.CheckAllAsync();
        Assert.True(partial > 0, "No replica was restored from a checkpoint that left anything to the log.");

        // A copy of such a checkpoint, while writes go on.
        var writing = written.WriteAsync(7);
        await partition.OpenAsync(4);
        await writing;
        await partition.PromoteAsync(2);
        await written.CheckAllAsync();
        await partition.StopAsync(1);
        await partition.StopAsync(3);
        await partition.PromoteAsync(4);
        await written.CheckAllAsync();
    }
}
