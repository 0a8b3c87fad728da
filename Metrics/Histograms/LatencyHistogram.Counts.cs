using System;

namespace SfPerf.Metrics.Histograms;

public sealed partial class LatencyHistogram
{
    internal ReadOnlySpan<long> UsedCounts() =>
        _count == 0 ? [] : _counts.AsSpan(0, HistogramLayout.Index(_max) + 1);

    internal static LatencyHistogram FromCounts(ReadOnlySpan<byte> payload)
    {
        var histogram = new LatencyHistogram();
        long index = 0;
        while (!payload.IsEmpty)
        {
            payload = payload[ZigZag.Read(payload, out var count)..];
            if (count < 0)
            {
                index -= count;
                continue;
            }
            if (index is < 0 || index >= HistogramLayout.LengthMax)
                throw new HistogramFormatException($"a count at index {index}, beyond 24 h");
            if (count > 0)
                histogram.AddBucket((int)index, count);
            index++;
        }
        return histogram;
    }

    internal void SetExact(long count, long min, long max, long sum)
    {
        if (count != _count)
            throw new HistogramFormatException($"{count} values announced, {_count} present");
        if (count == 0)
            return;
        if (HistogramLayout.Index(Math.Clamp(min, 0, HighestTrackable)) != HistogramLayout.Index(_min)
            || HistogramLayout.Index(Math.Clamp(max, 0, HighestTrackable)) != HistogramLayout.Index(_max))
        {
            throw new HistogramFormatException($"extremes {min} and {max} do not fit the buckets");
        }

        (_min, _max, _sum) = (min, max, sum);
    }

    private void AddBucket(int index, long count)
    {
        var value = HistogramLayout.Middle(index);
        if (index >= _counts.Length)
            Grow(Math.Min(value, HighestTrackable));
        _counts[index] += count;
        _count += count;
        _sum += value * count;
        _min = Math.Min(_min, HistogramLayout.Lowest(index));
        _max = Math.Max(_max, HistogramLayout.Highest(index));
    }
}
