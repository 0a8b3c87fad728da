using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using SfPerf.Fabric.Cluster.Management.Views;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>What the health of every entity has in common.</summary>
internal static class HealthShape
{
    // What the interface writes for a report that never expires.
    private static readonly TimeSpan Infinite = TimeSpan.MaxValue;

    /// <summary>Writes state, events, what is wrong and the counts of what the entity contains.</summary>
    /// <param name="writer">In the entity's object.</param>
    /// <param name="state">The aggregated state.</param>
    /// <param name="events">The entity's own events that are to be shown.</param>
    /// <param name="counts">The states of what it contains, by kind.</param>
    internal static void Write(
        Utf8JsonWriter writer, string state, IReadOnlyList<HealthEventView> events, params HealthCount[] counts)
    {
        writer.WriteString("AggregatedHealthState", state);
        writer.WriteList("HealthEvents", events, WriteEvent);
        writer.WriteList("UnhealthyEvaluations", events.Where(e => e.State is "Error" or "Warning"), WriteEvaluation);
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

    private static void WriteEvaluation(Utf8JsonWriter writer, HealthEventView e)
    {
        writer.WriteStartObject();
        writer.WriteStartObject("HealthEvaluation");
        writer.WriteString("Kind", "Event");
        writer.WriteString("Description",
            $"{e.State} event: SourceId='{e.SourceId}', Property='{e.Property}'. {e.Description}");
        writer.WriteString("AggregatedHealthState", e.State);
        writer.WriteBoolean("ConsiderWarningAsError", false);
        writer.WritePropertyName("UnhealthyEvent");
        WriteEvent(writer, e);
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
        writer.WriteEndObject();
    }
}

/// <summary>How many entities of a kind are in which state.</summary>
internal sealed record HealthCount(string Kind, IEnumerable<string> States)
{
    internal int Of(string state) => States.Count(s => s == state);
}
