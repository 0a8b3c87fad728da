using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

public sealed class LogFormatTests
{
    [Fact]
    public async Task The_logs_of_manager_node_and_host_are_JSON_if_that_is_asked_for()
    {
        await using var cluster = await RunningCluster.StartAsync(
            null, "--nodes", "1", "--log-format", "Json", "--package", RunningCluster.EchoPackage,
            "--set", "Store_TargetReplicaSetSize=1", "--set", "Store_MinReplicaSetSize=1");
        Assert.True((string?)cluster.Line["event"] == "ready", cluster.ErrorText);
        Assert.Contains(await EntriesAsync(cluster.Folder, "manager.log", 911), e => (string?)e["event"] == "Ready"
            && (int?)e["process"] == cluster.Manager.Id);
        var starts = await EntriesAsync(cluster.Folder, "_Node_0.log", 601);
        Assert.Contains(starts, e => (string?)e["values"]!["program"] == "SfPerf.DevCluster");
        var host = Assert.Single(await EntriesAsync(cluster.Folder, "Code_*_M.out", 601));
        Assert.Equal("Information", (string?)host["level"]);
        // Of a host it is the runtime that the environment tells: nothing else in this log is the runtime's own.
        var environment = File.ReadAllText($"/proc/{(int)host["values"]!["processId"]!}/environ").Split('\0');
        Assert.Contains("SFPERF_LOG_FORMAT=Json", environment);
    }

    [Fact]
    public async Task A_format_that_does_not_exist_is_refused_with_what_is_allowed()
    {
        await using var cluster = await RunningCluster.StartAsync(null, "--log-format", "xml");
        Assert.Equal("InvalidArgument", (string?)cluster.Line["code"]);
        Assert.Contains("'--log-format' is 'xml'.", cluster.ErrorText, StringComparison.Ordinal);
    }

    // The manager writes its line a moment before it writes the entry about it.
    private static async Task<JsonNode[]> EntriesAsync(string folder, string pattern, int id)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (true)
        {
            var found = Entries(folder, pattern).Where(e => (int?)e["id"] == id).ToArray();
            if (found.Length > 0 || TimeProvider.System.GetElapsedTime(start) > RunningCluster.Limit)
                return found;
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }
    }

    private static IEnumerable<JsonNode> Entries(string folder, string pattern) =>
        from file in Directory.GetFiles(folder, pattern, SearchOption.AllDirectories)
        let text = ReadShared(file)
        from line in text[..(text.LastIndexOf('\n') + 1)].Split('\n', StringSplitOptions.RemoveEmptyEntries)
        select JsonNode.Parse(line)!;

    private static string ReadShared(string file)
    {
        using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
