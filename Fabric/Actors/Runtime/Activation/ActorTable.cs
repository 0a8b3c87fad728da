using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace SfPerf.Fabric.Actors.Runtime.Activation;

/// <summary>
/// The actors in memory by their ids. Any thread may call it. It is many dictionaries: one that grows holds up all who
/// add to it or remove from it, and one of a million actors would do so for a good part of a second.
/// </summary>
internal sealed class ActorTable
{
    internal const int Parts = 1 << PartBits;
    private const int PartBits = 6;
    private const ulong GoldenRatio = 0x9E3779B97F4A7C15;

    private readonly ConcurrentDictionary<ActorKey, ActorEntry>[] _parts =
        [.. Enumerable.Range(0, Parts).Select(_ => new ConcurrentDictionary<ActorKey, ActorEntry>())];

    private int _count;

    /// <summary>Gets the number of actors, also those being activated.</summary>
    internal int Count => Volatile.Read(ref _count);

    /// <summary>Gets the actors: a snapshot of no one moment. Who reads it holds up nobody, and may take any time.
    /// </summary>
    internal IEnumerable<ActorEntry> Entries
    {
        get
        {
            foreach (var part in _parts)
            {
                foreach (var (_, entry) in part)
                    yield return entry;
            }
        }
    }

    internal ActorEntry? Find(in ActorKey key) => _parts[PartOf(key)].GetValueOrDefault(key);

    internal ActorEntry FindOrAdd(in ActorKey key, ActorManager manager)
    {
        var part = _parts[PartOf(key)];
        while (true)
        {
            if (part.TryGetValue(key, out var found))
                return found;
            var entry = new ActorEntry(manager, key);
            if (!part.TryAdd(key, entry))
                continue;
            Interlocked.Increment(ref _count);
            return entry;
        }
    }

    /// <summary>Removes this entry; another one of its id stays.</summary>
    internal void Remove(ActorEntry entry)
    {
        if (_parts[PartOf(entry.Key)].TryRemove(new KeyValuePair<ActorKey, ActorEntry>(entry.Key, entry)))
            Interlocked.Decrement(ref _count);
    }

    /// <summary>Gets the number of the dictionary that an actor lies in. The dictionary itself uses the hash in another
    /// way.</summary>
    internal static int PartOf(in ActorKey key) => (int)(((uint)key.GetHashCode() * GoldenRatio) >> (64 - PartBits));
}
