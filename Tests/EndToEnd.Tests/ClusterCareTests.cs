using System.IO;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

/// <summary>Looking into a cluster that stays, and moving its parts.</summary>
public sealed class ClusterCareTests
{
    private const string Store = "fabric:/SfPerf/StatefulStore";

    [Fact]
    public async Task A_cluster_of_three_nodes_in_a_folder_of_its_own_tells_its_logs_moves_and_restarts()
    {
        await using var sfperf = new Sfperf();
        var data = Path.Combine(sfperf.Folder, "elsewhere");
        await sfperf.RunAsync(
            0, "cluster", "start", "--nodes", "3", "--data", data, "--gateway-port", "0", "--client-port", "0",
            "--reverse-proxy-port", "0");
        var gateway = JsonElement.Parse(await File.ReadAllTextAsync(Path.Combine(data, "cluster.json")))
            .GetProperty("gateway").GetString()!;
        await sfperf.RunAsync(0, "run", Sfperf.ParameterFile("local1.json"), "/NumWriteOperationsTotal:2k",
            "/NumReadOperationsTotal:2k", "/NumItems:64");
        Assert.Equal(3, sfperf.SavedRun().GetProperty("cluster").GetProperty("nodes").GetInt32());

        await ClusterStatus.WholeAsync(gateway);
        var move = (await sfperf.RunAsync(0, "cluster", "move", Store)).Output;
        var nodes = Regex.Match(
            move, $"^The primary of {Store} moved from (_Node_[0-2]) to (_Node_[0-2])\\.\\n$").Groups;
        Assert.True(nodes[1].Success && nodes[1].Value != nodes[2].Value, move);
        await ClusterStatus.WholeAsync(gateway);
        var back = await sfperf.RunAsync(0, "cluster", "move", Store, nodes[1].Value);
        Assert.EndsWith($"from {nodes[2].Value} to {nodes[1].Value}.\n", back.Output);

        var host = $"{nodes[1].Value}/SfPerf.StatefulStore";
        var again = (await sfperf.RunAsync(0, "cluster", "restart", host)).Output;
        Assert.Matches($"^{host} runs again after [0-9.]+ s: process [0-9]+ is now [0-9]+\\.\\n$", again);
        var wrong = await sfperf.RunAsync(2, "cluster", "restart", "_Node_9/SfPerf.StatefulStore");
        Assert.StartsWith("sfperf: There is no process '_Node_9/SfPerf.StatefulStore'. Allowed: ", wrong.Error);
        await ClusterStatus.WholeAsync(gateway);
        foreach (var (refusal, place) in new[]
        {
            ("There is no node '_Node_9'. Allowed: ", new[] { Store, "_Node_9" }),
            ("fabric:/SfPerf/LoadDriver is stateless: it has no primary.", ["fabric:/SfPerf/LoadDriver"]),
        })
        {
            Assert.StartsWith(
                $"sfperf: {refusal}", (await sfperf.RunAsync(2, ["cluster", "move", .. place])).Error);
        }

        var process = Regex.Match(again, "process ([0-9]+) is").Groups[1].Value;
        Assert.Contains($"{process}", (await sfperf.RunAsync(0, "cluster", "logs", "--lines", "1000")).Output);
        // The store prints nothing, and still has a log: each start and end of its processes.
        var log = (await sfperf.RunAsync(0, "cluster", "logs", Store)).Output;
        Assert.Contains($"Z info 603 SfPerf.StatefulStore (process {process}) has ended: killed (SIGKILL).\n", log);
        Assert.Equal(4, Regex.Count(log, "Z info 601 SfPerf\\.StatefulStore starts as process [0-9]+\\.\n"));
        var follows = sfperf.Start("cluster", "logs", "-f", "--lines", "1");
        // It follows from the end of this line on.
        await follows.SeesAsync("\n", Sfperf.Limit);
        await ClusterStatus.WholeAsync(gateway);
        await sfperf.RunAsync(0, "cluster", "move", Store);
        await sfperf.RunAsync(0, "cluster", "stop");
        await follows.SeesAsync("Stopping", Sfperf.Limit);
        Signal.Interrupt(follows.Process.Id);
        Assert.Equal(0, await follows.ExitAsync(Sfperf.Limit));

        // It has stopped, and its logs are still there.
        Assert.NotEmpty((await sfperf.RunAsync(0, "cluster", "logs")).Output);
        Assert.Contains(
            "has ended: exit code 0.\n", (await sfperf.RunAsync(0, "cluster", "logs", "StatefulStore")).Output);
        var unknown = await sfperf.RunAsync(2, "cluster", "logs", "StatefulStor");
        Assert.Contains("There is no log of 'StatefulStor'. Allowed: ", unknown.Error);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }
}
