using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

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

    /// <summary>Waits until every partition serves and has all its replicas: only then can a primary move to each of
    /// them, and nothing changes by itself. Commands end when a partition serves.</summary>
    /// <param name="gateway">The address of the cluster's gateway.</param>
    /// <returns>The status then.</returns>
    internal static async Task<JsonElement> WholeAsync(string gateway)
    {
        using var client = new HttpClient { Timeout = Sfperf.Limit };
        for (var start = TimeProvider.System.GetTimestamp(); ;)
        {
            var status = JsonElement.Parse(await client.GetStringAsync(new Uri(gateway + "/Cluster/Status")));
            if (Partitions(status).Where(p => p.GetProperty("stateful").GetBoolean()).All(IsWhole))
                return status;
            Assert.True(TimeProvider.System.GetElapsedTime(start) < Sfperf.Limit, $"It is not whole: {status}");
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System);
        }
    }

    private static IEnumerable<JsonElement> Partitions(JsonElement status) =>
        status.GetProperty("applications").EnumerateArray()
            .SelectMany(a => a.GetProperty("services").EnumerateArray())
            .SelectMany(s => s.GetProperty("partitions").EnumerateArray())
            .Where(p => p.TryGetProperty("replicas", out _));

    private static bool IsWhole(JsonElement partition)
    {
        var replicas = partition.GetProperty("replicas").EnumerateArray().ToList();
        return partition.GetProperty("status").GetString() == "Ready"
            && replicas.Count == partition.GetProperty("targetReplicaSetSize").GetInt32()
            && replicas.TrueForAll(r => r.GetProperty("status").GetString() == "Ready"
                && r.GetProperty("role").GetString() is "Primary" or "ActiveSecondary");
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
        .. Partitions(status)
            .SelectMany(p => p.GetProperty("replicas").EnumerateArray()
                .Select(r => (p.GetProperty("id").GetGuid(),
                    long.Parse(r.GetProperty("id").GetString()!, CultureInfo.InvariantCulture)))),
    ];

    /// <summary>Gets processes, epochs, roles and addresses as one text, to be compared.</summary>
    internal static string Lasting(JsonElement status) =>
        string.Join(' ', Processes(status)) + status.GetProperty("applications").GetRawText();
}
