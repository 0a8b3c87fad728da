using System;
using System.Collections.Generic;

namespace SfPerf.Metrics.Histograms;

public sealed partial class LatencyHistogram
{
    /// <summary>The value in nanoseconds that <paramref name="percentile"/> percent of all values do not exceed, as
    /// HdrHistogram counts: the top of the bucket where the running count reaches the rank; the exact maximum where
    /// that bucket is the last one.</summary>
    /// <param name="percentile">0 to 100.</param>
    /// <returns>0 when there is no value.</returns>
    public long ValueAt(double percentile) => Math.Min(BucketTopAt(percentile), _max);

    /// <summary>As <see cref="ValueAt"/>, but never cut to the exact maximum: what foreign readers print.</summary>
    public long BucketTopAt(double percentile)
    {
        if (!(percentile >= 0 && percentile <= 100))
            throw new ArgumentOutOfRangeException(nameof(percentile), percentile, "0 to 100");
        if (_count == 0)
            return 0;
        var rank = Math.Max(1, (long)Math.Ceiling(Math.BitDecrement(percentile) * _count / 100));
        return HistogramLayout.Highest(IndexOfRank(rank));
    }

    /// <summary>The value at a rank from 1 (smallest) to <see cref="Count"/>, at the histogram's resolution.</summary>
    public long ValueAtRank(long rank)
    {
        if (rank < 1 || rank > _count)
            throw new ArgumentOutOfRangeException(nameof(rank), rank, $"1 to {_count}");
        return Math.Clamp(HistogramLayout.Highest(IndexOfRank(rank)), _min, _max);
    }

    /// <summary>The number of values up to and including the bucket of <paramref name="nanoseconds"/>.</summary>
    public long CountUpTo(long nanoseconds)
    {
        if (nanoseconds < 0)
            return 0;
        var last = HistogramLayout.Index(Math.Min(nanoseconds, HighestTrackable));
        long sum = 0;
        for (var i = 0; i <= last && i < _counts.Length; i++)
            sum += _counts[i];
        return sum;
    }

    /// <summary>Each non-empty bucket from the smallest: its lowest and highest value and its count.</summary>
    public IEnumerable<(long Lowest, long Highest, long Count)> Buckets()
    {
        if (_count == 0)
            yield break;
        var last = HistogramLayout.Index(_max);
        for (var i = HistogramLayout.Index(_min); i <= last; i++)
        {
            if (_counts[i] != 0)
                yield return (HistogramLayout.Lowest(i), HistogramLayout.Highest(i), _counts[i]);
        }
    }

    internal IEnumerable<(long Value, long Count)> MiddleValues()
    {
        foreach (var (lowest, _, count) in Buckets())
            yield return (HistogramLayout.Middle(HistogramLayout.Index(lowest)), count);
    }

    private int IndexOfRank(long rank)
    {
        long running = 0;
        for (var i = HistogramLayout.Index(_min); ; i++)
        {
            if ((running += _counts[i]) >= rank)
                return i;
        }
    }
}
