using System;

namespace SfPerf.Workload;

/// <summary>
/// Shares the work of a run out over its load generators: each takes an equal share of every count, and the first ones
/// take the remainder, as the original does. A share is never raised: the shares add up to the total.
/// </summary>
public static class WorkShare
{
    /// <summary>Returns one generator's share of a count; it may be 0.</summary>
    /// <param name="total">The count of the whole run.</param>
    /// <param name="generator">The generator's number, from 0.</param>
    /// <param name="generators">The number of generators.</param>
    public static long Of(long total, int generator, int generators)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)generator, (uint)generators);
        return (total / generators) + (generator < total % generators ? 1 : 0);
    }

    /// <summary>Returns one generator's share of a count of which each needs at least one.</summary>
    /// <param name="total">The count of the whole run.</param>
    /// <param name="generator">The generator's number, from 0.</param>
    /// <param name="generators">The number of generators.</param>
    /// <param name="what">What is counted, for the message.</param>
    /// <exception cref="ArgumentException">The count is less than the number of generators.</exception>
    public static int OfNeeded(int total, int generator, int generators, string what) => total >= generators
        ? (int)Of(total, generator, generators)
        : throw new ArgumentException($"{total} {what} cannot be divided over {generators} generators.", nameof(total));
}
