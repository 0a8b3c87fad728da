using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using SfPerf.Client.Cluster;

namespace SfPerf.Client.Output;

/// <summary>Prints the health events of GET /Cluster/Status for people: the worst first.</summary>
internal static class ClusterHealthText
{
    private static readonly string[] States = ["Error", "Warning", "Ok"];

    public static void Write(JsonElement status, TextWriter output)
    {
        output.WriteLine($"{ClusterInfo.Text(status, "name")}: {ClusterInfo.Text(status, "health")}");
        foreach (var application in status.GetProperty("applications").EnumerateArray())
            output.WriteLine($"  {ClusterInfo.Text(application, "name")}: {ClusterInfo.Text(application, "health")}");
        var events = status.GetProperty("healthEvents").EnumerateArray()
            .OrderBy(e => Array.IndexOf(States, ClusterInfo.Text(e, "state")));
        foreach (var e in events)
        {
            output.WriteLine($"  {ClusterInfo.Text(e, "state"),-7} {ClusterInfo.Text(e, "entity")}");
            output.WriteLine($"          {ClusterInfo.Text(e, "sourceId")}, {ClusterInfo.Text(e, "property")}"
                + $"{Expiry(e)}: {ClusterInfo.Text(e, "description")}");
        }
    }

    private static string Expiry(JsonElement e)
    {
        if (e.TryGetProperty("isExpired", out var expired) && expired.ValueKind == JsonValueKind.True)
            return " (expired)";
        return e.TryGetProperty("timeToLiveSeconds", out var lives) && lives.ValueKind == JsonValueKind.Number
            ? $" (valid for {lives.GetDouble():0.###} s)" : "";
    }
}
