using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>
/// Presents what github-action-benchmark reads as <c>customBiggerIsBetter</c> and <c>customSmallerIsBetter</c>: a list
/// of figures, each the median of the runs, with half of what lies between the smallest and the largest.
/// </summary>
internal static class CustomBenchmarkJson
{
    internal static string Write(IReadOnlyList<RunRecord> runs, bool biggerIsBetter) => JsonText.Write(json =>
    {
        json.WriteStartArray();
        foreach (var series in RunSeries.Of(runs))
        {
            foreach (var metric in MetricSpecification.All.Where(m => m.HigherIsBetter == biggerIsBetter))
                WriteFigure(json, series, metric);
        }

        json.WriteEndArray();
    });

    private static void WriteFigure(Utf8JsonWriter json, RunSeries series, MetricSpecification metric)
    {
        double[] values = [.. series.Values.Select(v => metric.Value(v.Phase)).OfType<double>()];
        if (values.Length == 0)
            return;
        var (figure, unit) = metric.Name == "ops/s" ? ("rate", metric.Name) : (metric.Name.Split(' ')[0], "ms");
        var environment = series.Values[^1].Run.Environment;
        json.WriteStartObject();
        json.WriteString("name", $"{series.Run} {series.Phase} {figure} ({series.Text("=", ", ")})");
        json.WriteString("unit", unit);
        json.WriteNumber("value", Median.Of(values));
        if (values.Length > 1)
        {
            json.WriteString("range", string.Create(CultureInfo.InvariantCulture,
                $"± {(values.Max() - values.Min()) / 2:0.####}"));
        }

        json.WriteString("extra", $"{values.Length} {(values.Length == 1 ? "run" : "runs")}\n"
            + $"{environment.Sdk}\n{environment.Runtime}");
        json.WriteEndObject();
    }
}
