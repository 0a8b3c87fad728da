using SfPerf.Metrics.Statistics;

namespace SfPerf.Reports.Comparison;

/// <summary>Represents one figure of one phase, compared.</summary>
/// <param name="Phase">The phase.</param>
/// <param name="Metric">The figure.</param>
/// <param name="BaseMedian">Its median over the base runs.</param>
/// <param name="NewMedian">Its median over the new runs.</param>
/// <param name="Estimate">New / base with its interval.</param>
/// <param name="AdjustedP">The test's probability after Holm's correction over all figures.</param>
/// <param name="Verdict">What it says.</param>
/// <param name="BaseRuns">Base runs that carry the figure.</param>
/// <param name="NewRuns">New runs that carry the figure.</param>
/// <param name="Paired">Whether runs were compared in pairs.</param>
/// <param name="MoreNeeded">About how many more runs a side would decide; null when decided or unknown.</param>
/// <param name="Band">How far two runs of the same side differ, as the larger end of that interval; null when unknown.
/// </param>
public sealed record MetricComparison(
    string Phase, MetricSpecification Metric, double BaseMedian, double NewMedian, RatioEstimate Estimate,
    double AdjustedP, Verdict Verdict, int BaseRuns, int NewRuns, bool Paired, int? MoreNeeded, double? Band);
