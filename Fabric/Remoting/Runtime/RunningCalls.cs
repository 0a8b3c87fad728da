using System.Collections.Generic;
using System.Threading;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>
/// The calls of one connection that have no reply yet, by the slot that the client gave them. A call costs one write
/// and one exchange. The receive thread adds; any thread removes and lists.
/// </summary>
internal sealed class RunningCalls
{
    private const int ChunkLength = 256;
    private const int SlotsMax = 16 << 10; // as many as our client has

    // A chunk is made by the receive thread, and stays where it is: others read it meanwhile.
    private readonly Entry[]?[] _chunks = new Entry[SlotsMax / ChunkLength][];

    private struct Entry
    {
        internal ulong Number; // 0: none; the generation in it is never 0
        internal int Route;
    }

    /// <summary>Adds a call. One of a slot that our client does not have is not kept.</summary>
    internal void Add(ulong number, int route)
    {
        var slot = (uint)number;
        if (slot >= SlotsMax)
            return;
        var chunk = _chunks[slot / ChunkLength];
        if (chunk is null)
            Volatile.Write(ref _chunks[slot / ChunkLength], chunk = new Entry[ChunkLength]);
        ref var entry = ref chunk[slot % ChunkLength];
        entry.Route = route;
        Volatile.Write(ref entry.Number, number);
    }

    /// <summary>Removes a call, unless the client has used its slot again.</summary>
    internal void Remove(ulong number)
    {
        var slot = (uint)number;
        if (slot < SlotsMax && Volatile.Read(ref _chunks[slot / ChunkLength]) is { } chunk)
            Interlocked.CompareExchange(ref chunk[slot % ChunkLength].Number, 0, number);
    }

    /// <summary>Lists the calls of a route that run now.</summary>
    internal List<ulong> Of(int route)
    {
        var found = new List<ulong>();
        for (var i = 0; i < _chunks.Length; i++)
        {
            if (Volatile.Read(ref _chunks[i]) is not { } chunk)
                continue;
            for (var k = 0; k < chunk.Length; k++)
            {
                var number = Volatile.Read(ref chunk[k].Number);
                if (number != 0 && chunk[k].Route == route)
                    found.Add(number);
            }
        }
        return found;
    }
}
