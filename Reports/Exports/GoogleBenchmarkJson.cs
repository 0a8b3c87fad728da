using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>Google Benchmark's JSON: a run is a repetition, its mean latency the time; compare.py wants a processor
/// time, which is the same here. Percentiles are counters.</summary>
internal static class GoogleBenchmarkJson
{
    internal static string Write(IReadOnlyList<RunRecord> runs) => JsonText.Write(json =>
    {
        var environment = runs[0].Environment;
        json.WriteStartObject();
        json.WriteStartObject("context");
        json.WriteString("date", runs[0].StartedUtc.UtcDateTime.ToString(
            "yyyy-MM-dd'T'HH:mm:ss'+00:00'", CultureInfo.InvariantCulture));
        json.WriteString("host_name", "sfperf");
        json.WriteString("executable", "sfperf");
        json.WriteNumber("num_cpus", environment.Cores);
        json.WriteNumber("mhz_per_cpu", 0);
        json.WriteBoolean("cpu_scaling_enabled", false);
        json.WriteStartArray("caches");
        json.WriteEndArray();
        json.WriteString("library_build_type", "release");
        json.WriteEndObject();
        json.WriteStartArray("benchmarks");
        // Runs of two files are matched by name, so the name holds what is the same in both: not that of the runs, as
        // long as they have but one.
        var names = runs.Select(r => r.Name).Distinct().Skip(1).Any();
        foreach (var (family, series) in RunSeries.Of(runs).Index())
        {
            for (var i = 0; i < series.Values.Count; i++)
                WriteRun(json, series, names ? $"{series.Run}/" : "", family, i);
        }

        json.WriteEndArray();
        json.WriteEndObject();
    });

    private static void WriteRun(Utf8JsonWriter json, RunSeries series, string prefix, int family, int index)
    {
        var phase = series.Values[index].Phase;
        var name = $"SfPerf/{prefix}{series.Phase}/{series.Text(":", "/")}";
        json.WriteStartObject();
        json.WriteString("name", name);
        json.WriteNumber("family_index", family);
        json.WriteNumber("per_family_instance_index", 0);
        json.WriteString("run_name", name);
        json.WriteString("run_type", "iteration");
        json.WriteNumber("repetitions", series.Values.Count);
        json.WriteNumber("repetition_index", index);
        json.WriteNumber("threads", 1);
        json.WriteNumber("iterations", phase.Operations);
        json.WriteNumber("real_time", phase.LatencyMs.Mean * 1e6);
        json.WriteNumber("cpu_time", phase.LatencyMs.Mean * 1e6);
        json.WriteString("time_unit", "ns");
        json.WriteNumber("items_per_second", phase.OpsPerSecond);
        WriteCounter(json, "p50_ns", phase.LatencyMs.P50);
        WriteCounter(json, "p99_ns", phase.LatencyMs.P99);
        WriteCounter(json, "p999_ns", phase.LatencyMs.P999);
        json.WriteEndObject();
    }

    private static void WriteCounter(Utf8JsonWriter json, string name, double? ms)
    {
        if (ms is { } known)
            json.WriteNumber(name, known * 1e6);
    }
}
