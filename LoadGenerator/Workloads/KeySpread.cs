using System.Collections.Generic;

namespace SfPerf.LoadGenerator.Workloads;

/// <summary>Chooses the keys of a generator: seeded, all different, and the same number for every partition.</summary>
public static class KeySpread
{
    /// <summary>Returns a key for each item; item i lies in partition i modulo the number of partitions.</summary>
    /// <param name="items">The number of keys.</param>
    /// <param name="ranges">The partitions' key ranges, both ends included.</param>
    /// <param name="seed">The run's seed.</param>
    /// <param name="generator">The generator's number; two generators share no key but by a chance of 2^-40.</param>
    public static long[] Choose(int items, IReadOnlyList<(long Low, long High)> ranges, long seed, int generator)
    {
        var keys = new long[items];
        var taken = new HashSet<long>(items);
        var state = unchecked((ulong)seed + ((ulong)(generator + 1) << 40));
        for (var i = 0; i < items; i++)
        {
            var (low, high) = ranges[i % ranges.Count];
            var width = unchecked((ulong)(high - low)) + 1;
            do
            {
                var random = Next(ref state);
                keys[i] = unchecked(low + (long)(width == 0 ? random : random % width));
            }
            while (!taken.Add(keys[i]) && width > (ulong)items);
        }

        return keys;
    }

    // SplitMix64: the same numbers on every platform and version, which Random does not promise.
    private static ulong Next(ref ulong state)
    {
        unchecked
        {
            var z = state += 0x9E3779B97F4A7C15;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            return z ^ (z >> 31);
        }
    }
}
