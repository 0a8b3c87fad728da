using System.Numerics;

namespace SfPerf.Metrics.Histograms;

/// <summary>Maps nanoseconds to buckets: HdrHistogram's layout for 3 significant digits from 1 ns to 24 h.</summary>
internal static class HistogramLayout
{
    internal const int SignificantDigits = 3;
    internal const long LowestValue = 1;
    internal const long HighestValue = 24L * 60 * 60 * 1_000_000_000;
    internal const int HalfMagnitude = 10;
    internal const int SubBuckets = 1 << (HalfMagnitude + 1);
    internal const int HalfSubBuckets = 1 << HalfMagnitude;
    private const long SubBucketMask = SubBuckets - 1;
    private const int LeadingZerosBase = 64 - (HalfMagnitude + 1);

    /// <summary>Gets the number of counts that covers <see cref="HighestValue"/>.</summary>
    internal static int LengthMax { get; } = LengthFor(HighestValue);

    internal static int Index(long value)
    {
        var bucket = LeadingZerosBase - BitOperations.LeadingZeroCount((ulong)(value | SubBucketMask));
        return (bucket << HalfMagnitude) + (int)(value >> bucket);
    }

    internal static long Lowest(int index)
    {
        var bucket = (index >> HalfMagnitude) - 1;
        return bucket < 0 ? index : (long)((index & (HalfSubBuckets - 1)) + HalfSubBuckets) << bucket;
    }

    internal static long Size(int index)
    {
        var bucket = (index >> HalfMagnitude) - 1;
        return bucket < 0 ? 1 : 1L << bucket;
    }

    internal static long Highest(int index) => Lowest(index) + Size(index) - 1;

    internal static long Middle(int index) => Lowest(index) + (Size(index) >> 1);

    /// <summary>The length, in whole buckets, that holds <paramref name="value"/>.</summary>
    internal static int LengthFor(long value) => ((Index(value) >> HalfMagnitude) + 1) << HalfMagnitude;
}
