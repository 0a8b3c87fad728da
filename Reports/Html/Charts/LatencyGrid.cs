using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Reports.Html.Charts;

/// <summary>
/// Counts how many operations ended in each second with a latency in each twentieth of a decade: all of an interval log
/// that a heat map needs.
/// </summary>
internal sealed class LatencyGrid
{
    internal const int RowsPerDecade = 20;
    private readonly SortedDictionary<int, SortedDictionary<int, long>> _seconds = [];

    internal bool IsEmpty => _seconds.Count == 0;

    internal int FirstSecond => _seconds.Keys.First();

    internal int LastSecond => _seconds.Keys.Last();

    internal void Add(int second, LatencyHistogram histogram)
    {
        if (histogram.Count == 0)
            return;
        if (!_seconds.TryGetValue(second, out var rows))
            _seconds[second] = rows = [];
        foreach (var (lowest, _, count) in histogram.Buckets())
        {
            var row = (int)Math.Floor(Math.Log10(Math.Max(1, lowest) / 1e6) * RowsPerDecade);
            rows[row] = rows.GetValueOrDefault(row) + count;
        }
    }

    /// <summary>The operations of each row within some seconds.</summary>
    internal SortedDictionary<int, long> Rows(int fromSecond, int seconds)
    {
        var sum = new SortedDictionary<int, long>();
        for (var s = fromSecond; s < fromSecond + seconds; s++)
        {
            foreach (var (row, count) in _seconds.GetValueOrDefault(s) ?? [])
                sum[row] = sum.GetValueOrDefault(row) + count;
        }

        return sum;
    }

    /// <summary>The latency in ms at which a row begins.</summary>
    internal static double FromMs(double row) => Math.Pow(10, row / RowsPerDecade);
}
