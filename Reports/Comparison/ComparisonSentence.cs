using System;
using System.Globalization;
using System.Linq;
using SfPerf.Metrics.Statistics;

namespace SfPerf.Reports.Comparison;

/// <summary>
/// Presents what a comparison found, in one sentence: the figure that decides, how many times as much it is, and the
/// interval.
/// </summary>
public static class ComparisonSentence
{
    private const double TimesFrom = 1.5;

    /// <summary>Returns the sentence.</summary>
    public static string Of(RunComparison comparison)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        if (comparison.Metrics.Count == 0)
            return "The runs have no figure in common.";
        var verdict = comparison.Verdict;
        MetricComparison[] deciding = [.. comparison.Metrics.Where(m => m.Verdict == verdict)];
        if (deciding.Length == 0)
            deciding = [.. comparison.Metrics];
        if (verdict == Verdict.Same)
            return "No figure differs by as much as matters.";
        if (verdict == Verdict.Inconclusive)
        {
            var open = deciding.MaxBy(m => Math.Abs(Math.Log(m.Estimate.Ratio)))!;
            return $"The runs do not decide: {Text(open)}.{Needed(open, deciding.Max(m => m.MoreNeeded))}";
        }
        var strongest = deciding.MaxBy(m => Math.Abs(Math.Log(m.Estimate.Ratio)))!;
        var others = deciding.Length - 1;
        return $"{(verdict == Verdict.Regressed ? "Worse" : "Better")}: {Text(strongest)}"
            + (others > 0 ? $"; {others} more {(others == 1 ? "figure" : "figures")} "
                + (verdict == Verdict.Regressed ? "regressed" : "improved") : "") + ".";
    }

    // The figure that the sentence is about, then the one that needs most.
    private static string Needed(MetricComparison open, int? most) => open.MoreNeeded is not { } needed ? ""
        : $" About {needed} more {(open.Paired ? "pairs" : "runs a side")} may decide"
            + (most > needed ? $", {most} for every figure." : ".");

    private static string Text(MetricComparison metric)
    {
        var (ratio, low, high) = (metric.Estimate.Ratio, metric.Estimate.Low, metric.Estimate.High);
        var interval = low > 0 && double.IsFinite(high);
        if (ratio is >= TimesFrom or <= 1 / TimesFrom)
        {
            return $"{metric.Phase} {metric.Metric.Name} {Number(ratio)} times as {(metric.Metric.HigherIsBetter
                ? "much" : "long")}" + (interval ? $", {Number(low)} to {Number(high)}" : "");
        }

        var change = (ratio - 1) * 100;
        return $"{metric.Phase} {metric.Metric.Name} {Percent(change)}"
            + (interval ? $", {Percent((low - 1) * 100)} to {Percent((high - 1) * 100)}" : "");
    }

    private static string Number(double ratio) =>
        ratio.ToString(ratio >= 10 ? "0" : ratio >= 1 ? "0.0" : "0.00", CultureInfo.InvariantCulture);

    private static string Percent(double percent) =>
        percent.ToString("+0.0;-0.0;0.0", CultureInfo.InvariantCulture) + " %";
}
