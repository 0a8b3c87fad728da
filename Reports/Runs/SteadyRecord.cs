using System;
using System.Linq;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Metrics.Statistics;

namespace SfPerf.Reports.Runs;

/// <summary>The steady part of a phase.</summary>
public sealed record SteadyRecord
{
    private const int SecondsMin = 10;

    /// <summary>Gets the first second that counts; those before it are warm-up.</summary>
    public int FromSecond { get; init; }

    /// <summary>Gets the number of seconds that count.</summary>
    public int Seconds { get; init; }

    /// <summary>Gets whether a steady state was found. When not, the whole phase stands here.</summary>
    public bool Found { get; init; }

    /// <summary>Gets successes a second within the window.</summary>
    public double OpsPerSecond { get; init; }

    /// <summary>Gets the lower end of the 95 % confidence interval of that rate; absent with too few seconds.</summary>
    public double? OpsPerSecondLow { get; init; }

    /// <summary>Gets the upper end.</summary>
    public double? OpsPerSecondHigh { get; init; }

    /// <summary>Gets the latency within the window in milliseconds; null where not every second has its histogram.
    /// </summary>
    public LatencyRecord? LatencyMs { get; init; }

    /// <summary>Gets the 95 % confidence interval of the window's 99th percentile: lower end.</summary>
    public double? P99LowMs { get; init; }

    /// <summary>Gets the upper end.</summary>
    public double? P99HighMs { get; init; }

    /// <summary>Looks for the steady part of a phase.</summary>
    /// <returns>Null when the phase has fewer than ten whole seconds: it is too short to tell.</returns>
    public static SteadyRecord? From(PhaseResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        // The last second is rarely whole, and in a phase of a fixed number of operations it drains.
        SecondRow[] rows = [.. result.PerSecond.Take((int)Math.Floor(result.Seconds))];
        if (rows.Length < SecondsMin)
            return null;
        var warmUp = SteadyWindow.WarmUp([.. rows.Select(r => (double)r.Operations)]);
        SecondRow[] window = [.. rows.Skip(warmUp ?? 0)];
        var latency = new LatencyHistogram();
        foreach (var row in window)
            latency.Add(row.Latency);
        var interval = warmUp is null
            ? null : SteadyWindow.MeanInterval([.. window.Select(r => (double)r.Operations)]);
        // Of a very long phase the last seconds come without their histograms: the window's latency is not known then.
        var whole = window.All(r => r.Latency.Count == r.Operations);
        var p99 = whole && LatencyRecord.Carried(latency, 99) is not null ? PercentileInterval.Of(latency, 99) : null;
        return new SteadyRecord
        {
            Found = warmUp is not null,
            FromSecond = warmUp ?? 0,
            Seconds = window.Length,
            OpsPerSecond = window.Average(r => (double)r.Operations),
            OpsPerSecondLow = interval?.Low,
            OpsPerSecondHigh = interval?.High,
            LatencyMs = whole ? LatencyRecord.From(latency) : null,
            P99LowMs = p99?.Low / 1e6,
            P99HighMs = p99?.High / 1e6,
        };
    }
}
