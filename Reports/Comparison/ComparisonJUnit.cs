using System;
using System.Globalization;
using System.Linq;
using System.Xml.Linq;
using SfPerf.Metrics.Statistics;

namespace SfPerf.Reports.Comparison;

/// <summary>A comparison as a test report in JUnit's form, as CI servers show it: a case for each figure.</summary>
public static class ComparisonJUnit
{
    /// <summary>Writes a case for each figure: failed where the request does not accept its verdict, skipped where the
    /// runs do not decide.</summary>
    public static string Write(RunComparison comparison, CompareRequest request)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        ArgumentNullException.ThrowIfNull(request);
        var outcome = request.Judge(comparison);
        XElement[] cases = outcome is ComparisonOutcome.NothingCompared or ComparisonOutcome.DifferentWork
            or ComparisonOutcome.Doubtful
            ? [Case("comparison", Failure(string.Join("; ", outcome switch
            {
                ComparisonOutcome.NothingCompared => ["The runs have no figure in common."],
                ComparisonOutcome.DifferentWork => comparison.DifferentWork,
                _ => comparison.Doubtful,
            })))]
            : [.. comparison.Metrics.Select(m => CaseOf(m, request))];
        var suite = new XElement("testsuite", new XAttribute("name", "sfperf compare"),
            new XAttribute("tests", cases.Length),
            new XAttribute("failures", cases.Count(c => c.Element("failure") is not null)),
            new XAttribute("skipped", cases.Count(c => c.Element("skipped") is not null)),
            cases);
        return $"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{new XElement("testsuites", suite)}\n";
    }

    private static XElement CaseOf(MetricComparison metric, CompareRequest request)
    {
        var text = string.Create(CultureInfo.InvariantCulture,
            $"{metric.Verdict.ToString().ToLowerInvariant()}: {metric.Metric.Text(metric.BaseMedian)} -> ")
            + string.Create(CultureInfo.InvariantCulture,
                $"{metric.Metric.Text(metric.NewMedian)}, ratio {metric.Estimate.Ratio:0.000}")
            + (metric.Estimate.Low > 0 && double.IsFinite(metric.Estimate.High)
                ? string.Create(CultureInfo.InvariantCulture,
                    $" ({metric.Estimate.Low:0.000} to {metric.Estimate.High:0.000})") : "");
        return Case($"{metric.Phase} {metric.Metric.Name}",
            request.FailOn.Contains(metric.Verdict) ? Failure(text)
            : metric.Verdict == Verdict.Inconclusive ? new XElement("skipped", new XAttribute("message", text))
            : new XElement("system-out", text));
    }

    private static XElement Case(string name, XElement content) => new("testcase",
        new XAttribute("classname", "sfperf.compare"), new XAttribute("name", name), content);

    private static XElement Failure(string text) => new("failure", new XAttribute("message", text), text);
}
