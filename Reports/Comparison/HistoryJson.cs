using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using SfPerf.Reports.Exports;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Comparison;

/// <summary>The history of runs as JSON, for programs.</summary>
public static class HistoryJson
{
    /// <summary>Writes every group of runs with the places where its figures changed.</summary>
    /// <param name="runs">They are put in the order of their start.</param>
    /// <param name="by">A fact by which runs of a group may differ; null for none.</param>
    public static string Write(IReadOnlyList<RunRecord> runs, string? by = null)
    {
        var (groups, parts) = RunGroup.Of(runs, by);
        return JsonText.Write(json =>
        {
            json.WriteStartObject();
            json.WriteString("kind", "history");
            json.WriteNumber("leftOut", parts.Count);
            json.WriteStartArray("groups");
            foreach (var group in groups)
                Write(json, group);
            json.WriteEndArray();
            json.WriteEndObject();
        });
    }

    private static void Write(Utf8JsonWriter json, RunGroup group)
    {
        json.WriteStartObject();
        json.WriteString("title", group.Title);
        json.WriteNumber("runs", group.Runs.Count);
        json.WriteBoolean("enough", group.Runs.Count >= FigureHistory.RunsMin);
        json.WriteStartArray("figures");
        foreach (var phase in group.Runs.SelectMany(r => r.Measured).Select(p => p.Name).Distinct())
        {
            foreach (var metric in MetricSpecification.All)
                Write(json, FigureHistory.Of(group.Runs, phase, metric));
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, FigureHistory history)
    {
        if (history.Values.Count == 0)
            return;
        json.WriteStartObject();
        json.WriteString("phase", history.Phase);
        json.WriteString("figure", history.Metric.Name);
        json.WriteString("verdict", ComparisonJson.NameOf(history.Verdict));
        json.WriteString("reason", history.Reason);
        json.WriteStartArray("values");
        foreach (var (run, value) in history.Values)
        {
            json.WriteStartObject();
            json.WriteString("run", run.Id);
            json.WriteString("startedUtc", run.StartedUtc.UtcDateTime);
            json.WriteNumber("value", value);
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteStartArray("changes");
        foreach (var change in history.Changes)
        {
            json.WriteStartObject();
            json.WriteString("fromRun", history.Values[change.Index].Run.Id);
            json.WriteNumber("before", change.Before);
            json.WriteNumber("after", change.After);
            json.WriteNumber("p", change.P);
            json.WriteBoolean("worse", history.IsWorse(change));
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteEndObject();
    }
}
