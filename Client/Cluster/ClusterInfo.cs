using System.Text.Json;

namespace SfPerf.Client.Cluster;

/// <summary>Describes what a cluster says of itself once it is ready; also the content of its cluster.json.</summary>
internal sealed record ClusterInfo(
    int Pid, string Gateway, string ClientEndpoint, string Data, string Durability, double Seconds)
{
    /// <summary>Gets the application that it was started with, as fabric:/SfPerf; empty without one.</summary>
    public string Application { get; init; } = "";

    /// <summary>Gets the address of the gateway over https; empty without one.</summary>
    public string HttpsGateway { get; init; } = "";

    /// <summary>Gets why an application that the cluster kept does not serve yet; empty when all do.</summary>
    public string Problem { get; init; } = "";

    /// <summary>Reads the ready line; null when it is none.</summary>
    public static ClusterInfo? Parse(JsonElement line)
    {
        if (Text(line, "event") != "ready" || !line.TryGetProperty("pid", out var pid))
            return null;
        var seconds = line.TryGetProperty("seconds", out var s) ? s.GetDouble() : 0;
        return new ClusterInfo(pid.GetInt32(), Text(line, "gateway"), Text(line, "clientEndpoint"),
            Text(line, "data"), Text(line, "durability"), seconds)
        {
            Application = Text(line, "application"),
            HttpsGateway = Text(line, "httpsGateway"),
            Problem = Text(line, "problem"),
        };
    }

    internal static string Text(JsonElement element, string name) =>
        element.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String
            ? value.GetString()! : "";
}
