using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

/// <summary>Verbs that make many runs, on one cluster.</summary>
public sealed class ManyRunsTests
{
    private static readonly string[] Thin =
    [
        Sfperf.ParameterFile("local1.json"), "/PublishProfile:Local.1Node.xml", "/NumWriteOperationsTotal:640",
        "/NumReadOperationsTotal:64", "/NumOutstandingWriteOperations:4", "/NumOutstandingReadOperations:4",
        "/NumItems:64", "--reruns", "0",
    ];

    [Fact]
    public async Task A_sweep_starts_one_cluster_and_runs_that_keep_their_keys_find_it_as_it_was()
    {
        await using var sfperf = new Sfperf();

        var sweep = await sfperf.RunAsync(0,
            ["sweep", .. Thin, "--axis", "NumOutstandingWriteOperations=1,4", "--axis", "NumItems=16,64", "--repeats",
                "2"]);

        Assert.Equal(2, sweep.Error.Split("Starting a local cluster").Length);
        var runs = Runs(sfperf, "*-sweep_*");
        Assert.Equal(8, runs.Length);
        Assert.All(runs.SelectMany(r => r.GetProperty("phases").EnumerateArray()),
            p => Assert.Equal(0, p.GetProperty("failed").GetInt64()));
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    [Fact]
    public async Task Two_sides_that_are_deployed_otherwise_take_turns_on_one_cluster()
    {
        await using var sfperf = new Sfperf();

        var ab = await sfperf.RunAsync(0, ["ab", .. Thin, "--pairs", "2", "--a",
            "ApplicationParameters.StatefulStore_PartitionCount=1", "--b",
            "ApplicationParameters.StatefulStore_PartitionCount=2"]);

        Assert.Equal(2, ab.Error.Split("Starting a local cluster").Length);
        Assert.Equal([1, 1], Partitions(Runs(sfperf, "*-ab_*/a")));
        Assert.Equal([2, 2], Partitions(Runs(sfperf, "*-ab_*/b")));
        Assert.Contains("cluster.partitions: 1 -> 2", ab.Output);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    private static JsonElement[] Runs(Sfperf sfperf, string folders)
    {
        var parts = folders.Split('/');
        var group = Assert.Single(Directory.GetDirectories(Path.Combine(sfperf.Folder, "runs"), parts[0]));
        return [.. Directory.GetDirectories(parts.Length > 1 ? Path.Combine(group, parts[1]) : group)
            .Where(f => Path.GetFileName(f) is not ("warm-up" or "noisy"))
            .Select(f => JsonElement.Parse(File.ReadAllText(Path.Combine(f, "run.json"))))];
    }

    private static int[] Partitions(JsonElement[] runs) =>
        [.. runs.Select(r => r.GetProperty("cluster").GetProperty("partitions").GetInt32())];
}
