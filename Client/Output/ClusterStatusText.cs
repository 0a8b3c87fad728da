using System.IO;
using System.Linq;
using System.Text.Json;

namespace SfPerf.Client.Output;

/// <summary>Prints the status of a cluster for people, in the shape of GET /Cluster/Status.</summary>
internal static class ClusterStatusText
{
    public static void Write(JsonElement status, TextWriter output)
    {
        output.WriteLine($"{Text(status, "name")}: health {Text(status, "health")}"
            + Given(status, "upSeconds", ", up ", " s") + Given(status, "durability", ", durability ")
            + Given(status, "pid", ", process "));
        output.WriteLine($"  gateway {Text(status, "gateway")}" + Given(status, "httpsGateway", "  ")
            + Given(status, "clientEndpoint", "  client endpoint ") + Given(status, "data", "  data "));
        foreach (var node in Items(status, "nodes"))
        {
            output.WriteLine($"  {Text(node, "name"),-9} {Text(node, "status"),-5}{Given(node, "pid", " pid ")}"
                + Deactivated(node));
            foreach (var host in Items(node, "hosts"))
            {
                output.WriteLine($"    {Text(host, "program"),-24} {Text(host, "status"),-8} "
                    + $"pid {Text(host, "pid"),-8} {Text(host, "application")}");
            }
        }

        foreach (var application in Items(status, "applications"))
        {
            output.WriteLine($"  {Text(application, "name")} {Text(application, "typeName")} "
                + $"{Text(application, "typeVersion")} {Text(application, "status")}, "
                + $"health {Text(application, "health")}");
            foreach (var service in Items(application, "services"))
                WriteService(service, output);
        }

        foreach (var e in Items(status, "healthEvents"))
        {
            if (Text(e, "state") is not "Ok")
                output.WriteLine($"  {Text(e, "state")}: {Text(e, "entity")}: {Text(e, "description")}");
        }
    }

    private static void WriteService(JsonElement service, TextWriter output)
    {
        output.WriteLine($"    {Text(service, "name")} ({Text(service, "kind")}), health {Text(service, "health")}");
        foreach (var partition in Items(service, "partitions"))
        {
            output.WriteLine($"      {Text(partition, "id")} {Text(partition, "status")}");
            foreach (var replica in Items(partition, "replicas"))
            {
                output.WriteLine($"        {Text(replica, "node"),-9} {Text(replica, "role"),-16} "
                    + $"{Text(replica, "status"),-8}{Given(replica, "pid", " pid ")}");
            }
        }
    }

    // A node that somebody has deactivated is up, and yet gets nothing, or loses what it has.
    private static string Deactivated(JsonElement node)
    {
        if (!node.TryGetProperty("deactivation", out var deactivation)
            || deactivation.ValueKind != JsonValueKind.Object)
        {
            return "";
        }

        if (deactivation.GetProperty("done").GetBoolean())
            return $"  deactivated ({Text(deactivation, "intent")})";
        var waits = string.Join(", ", Items(deactivation, "pending").Select(c =>
            $"{Text(c, "kind")} of partition {Text(c, "partition")}"));
        return $"  being deactivated ({Text(deactivation, "intent")})"
            + (waits.Length > 0 ? $", waits for {waits}" : "");
    }

    // What a cluster does not tell is left out, with the words about it.
    private static string Given(JsonElement element, string name, string before, string after = "") =>
        Text(element, name) is { Length: > 0 } text ? before + text + after : "";

    private static JsonElement.ArrayEnumerator Items(JsonElement element, string name) =>
        element.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.Array
            ? value.EnumerateArray() : default;

    private static string Text(JsonElement element, string name) =>
        element.TryGetProperty(name, out var value) ? value.ToString() : "";
}
