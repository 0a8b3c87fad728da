using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Tests.Actors;

/// <summary>Keeps its ids in chunks, so that a turn writes two small states: the chunk and the count.</summary>
internal abstract class LedgerBase(ActorService actorService, ActorId actorId) : Actor(actorService, actorId), ILedger
{
    private const string Count = "count";
    private const int ChunkLength = 64;

    public async Task AppendAsync(long id)
    {
        var ids = await ListAsync();
        if (ids.Contains(id))
            return;
        await SetChunkAsync([.. ids, id]);
        await StateManager.SetStateAsync(Count, ids.Length + 1);
    }

    public async Task AppendAsToldAsync(long id, string path)
    {
        var ids = await ListAsync();
        await StateManager.SetStateAsync(Count, ids.Length + 1);
        await Hold.AtAsync(path);
        await SetChunkAsync([.. ids, id]);
    }

    public async Task AppendThenHoldAsync(long id, string path)
    {
        if ((await ListAsync()).Contains(id))
            return;
        await AppendAsync(id);
        await SaveStateAsync();
        await Hold.AtAsync(path);
    }

    public async Task<long[]> ListAsync()
    {
        var count = (await StateManager.TryGetStateAsync<int>(Count)).Value;
        var ids = new List<long>(count);
        for (var first = 0; first < count; first += ChunkLength)
            ids.AddRange(await StateManager.GetStateAsync<long[]>(Chunk(first)));
        return ids.Count == count ? [.. ids]
            : throw new InvalidOperationException($"{ids.Count} ids in the chunks, {count} counted.");
    }

    private static string Chunk(int first) => (first / ChunkLength).ToString(CultureInfo.InvariantCulture);

    private Task SetChunkAsync(long[] ids)
    {
        var first = (ids.Length - 1) / ChunkLength * ChunkLength;
        return StateManager.SetStateAsync(Chunk(first), ids[first..]);
    }
}

[StatePersistence(StatePersistence.Persisted)]
[ActorService(Name = "LedgerService")]
internal sealed class Ledger(ActorService actorService, ActorId actorId) : LedgerBase(actorService, actorId);

[StatePersistence(StatePersistence.Volatile)]
[ActorService(Name = "VolatileLedgerService")]
internal sealed class VolatileLedger(ActorService actorService, ActorId actorId) : LedgerBase(actorService, actorId);

[StatePersistence(StatePersistence.None)]
[ActorService(Name = "TransientLedgerService")]
internal sealed class TransientLedger(ActorService actorService, ActorId actorId) : LedgerBase(actorService, actorId);
