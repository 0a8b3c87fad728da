using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.ServiceContracts;

namespace SfPerf.StatefulStore;

/// <summary>The queues of a partition that are measured. Each call is one transaction with one operation. All members
/// may be called concurrently.</summary>
internal sealed class QueueStore(IReliableStateManager states) : ISfQueue
{
    // An IReliableQueue lets in one enqueue and one dequeue at a time, each until its commit has ended; the others wait
    // in a line as long as the callers make it.
    private static readonly TimeSpan TurnTimeout = TimeSpan.FromSeconds(60);

    private readonly ConcurrentDictionary<long, IReliableState> _queues = new();

    public async Task CreateQueueAsync(long queue, bool concurrent) => _queues[queue] = concurrent
        ? await states.GetOrAddAsync<IReliableConcurrentQueue<byte[]>>(NameOf(queue)).ConfigureAwait(false)
        : await states.GetOrAddAsync<IReliableQueue<byte[]>>(NameOf(queue)).ConfigureAwait(false);

    public async Task RemoveQueueAsync(long queue)
    {
        _queues.TryRemove(queue, out _);
        if ((await states.TryGetAsync<IReliableState>(NameOf(queue)).ConfigureAwait(false)).HasValue)
            await states.RemoveAsync(NameOf(queue)).ConfigureAwait(false);
    }

    public async Task EnqueueAsync(long queue, byte[] data)
    {
        var found = await FindAsync(queue).ConfigureAwait(false);
        using var transaction = states.CreateTransaction();
        await (found is IReliableConcurrentQueue<byte[]> concurrent
            ? concurrent.EnqueueAsync(transaction, data)
            : ((IReliableQueue<byte[]>)found).EnqueueAsync(transaction, data, TurnTimeout, CancellationToken.None))
            .ConfigureAwait(false);
        await transaction.CommitAsync().ConfigureAwait(false);
    }

    public async Task<byte[]?> DequeueAsync(long queue)
    {
        var found = await FindAsync(queue).ConfigureAwait(false);
        using var transaction = states.CreateTransaction();
        var item = await (found is IReliableConcurrentQueue<byte[]> concurrent
            ? concurrent.TryDequeueAsync(transaction)
            : ((IReliableQueue<byte[]>)found).TryDequeueAsync(transaction, TurnTimeout, CancellationToken.None))
            .ConfigureAwait(false);
        if (!item.HasValue)
            return null;
        await transaction.CommitAsync().ConfigureAwait(false);
        return item.Value;
    }

    private static string NameOf(long queue) => $"TestQueue-{queue:x16}";

    private ValueTask<IReliableState> FindAsync(long queue) =>
        _queues.TryGetValue(queue, out var found) ? new(found) : FindAgainAsync(queue);

    // Another replica made the queue when it was the primary.
    private async ValueTask<IReliableState> FindAgainAsync(long queue)
    {
        var found = await states.TryGetAsync<IReliableState>(NameOf(queue)).ConfigureAwait(false);
        return found.HasValue ? _queues.GetOrAdd(queue, found.Value)
            : throw new KeyNotFoundException($"There is no queue {NameOf(queue)} in this partition.");
    }
}
