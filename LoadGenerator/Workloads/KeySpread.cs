using System;
using System.Collections.Generic;
using System.Globalization;

namespace SfPerf.LoadGenerator.Workloads;

/// <summary>Chooses the keys of a generator: seeded, all different, and the same number for every partition.</summary>
public static class KeySpread
{
    // Of n keys each, two generators share one with a chance of n * n / width. The most items that a run may have fit
    // in one partition of the whole range.
    private const int SharedKeyBits = 16;

    /// <summary>Returns a key for each item; item i lies in partition i modulo the number of partitions.</summary>
    /// <param name="items">The number of keys.</param>
    /// <param name="ranges">The partitions' key ranges, both ends included.</param>
    /// <param name="seed">The run's seed.</param>
    /// <param name="generator">The generator's number; two generators share no key but by a chance of 2^-16.</param>
    /// <exception cref="ArgumentException">A range has too few keys for its items, or, of another generator than 0, so
    /// few that two generators would share some.</exception>
    public static long[] Choose(int items, IReadOnlyList<(long Low, long High)> ranges, long seed, int generator)
    {
        for (var i = 0; i < ranges.Count; i++)
            CheckWidth((items + ranges.Count - 1 - i) / ranges.Count, ranges[i], generator);
        var keys = new long[items];
        var taken = new HashSet<long>(items);
        var state = unchecked((ulong)seed + ((ulong)(generator + 1) << 40));
        for (var i = 0; i < items; i++)
        {
            var (low, high) = ranges[i % ranges.Count];
            var width = unchecked((ulong)(high - low) + 1); // 0: all 2^64
            do
            {
                var random = Next(ref state);
                keys[i] = unchecked(low + (long)(width == 0 ? random : random % width));
            }
            while (!taken.Add(keys[i]));
        }

        return keys;
    }

    private static void CheckWidth(int items, (long Low, long High) range, int generator)
    {
        var width = (UInt128)(ulong)unchecked(range.High - range.Low) + 1;
        var needed = generator == 0 ? (UInt128)items : (UInt128)items * (ulong)items << SharedKeyBits;
        if (width >= needed)
            return;
        var found = string.Create(
            CultureInfo.InvariantCulture, $"A partition has {width} keys ({range.Low} to {range.High})");
        throw new ArgumentException(generator == 0
            ? $"{found}, and {items} of the items lie in it; allowed: as many items (NumItems) as there are keys."
            : $"{found}, too few for {items} items of each of several load drivers, which would share keys; allowed: "
                + $"{needed} keys or more, or one load driver.");
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
