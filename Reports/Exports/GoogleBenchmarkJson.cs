using System.Collections.Generic;
using System.Globalization;
using System.Text.Json;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>Google Benchmark's JSON: a run is a repetition, its mean latency the time.</summary>
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
        var family = 0;
        foreach (var series in RunSeries.Of(runs))
        {
            for (var i = 0; i < series.Values.Count; i++)
                WriteRun(json, series, family, i);
            family++;
        }
        json.WriteEndArray();
        json.WriteEndObject();
    });

    private static void WriteRun(Utf8JsonWriter json, RunSeries series, int family, int index)
    {
        var phase = series.Values[index].Phase;
        // Runs of two files are matched by name, so the name holds what is the same in both.
        var name = $"SfPerf/{series.Phase}/outstanding:{phase.Outstanding.ToString(CultureInfo.InvariantCulture)}";
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
        json.WriteEndObject();
    }
}
