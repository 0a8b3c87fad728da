namespace SfPerf.Reports.Runs;

/// <summary>A threshold and how it came out.</summary>
/// <param name="Expression">As the user wrote it.</param>
/// <param name="Value">What was measured, in the expression's unit; null when nothing was.</param>
/// <param name="Passed">Whether it holds; false when nothing was measured.</param>
public sealed record ThresholdRecord(string Expression, double? Value, bool Passed);
