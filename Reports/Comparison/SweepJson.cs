using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Exports;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Comparison;

/// <summary>The points of a sweep, or of runs that were repeated, as JSON for programs.</summary>
public static class SweepJson
{
    /// <summary>Writes the medians of each point, and the knee of each curve.</summary>
    /// <param name="runs">The runs.</param>
    /// <param name="loadAxisOf">The axis that says how many operations a phase keeps outstanding.</param>
    /// <param name="folder">Where the runs were saved.</param>
    public static string Write(IReadOnlyList<SweepRun> runs, Func<string, string> loadAxisOf, string folder)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(loadAxisOf);
        string[] phases = [.. runs.SelectMany(r => r.Run.Measured).Select(p => p.Name).Distinct()];
        return JsonText.Write(json =>
        {
            json.WriteStartObject();
            json.WriteString("kind", "sweep");
            json.WriteString("folder", folder);
            json.WriteStartArray("points");
            foreach (var phase in phases)
            {
                foreach (var point in runs.GroupBy(r => r.Point))
                {
                    if (Found(point, phase) is { Length: > 0 } found)
                        WritePoint(json, phase, point.First(), found);
                }
            }

            json.WriteEndArray();
            json.WriteStartArray("curves");
            foreach (var phase in phases)
            {
                foreach (var others in runs.GroupBy(r => r.TextWithout(loadAxisOf(phase))))
                {
                    if (LoadCurve.OfOutstanding(Found(others, phase)) is { Levels.Count: > 1 } curve)
                        WriteCurve(json, phase, others.Key, curve);
                }
            }

            json.WriteEndArray();
            json.WriteEndObject();
        });
    }

    private static PhaseRecord[] Found(IEnumerable<SweepRun> runs, string phase) =>
        [.. runs.SelectMany(r => r.Run.Phases).Where(p => p.Name == phase)];

    private static void WritePoint(Utf8JsonWriter json, string phase, SweepRun point, PhaseRecord[] found)
    {
        json.WriteStartObject();
        json.WriteString("phase", phase);
        json.WriteStartObject("settings");
        foreach (var (name, value) in point.Settings)
            json.WriteString(name, value);
        json.WriteEndObject();
        json.WriteNumber("runs", found.Length);
        json.WriteNumber("opsPerSecond", Median.Of(found.Select(p => p.OpsPerSecond)));
        json.WriteNumber("opsPerSecondLowest", found.Min(p => p.OpsPerSecond));
        json.WriteNumber("opsPerSecondHighest", found.Max(p => p.OpsPerSecond));
        json.WriteNumber("meanMs", Median.Of(found.Select(p => p.LatencyMs.Mean)));
        if (Median.OfKnown(found.Select(p => p.LatencyMs.P99)) is { } p99)
            json.WriteNumber("p99Ms", p99);
        json.WriteNumber("failed", found.Sum(p => p.Failed));
        json.WriteEndObject();
    }

    private static void WriteCurve(Utf8JsonWriter json, string phase, string with, LoadCurve curve)
    {
        json.WriteStartObject();
        json.WriteString("phase", phase);
        json.WriteString("with", with);
        json.WriteString("verdict", curve.Knee == curve.Levels[^1].Load ? "no knee"
            : curve.KneeDoubtful.Count > 0 ? "inconclusive" : "knee");
        json.WriteString("reason", SweepText.Sentence(phase, with, curve));
        json.WriteNumber("kneeOutstanding", curve.Knee);
        json.WriteBoolean("kneeIsLast", curve.Knee == curve.Levels[^1].Load);
        json.WriteStartArray("kneeOverlapsOutstanding");
        foreach (var load in curve.KneeDoubtful)
            json.WriteNumberValue(load);
        json.WriteEndArray();
        if (curve.TailDoubles is { } doubles)
            json.WriteNumber("p99DoublesAtOutstanding", doubles);
        json.WriteEndObject();
    }
}
