using SfPerf.Workload;

namespace SfPerf.LoadGenerator.SelfTesting;

/// <summary>The order of two sides within pairs. A drift of the machine falls on both alike.</summary>
public static class PairOrder
{
    /// <summary>A B, B A, A B, ...: the sides of a pair in the order they are measured; true is the second side.
    /// </summary>
    public static bool[] Of(int pair) => pair % 2 == 0 ? [false, true] : [true, false];

    /// <summary>Either side first, equally likely: nothing that happens in the rhythm of the pairs meets one side more
    /// often. The same seed gives the same order.</summary>
    public static bool[] Random(int seed, int pair) => Of((int)(SplitMix64.Hash((ulong)seed, (ulong)pair) & 1));
}
