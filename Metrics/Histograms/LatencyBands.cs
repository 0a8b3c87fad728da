using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Histograms;

/// <summary>
/// Counts how many durations lie within each of a few fixed bounds, and their sum there: small enough to be sent along
/// while a run goes on. Not for concurrent use.
/// </summary>
public sealed class LatencyBands
{
    private static readonly long[] Highest =
    [
        50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000, 50_000_000,
        100_000_000, 200_000_000, 500_000_000, 1_000_000_000, 2_000_000_000, 5_000_000_000, 10_000_000_000,
    ];

    private readonly long[] _counts = new long[Highest.Length + 1];
    private readonly long[] _sums = new long[Highest.Length + 1];

    /// <summary>Gets the largest duration of every band but the last, in nanoseconds.</summary>
    public static IReadOnlyList<long> Bounds => Highest;

    /// <summary>Gets the number of durations.</summary>
    public long Count => _counts.Sum();

    /// <summary>Makes bands of all durations in a histogram, at its resolution.</summary>
    public static LatencyBands Of(LatencyHistogram latency)
    {
        ArgumentNullException.ThrowIfNull(latency);
        var bands = new LatencyBands();
        foreach (var (lowest, highest, count) in latency.Buckets())
            bands.Add((lowest + highest) / 2, count);
        return bands;
    }

    /// <summary>Reads what <see cref="ToArray"/> gave.</summary>
    /// <returns>Empty when it was given by a version with other bounds.</returns>
    public static LatencyBands Of(IReadOnlyList<long>? values)
    {
        var bands = new LatencyBands();
        if (values?.Count == 2 * bands._counts.Length)
        {
            for (var i = 0; i < bands._counts.Length; i++)
                (bands._counts[i], bands._sums[i]) = (values[2 * i], values[(2 * i) + 1]);
        }

        return bands;
    }

    /// <summary>Adds several bands up.</summary>
    public static LatencyBands Sum(IEnumerable<LatencyBands> parts)
    {
        ArgumentNullException.ThrowIfNull(parts);
        var sum = new LatencyBands();
        foreach (var part in parts)
        {
            for (var i = 0; i < sum._counts.Length; i++)
            {
                sum._counts[i] += part._counts[i];
                sum._sums[i] += part._sums[i];
            }
        }

        return sum;
    }

    /// <summary>Counts one duration.</summary>
    public void Record(long nanoseconds) => Add(nanoseconds, 1);

    /// <summary>What was added since an earlier state: of each band that grew, the mean duration and the number.
    /// </summary>
    public IEnumerable<(double MeanNanoseconds, long Count)> Since(LatencyBands earlier)
    {
        ArgumentNullException.ThrowIfNull(earlier);
        for (var i = 0; i < _counts.Length; i++)
        {
            if (_counts[i] - earlier._counts[i] is > 0 and var count)
                yield return ((double)(_sums[i] - earlier._sums[i]) / count, count);
        }
    }

    /// <summary>Makes a copy that later changes leave alone.</summary>
    public LatencyBands Copy() => Sum([this]);

    /// <summary>Returns count and sum of each band, for <see cref="Of(IReadOnlyList{long})"/>.</summary>
    public long[] ToArray() => [.. _counts.Zip(_sums).SelectMany(b => new[] { b.First, b.Second })];

    private void Add(long nanoseconds, long count)
    {
        var found = Array.BinarySearch(Highest, nanoseconds);
        var band = found >= 0 ? found : ~found;
        _counts[band] += count;
        _sums[band] += nanoseconds * count;
    }
}
