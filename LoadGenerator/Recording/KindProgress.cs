using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Histograms;

namespace SfPerf.LoadGenerator.Recording;

/// <summary>Describes how far one kind of operation has come in its phase.</summary>
/// <param name="Name">The name of its result, such as <c>write</c> or <c>mixed-read</c>.</param>
/// <param name="Latency">The durations of successes so far.</param>
/// <param name="Failures">The durations of failures so far, by kind of failure.</param>
public sealed record KindProgress(
    string Name, LatencyBands Latency, IReadOnlyDictionary<string, LatencyBands> Failures)
{
    /// <summary>Gets the successes so far.</summary>
    public long Operations => Latency.Count;

    /// <summary>Gets the failures so far.</summary>
    public long Failed => Failures.Values.Sum(f => f.Count);

    /// <summary>Adds up what several generators say of the same kinds.</summary>
    public static IReadOnlyList<KindProgress> Sum(IEnumerable<KindProgress> parts) =>
        [.. parts.GroupBy(p => p.Name).Select(kind => new KindProgress(
            kind.Key, LatencyBands.Sum(kind.Select(k => k.Latency)),
            kind.SelectMany(k => k.Failures).GroupBy(f => f.Key)
                .ToDictionary(f => f.Key, f => LatencyBands.Sum(f.Select(b => b.Value)))))];
}
