using System;

namespace SfPerf.Metrics.Histograms;

/// <summary>Counts latencies in nanoseconds at 3 significant digits (relative error at most 0.1 %), with the exact
/// smallest value, largest value and sum beside the buckets. Not for concurrent use: each worker owns one, and the
/// owners' histograms are added together afterwards.</summary>
public sealed partial class LatencyHistogram
{
    private const long InitialHighest = 1L << 24;
    private long[] _counts = [];
    private long _count;
    private long _sum;
    private long _min = long.MaxValue;
    private long _max;

    /// <summary>The largest value that is recorded exactly, 24 h; a larger one is counted as this one.</summary>
    public const long HighestTrackable = HistogramLayout.HighestValue;

    /// <summary>Gets the number of recorded values.</summary>
    public long Count => _count;

    /// <summary>Gets the exact sum of the recorded values in nanoseconds.</summary>
    public long Sum => _sum;

    /// <summary>Gets the exact smallest value, 0 when there is none.</summary>
    public long Min => _count == 0 ? 0 : _min;

    /// <summary>Gets the exact largest value, 0 when there is none.</summary>
    public long Max => _max;

    /// <summary>Gets the exact mean in nanoseconds, 0 when there is no value.</summary>
    public double Mean => _count == 0 ? 0 : (double)_sum / _count;

    /// <summary>Counts one value. Allocates only when a value is larger than any before it by a power of two.</summary>
    /// <param name="nanoseconds">A negative value counts as 0: clocks of two cores may differ by a few ns.</param>
    public void Record(long nanoseconds)
    {
        if ((ulong)nanoseconds > HighestTrackable)
            nanoseconds = nanoseconds < 0 ? 0 : HighestTrackable;
        var index = HistogramLayout.Index(nanoseconds);
        var counts = _counts;
        if ((uint)index >= (uint)counts.Length)
            counts = Grow(nanoseconds);
        counts[index]++;
        _count++;
        _sum += nanoseconds;
        if (nanoseconds < _min)
            _min = nanoseconds;
        if (nanoseconds > _max)
            _max = nanoseconds;
    }

    /// <summary>Adds every value of <paramref name="other"/>, which stays as it is.</summary>
    public void Add(LatencyHistogram other)
    {
        ArgumentNullException.ThrowIfNull(other);
        if (other._count == 0)
            return;
        var from = HistogramLayout.Index(other._min);
        var length = HistogramLayout.Index(other._max) + 1;
        if (length > _counts.Length)
            Grow(other._max);
        for (var i = from; i < length; i++)
            _counts[i] += other._counts[i];
        _count += other._count;
        _sum += other._sum;
        _min = Math.Min(_min, other._min);
        _max = Math.Max(_max, other._max);
    }

    /// <summary>Forgets all values and keeps the memory.</summary>
    public void Reset()
    {
        if (_count == 0)
            return;
        var from = HistogramLayout.Index(_min);
        Array.Clear(_counts, from, HistogramLayout.Index(_max) + 1 - from);
        _count = _sum = _max = 0;
        _min = long.MaxValue;
    }

    /// <summary>Makes a histogram with the same values.</summary>
    public LatencyHistogram Copy()
    {
        var copy = new LatencyHistogram();
        copy.Add(this);
        return copy;
    }

    private long[] Grow(long value)
    {
        var length = HistogramLayout.LengthFor(Math.Max(value, InitialHighest));
        Array.Resize(ref _counts, Math.Min(length, HistogramLayout.LengthMax));
        return _counts;
    }
}
