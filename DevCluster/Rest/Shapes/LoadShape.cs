using System.Collections.Generic;
using System.Globalization;
using System.Text.Json;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>LoadMetricReport.</summary>
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
}
