using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Metrics.Results;

internal static class PhaseResultSum
{
    internal static PhaseResult Combine(IReadOnlyList<PhaseResult> parts)
    {
        if (parts.Count == 0)
            throw new ArgumentException("There is no result to combine.", nameof(parts));
        if (parts.Any(p => p.Name != parts[0].Name || p.Kind != parts[0].Kind))
            throw new ArgumentException("The results are of different phases.", nameof(parts));
        return parts.Count == 1 ? parts[0] : parts[0] with
        {
            StartedUtc = parts.Min(p => p.StartedUtc),
            Operations = parts.Sum(p => p.Operations),
            Failed = parts.Sum(p => p.Failed),
            Errors = Sum(parts.Select(p => p.Errors)),
            Abandoned = parts.Sum(p => p.Abandoned),
            Seconds = parts.Max(p => p.Seconds),
            Outstanding = parts.Sum(p => p.Outstanding),
            FirstOperation = parts.Max(p => p.FirstOperation),
            Latency = Sum(parts.Select(p => p.Latency))!,
            Service = Sum(parts.Select(p => p.Service)),
            FailedLatency = Sum(parts.Select(p => p.FailedLatency))!,
            Lateness = Sum(parts.Select(p => p.Lateness)),
            LateStarts = parts.Sum(p => p.LateStarts),
            OfferedRate = parts.All(p => p.OfferedRate is null) ? null : parts.Sum(p => p.OfferedRate),
            PerSecond = Rows(parts),
            Stopped = parts.Select(p => p.Stopped).FirstOrDefault(s => s is not null),
        };
    }

    private static Dictionary<string, long> Sum(IEnumerable<IReadOnlyDictionary<string, long>> errors) =>
        errors.SelectMany(e => e).GroupBy(e => e.Key, StringComparer.Ordinal)
            .OrderBy(g => g.Key, StringComparer.Ordinal).ToDictionary(g => g.Key, g => g.Sum(e => e.Value));

    private static LatencyHistogram? Sum(IEnumerable<LatencyHistogram?> histograms)
    {
        LatencyHistogram? sum = null;
        foreach (var histogram in histograms)
        {
            if (histogram is not null)
                (sum ??= new LatencyHistogram()).Add(histogram);
        }

        return sum;
    }

    private static SecondRow[] Rows(IReadOnlyList<PhaseResult> parts) =>
        [.. parts.SelectMany(p => p.PerSecond).GroupBy(r => r.Second).OrderBy(g => g.Key).Select(g => new SecondRow(
            g.Key, g.Sum(r => r.Operations), g.Sum(r => r.Failed), Sum(g.Select(r => r.Latency))!,
            Sum(g.Select(r => r.Service)))
        {
            Errors = Sum(g.Select(r => r.Errors)),
        })];
}
