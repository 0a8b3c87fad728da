using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>BenchmarkDotNet's full JSON report: one benchmark a phase, one value a run (its mean latency in
/// nanoseconds).
/// </summary>
internal static class BenchmarkDotNetJson
{
    internal static string Write(IReadOnlyList<RunRecord> runs) => JsonText.Write(json =>
    {
        var environment = runs[0].Environment;
        json.WriteStartObject();
        json.WriteString("Title", $"SfPerf-{runs[0].StartedUtc.UtcDateTime.ToString("yyyyMMdd-HHmmss",
            CultureInfo.InvariantCulture)}");
        json.WriteStartObject("HostEnvironmentInfo");
        json.WriteString("BenchmarkDotNetCaption", "SfPerf");
        json.WriteString("BenchmarkDotNetVersion", "0.14.0");
        json.WriteString("OsVersion", environment.Os ?? "");
        json.WriteString("ProcessorName", environment.Cpu ?? "");
        json.WriteNumber("LogicalCoreCount", environment.Cores);
        json.WriteString("RuntimeVersion", environment.Runtime ?? "");
        if (environment.Architecture is { } architecture)
            json.WriteString("Architecture", architecture);
        json.WriteBoolean("HasAttachedDebugger", false);
        json.WriteString("Configuration", "RELEASE");
        json.WriteString("DotNetCliVersion", environment.Sdk ?? "");
        json.WriteEndObject();
        json.WriteStartArray("Benchmarks");
        foreach (var series in RunSeries.Of(runs))
            WriteBenchmark(json, series);
        json.WriteEndArray();
        json.WriteEndObject();
    });

    private static void WriteBenchmark(Utf8JsonWriter json, RunSeries series)
    {
        var parameters = series.Text("=", ", ");
        json.WriteStartObject();
        json.WriteString("DisplayInfo", $"{series.Run}.{series.Phase}: [{parameters}]");
        json.WriteString("Namespace", "SfPerf");
        json.WriteString("Type", series.Run);
        json.WriteString("Method", series.Phase);
        json.WriteString("MethodTitle", series.Phase);
        json.WriteString("Parameters", parameters);
        json.WriteString("FullName", $"SfPerf.{series.Run}.{series.Phase}({parameters})");
        WriteStatistics(json, [.. series.Values.Select(v => v.Phase.LatencyMs.Mean * 1e6)]);
        json.WriteStartArray("Measurements");
        var iteration = 0;
        foreach (var (_, phase) in series.Values)
        {
            json.WriteStartObject();
            json.WriteString("IterationMode", "Workload");
            json.WriteString("IterationStage", "Result");
            json.WriteNumber("LaunchIndex", 1);
            json.WriteNumber("IterationIndex", ++iteration);
            json.WriteNumber("Operations", phase.Operations);
            json.WriteNumber("Nanoseconds", phase.LatencyMs.Mean * 1e6 * phase.Operations);
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteStatistics(Utf8JsonWriter json, double[] values)
    {
        double[] sorted = [.. values.Order()];
        var (n, mean) = (values.Length, values.Average());
        var deviation = n > 1 ? Math.Sqrt(values.Sum(v => (v - mean) * (v - mean)) / (n - 1)) : 0;
        json.WriteStartObject("Statistics");
        json.WriteStartArray("OriginalValues");
        foreach (var value in values)
            json.WriteNumberValue(value);
        json.WriteEndArray();
        json.WriteNumber("N", n);
        json.WriteNumber("Min", sorted[0]);
        json.WriteNumber("Q1", Quantile(sorted, 0.25));
        json.WriteNumber("Median", Quantile(sorted, 0.5));
        json.WriteNumber("Mean", mean);
        json.WriteNumber("Q3", Quantile(sorted, 0.75));
        json.WriteNumber("Max", sorted[^1]);
        json.WriteNumber("StandardError", deviation / Math.Sqrt(n));
        json.WriteNumber("Variance", deviation * deviation);
        json.WriteNumber("StandardDeviation", deviation);
        json.WriteStartObject("Percentiles");
        foreach (var p in new[] { 0, 25, 50, 67, 80, 85, 90, 95, 100 })
            json.WriteNumber($"P{p.ToString(CultureInfo.InvariantCulture)}", Quantile(sorted, p / 100.0));
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static double Quantile(double[] sorted, double p)
    {
        var place = p * (sorted.Length - 1);
        var below = (int)place;
        return below + 1 < sorted.Length
            ? sorted[below] + ((place - below) * (sorted[below + 1] - sorted[below])) : sorted[below];
    }
}
