using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Text.Json;
using System.Threading.Tasks;

namespace SfPerf.EndToEnd.Tests;

/// <summary>What a running cluster says of itself.</summary>
internal static class ClusterStatus
{
    /// <summary>Gets what the start of the cluster left for the other commands: its folder and its endpoints.</summary>
    internal static JsonElement Info(Sfperf sfperf)
    {
        var file = Directory.GetFiles(sfperf.Folder, "cluster.json", SearchOption.AllDirectories).Single();
        return JsonElement.Parse(File.ReadAllText(file));
    }

    internal static Task<JsonElement> GetAsync(JsonElement info) => GetAsync(info, "/Cluster/Status");

    internal static async Task<JsonElement> GetAsync(JsonElement info, string path)
    {
        using var client = new HttpClient { Timeout = Sfperf.Limit };
        return JsonElement.Parse(await client.GetStringAsync(
            new Uri(info.GetProperty("gateway").GetString() + path)));
    }

    /// <summary>Gets the manager, the nodes and the hosts.</summary>
    internal static int[] Processes(JsonElement status) =>
    [
        status.GetProperty("pid").GetInt32(),
        .. status.GetProperty("nodes").EnumerateArray().SelectMany(n => n.GetProperty("hosts").EnumerateArray()
            .Select(h => h.GetProperty("pid").GetInt32()).Append(n.GetProperty("pid").GetInt32())),
    ];

    /// <summary>Gets the replicas of all stateful services.</summary>
    internal static (Guid Partition, long Replica)[] Replicas(JsonElement status) =>
    [
        .. status.GetProperty("applications").EnumerateArray()
            .SelectMany(a => a.GetProperty("services").EnumerateArray())
            .SelectMany(s => s.GetProperty("partitions").EnumerateArray())
            .Where(p => p.TryGetProperty("replicas", out _))
            .SelectMany(p => p.GetProperty("replicas").EnumerateArray()
                .Select(r => (p.GetProperty("id").GetGuid(),
                    long.Parse(r.GetProperty("id").GetString()!, CultureInfo.InvariantCulture)))),
    ];

    /// <summary>Gets processes, epochs, roles and addresses as one text, to be compared.</summary>
    internal static string Lasting(JsonElement status) =>
        string.Join(' ', Processes(status)) + status.GetProperty("applications").GetRawText();
}
