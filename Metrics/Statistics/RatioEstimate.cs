namespace SfPerf.Metrics.Statistics;

/// <summary>How much larger one side is than the other.</summary>
/// <param name="Ratio">The estimate of second / first.</param>
/// <param name="Low">The lower end of the confidence interval; 0 when the sample is too small for one.</param>
/// <param name="High">The upper end; infinite when the sample is too small for one.</param>
/// <param name="P">The probability of a difference at least as large when there is none.</param>
public sealed record RatioEstimate(double Ratio, double Low, double High, double P);
