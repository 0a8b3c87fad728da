using System;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Scenarios.TableInsert;

/// <summary>A server that entities are inserted into, for the time of the scenario.</summary>
internal interface IInsertServer : IAsyncDisposable
{
    /// <summary>Gets its name in parameters and tables.</summary>
    string Name { get; }

    /// <summary>Gets its address, without a path.</summary>
    Uri Address { get; }

    /// <summary>Returns what it counted so far; null when it does not count.</summary>
    ServerCounts? Counts();

    /// <summary>Says why it serves no longer, for a request that failed; null when it still runs.</summary>
    Task<string?> EndAsync(CancellationToken token);
}

/// <summary>Describes what a server saw of the requests that it has answered.</summary>
/// <param name="Requests">The requests.</param>
/// <param name="Entities">The entities in them.</param>
/// <param name="Bytes">The bytes of the requests.</param>
/// <param name="Segments">The segments with data that arrived, those that came twice included; 0 where the
/// system does not count them.</param>
/// <param name="Reads">The reads that returned a part of a request.</param>
/// <param name="OwnTicks">The time from the last byte of a request to the end of its answer, in ticks of the
/// clock.</param>
internal readonly record struct ServerCounts(
    long Requests, long Entities, long Bytes, long Segments, long Reads, long OwnTicks)
{
    public static ServerCounts operator +(ServerCounts a, ServerCounts b) => new(a.Requests + b.Requests,
        a.Entities + b.Entities, a.Bytes + b.Bytes, a.Segments + b.Segments, a.Reads + b.Reads,
        a.OwnTicks + b.OwnTicks);

    public static ServerCounts operator -(ServerCounts a, ServerCounts b) => new(a.Requests - b.Requests,
        a.Entities - b.Entities, a.Bytes - b.Bytes, a.Segments - b.Segments, a.Reads - b.Reads,
        a.OwnTicks - b.OwnTicks);
}
