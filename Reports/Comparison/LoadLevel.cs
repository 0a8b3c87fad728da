namespace SfPerf.Reports.Comparison;

/// <summary>One load and what came of it: medians over the runs at that load.</summary>
/// <param name="Load">Operations outstanding, operations intended a second, or whatever else was varied.</param>
/// <param name="Runs">The runs at it.</param>
/// <param name="Rate">Operations a second.</param>
/// <param name="MeanMs">Mean latency.</param>
/// <param name="P50Ms">Median latency; null where no run carries it.</param>
/// <param name="P99Ms">99th percentile; null where no run carries it.</param>
public sealed record LoadLevel(double Load, int Runs, double Rate, double MeanMs, double? P50Ms, double? P99Ms);
