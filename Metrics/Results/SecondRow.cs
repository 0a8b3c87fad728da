using System.Collections.Generic;
using System.Collections.ObjectModel;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Metrics.Results;

/// <summary>What completed within one second of a phase.</summary>
/// <param name="Second">0 for the first second of the phase.</param>
/// <param name="Operations">Operations that succeeded.</param>
/// <param name="Failed">Operations that failed.</param>
/// <param name="Latency">Of the successful ones, as the phase's headline counts it.</param>
/// <param name="Service">Of the successful ones from their actual start; null in a closed loop, where it is the
/// same.</param>
public sealed record SecondRow(
    int Second, long Operations, long Failed, LatencyHistogram Latency, LatencyHistogram? Service = null)
{
    /// <summary>Gets the failures by kind; their sum is <see cref="Failed"/>.</summary>
    public IReadOnlyDictionary<string, long> Errors { get; init; } = ReadOnlyDictionary<string, long>.Empty;
}
