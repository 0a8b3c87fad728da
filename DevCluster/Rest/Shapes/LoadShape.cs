using System.Collections.Generic;
using System.Globalization;
using System.Text.Json;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>LoadMetricReport and LoadMetricReportInfo.</summary>
internal static class LoadShape
{
    internal static void Write(Utf8JsonWriter writer, KeyValuePair<string, int> load)
    {
        writer.WriteStartObject();
        writer.WriteTime("LastReportedUtc", null);
        writer.WriteString("Name", load.Key);
        writer.Write64("Value", load.Value);
        writer.WriteString("CurrentValue", load.Value.ToString(CultureInfo.InvariantCulture));
        writer.WriteEndObject();
    }

    /// <summary>Writes a load in the shape that the detail of a replica has: its value is a number there.</summary>
    internal static void WriteReported(Utf8JsonWriter writer, KeyValuePair<string, int> load)
    {
        writer.WriteStartObject();
        writer.WriteString("Name", load.Key);
        writer.WriteNumber("Value", load.Value);
        writer.WriteString("CurrentValue", load.Value.ToString(CultureInfo.InvariantCulture));
        writer.WriteTime("LastReportedUtc", null);
        writer.WriteEndObject();
    }
}
