using System.IO;
using System.Text.Json;

namespace SfPerf.Client.Output;

/// <summary>Prints the answer of GET /Cluster/Status for people.</summary>
internal static class ClusterStatusText
{
    public static void Write(JsonElement status, TextWriter output)
    {
        output.WriteLine($"{Text(status, "name")}: health {Text(status, "health")}, up {Text(status, "upSeconds")} s, "
            + $"durability {Text(status, "durability")}, process {Text(status, "pid")}");
        output.WriteLine($"  gateway {Text(status, "gateway")}  client endpoint {Text(status, "clientEndpoint")}  "
            + $"data {Text(status, "data")}");
        foreach (var node in Items(status, "nodes"))
        {
            output.WriteLine($"  {Text(node, "name"),-9} {Text(node, "status"),-5} pid {Text(node, "pid")}");
            foreach (var host in Items(node, "hosts"))
                output.WriteLine($"    {Text(host, "program"),-24} {Text(host, "status"),-8} "
                    + $"pid {Text(host, "pid"),-8} {Text(host, "application")}");
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
            if (Text(e, "state") is not "Ok")
                output.WriteLine($"  {Text(e, "state")}: {Text(e, "entity")}: {Text(e, "description")}");
    }

    private static void WriteService(JsonElement service, TextWriter output)
    {
        output.WriteLine($"    {Text(service, "name")} ({Text(service, "kind")}), health {Text(service, "health")}");
        foreach (var partition in Items(service, "partitions"))
        {
            output.WriteLine($"      {Text(partition, "id")} {Text(partition, "status")}");
            foreach (var replica in Items(partition, "replicas"))
                output.WriteLine($"        {Text(replica, "node"),-9} {Text(replica, "role"),-16} "
                    + $"{Text(replica, "status"),-8} pid {Text(replica, "pid")}");
        }
    }

    private static JsonElement.ArrayEnumerator Items(JsonElement element, string name) =>
        element.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.Array
            ? value.EnumerateArray() : default;

    private static string Text(JsonElement element, string name) =>
        element.TryGetProperty(name, out var value) ? value.ToString() : "";
}
