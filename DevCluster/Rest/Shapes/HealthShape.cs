using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using SfPerf.Fabric.Cluster.Management.Evaluation;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>Defines what the health of every entity has in common.</summary>
internal static class HealthShape
{
    // What the interface writes for a report that never expires.
    private static readonly TimeSpan Infinite = TimeSpan.MaxValue;

    /// <summary>Writes state, events, what is wrong and the counts of what the entity contains.</summary>
    /// <param name="writer">In the entity's object.</param>
    /// <param name="health">The state, and what it follows from.</param>
    /// <param name="events">The entity's own events that are to be shown.</param>
    /// <param name="counts">The states of what it contains, by kind.</param>
    internal static void Write(
        Utf8JsonWriter writer, EntityHealth health, IReadOnlyList<HealthEventView> events,
        params HealthCount[] counts)
    {
        writer.WriteString("AggregatedHealthState", health.State.ToString());
        writer.WriteList("HealthEvents", events, WriteEvent);
        writer.WriteList("UnhealthyEvaluations", health.Evaluations, WriteEvaluation);
        writer.WriteStartObject("HealthStatistics");
        writer.WriteList("HealthStateCountList", counts, static (w, count) =>
        {
            w.WriteStartObject();
            w.WriteString("EntityKind", count.Kind);
            w.WriteStartObject("HealthStateCount");
            w.WriteNumber("OkCount", count.Of("Ok"));
            w.WriteNumber("WarningCount", count.Of("Warning"));
            w.WriteNumber("ErrorCount", count.Of("Error"));
            w.WriteEndObject();
            w.WriteEndObject();
        });
        writer.WriteEndObject();
    }

    private static void WriteEvaluation(Utf8JsonWriter writer, HealthEvaluation evaluation)
    {
        writer.WriteStartObject();
        writer.WriteStartObject("HealthEvaluation");
        writer.WriteString("Kind", evaluation.Kind);
        writer.WriteString("Description", evaluation.Description);
        writer.WriteString("AggregatedHealthState", evaluation.State.ToString());
        foreach (var (property, value) in evaluation.Names)
            writer.WriteString(property, value);
        if (evaluation.Limit is { } limit)
        {
            if (limit.Property.Length > 0)
                writer.WriteNumber(limit.Property, limit.Percent);
            writer.WriteNumber("TotalCount", limit.Total);
        }
        if (evaluation.Event is { } e)
        {
            writer.WriteBoolean("ConsiderWarningAsError", evaluation.ConsiderWarningAsError);
            writer.WritePropertyName("UnhealthyEvent");
            WriteEvent(writer, e);
        }
        else
        {
            writer.WriteList("UnhealthyEvaluations", evaluation.Inner, WriteEvaluation);
        }

        writer.WriteEndObject();
        writer.WriteEndObject();
    }

    private static void WriteEvent(Utf8JsonWriter writer, HealthEventView e)
    {
        // What the cluster finds itself, it finds at the time of the question.
        var utc = e.Utc ?? TimeProvider.System.GetUtcNow();
        writer.WriteStartObject();
        writer.WriteString("SourceId", e.SourceId);
        writer.WriteString("Property", e.Property);
        writer.WriteString("HealthState", e.State);
        writer.WriteDuration("TimeToLiveInMilliSeconds",
            e.TimeToLiveSeconds is { } seconds ? TimeSpan.FromSeconds(seconds) : Infinite);
        writer.WriteString("Description", e.Description);
        writer.WriteString("SequenceNumber",
            e.SequenceNumber ?? utc.ToFileTime().ToString(CultureInfo.InvariantCulture));
        writer.WriteBoolean("RemoveWhenExpired", e.RemoveWhenExpired ?? false);
        writer.WriteBoolean("IsExpired", e.IsExpired ?? false);
        writer.WriteTime("SourceUtcTimestamp", utc);
        writer.WriteTime("LastModifiedUtcTimestamp", utc);
        writer.WriteTime("LastOkTransitionAt", e.State == "Ok" ? utc : null);
        writer.WriteTime("LastWarningTransitionAt", e.State == "Warning" ? utc : null);
        writer.WriteTime("LastErrorTransitionAt", e.State == "Error" ? utc : null);
        // Service Fabric's own reports have one, which leads to a page of its documentation.
        writer.WriteString("HealthReportId", "");
        writer.WriteEndObject();
    }
}

/// <summary>Counts how many entities of a kind are in which state.</summary>
internal sealed record HealthCount(string Kind, IEnumerable<string> States)
{
    internal int Of(string state) => States.Count(s => s == state);
}
