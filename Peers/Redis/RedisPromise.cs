using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Peers.Redis;

/// <summary>Works out what a write to a Redis primary can promise, and how many replicas to wait for.</summary>
internal static class RedisPromise
{
    /// <summary>Returns the promise; its acknowledging copies but the primary are those to WAIT for.</summary>
    /// <param name="primary">The primary.</param>
    /// <param name="replicas">Its replicas; null for one that could not be asked.</param>
    /// <param name="demand">What is demanded.</param>
    internal static Promise Of(
        RedisSettings primary, IReadOnlyList<RedisSettings?> replicas, DurabilityDemand demand)
    {
        var copies = replicas.Count + 1;
        var acknowledged = demand == DurabilityDemand.Primary ? 1 : Promise.MajorityOf(copies);
        // Any of the replicas may be the one that answers, so all must flush. A replica's acknowledgement leaves it
        // after the flush of what it acknowledges, as every reply of a server with appendfsync always.
        var flushes = primary.Flushes && (acknowledged == 1 || replicas.All(r => r is { Flushes: true }));
        var settings = replicas.Select(r => r?.Flushing ?? "unknown").Where(_ => acknowledged > 1)
            .Where(s => s != primary.Flushing).Distinct().Select(s => $", {s} on a replica");
        var wait = acknowledged > 1 ? $" + WAIT {acknowledged - 1}" : "";
        return new Promise(copies, acknowledged, flushes,
            $"Redis {primary.Version}, {primary.Flushing}{string.Concat(settings)}{wait}");
    }
}
