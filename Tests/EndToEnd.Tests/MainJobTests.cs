using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

public sealed class MainJobTests
{
    private static readonly string[] Small =
    [
        "/NumWriteOperationsTotal:4096", "/NumReadOperationsTotal:8192", "/NumItems:256",
    ];

    [Theory]
    [InlineData("local1.json", 1)]
    [InlineData("local2.json", 4)]
    public async Task A_run_measures_a_five_node_cluster_and_leaves_nothing_behind(string parameters, int partitions)
    {
        await using var sfperf = new Sfperf();

        var run = await sfperf.RunAsync(0, ["run", Sfperf.ParameterFile(parameters), .. Small, "--format", "legacy"]);

        Assert.Matches("(?m)^Write test results - Run time: .*, Total operation count: 4096, ", run.Output);
        Assert.Matches("(?m)^Read test results - Run time: .*, Total operation count: 8192, ", run.Output);
        var saved = sfperf.SavedRun();
        Assert.Equal(5, saved.GetProperty("cluster").GetProperty("nodes").GetInt32());
        Assert.Equal(partitions, saved.GetProperty("cluster").GetProperty("partitions").GetInt32());
        Assert.Equal(3, saved.GetProperty("cluster").GetProperty("replicas").GetInt32());
        Assert.Equal("Fsync", saved.GetProperty("cluster").GetProperty("durability").GetString());
        AssertPhase(saved, "write", operations: 4096, failed: 0);
        AssertPhase(saved, "read", operations: 8192, failed: 0);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
        Assert.Empty(Directory.GetFileSystemEntries(Path.Combine(sfperf.Folder, "tmp")));
    }

    [Fact]
    public async Task A_mixed_workload_reads_back_what_it_inserted_and_updated()
    {
        await using var sfperf = new Sfperf();

        await sfperf.RunAsync(0, ["run", Sfperf.ParameterFile("ycsb-a.json"), "/NumMixedOperationsTotal:8000",
            "/NumItems:200", "/NumClients:2", "/KeyDistribution:Latest", "/ReadProportion:0.5",
            "/UpdateProportion:0.2", "/InsertProportion:0.2", "/ReadModifyWriteProportion:0.1",
            "/OperationDataSizeDistribution:Zipfian", "/OperationDataSizes:32,20000"]);

        var phases = sfperf.SavedRun().GetProperty("phases").EnumerateArray().ToList();
        Assert.Equal(
            ["prepare", "load", "mixed-write", "mixed-read", "mixed-insert", "mixed-readmodifywrite"],
            phases.Select(p => p.GetProperty("name").GetString()));
        Assert.All(phases, p => Assert.Equal(0, p.GetProperty("failed").GetInt64()));
        Assert.Equal(8000, phases.Skip(2).Sum(p => p.GetProperty("operations").GetInt64()));
    }

    [Fact]
    public async Task Scans_return_every_row_that_was_inserted_and_acknowledged_before()
    {
        await using var sfperf = new Sfperf();

        await sfperf.RunAsync(0, ["run", Sfperf.ParameterFile("ycsb-a.json"), "/Workload:YcsbE", "/NumItems:500",
            "/NumMixedOperationsTotal:4000", "/NumClients:2", "/InsertProportion:0.2", "/ScanProportion:0.7",
            "/UpdateProportion:0.1", "--set", "ApplicationParameters.StatefulStore_PartitionCount=2"]);

        var phases = sfperf.SavedRun().GetProperty("phases").EnumerateArray().ToList();
        Assert.Equal(["prepare", "load", "mixed-write", "mixed-insert", "mixed-scan"],
            phases.Select(p => p.GetProperty("name").GetString()));
        Assert.All(phases, p => Assert.Equal(0, p.GetProperty("failed").GetInt64()));
        Assert.Equal(4000, phases.Skip(2).Sum(p => p.GetProperty("operations").GetInt64()));
    }

    [Fact]
    public async Task A_killed_client_leaves_no_process_and_the_next_run_removes_its_folder()
    {
        await using var sfperf = new Sfperf();
        var run = sfperf.Start("run", Sfperf.ParameterFile("local1.json"));
        await run.SeesAsync(" s  write ", Sfperf.Limit);
        Assert.True(sfperf.Family.Members().Count > 7);

        run.Process.Kill();

        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
        // Nobody was left to delete its cluster's folder; the next run does.
        Assert.Single(Clusters(sfperf));
        await sfperf.RunAsync(0, ["run", Sfperf.ParameterFile("local1.json"), .. Small]);
        Assert.Empty(Clusters(sfperf));
    }

    [Fact]
    public async Task Ctrl_C_saves_what_was_measured_and_stops_the_cluster()
    {
        await using var sfperf = new Sfperf();
        var run = sfperf.Start("run", Sfperf.ParameterFile("local1.json"), "/NumWriteOperationsTotal:100000000");
        await run.SeesAsync(" s  write ", Sfperf.Limit);

        Signal.Interrupt(run.Process.Id);

        Assert.Equal(5, await run.ExitAsync(Sfperf.Limit));
        var write = Phase(sfperf.SavedRun(), "write");
        Assert.InRange(write.GetProperty("operations").GetInt64(), 1, 99_999_999);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    private static string[] Clusters(Sfperf sfperf) =>
        Directory.GetDirectories(Path.Combine(sfperf.Folder, "data", "sfperf", "clusters"));

    internal static JsonElement Phase(JsonElement run, string name) =>
        run.GetProperty("phases").EnumerateArray().Single(p => p.GetProperty("name").GetString() == name);

    private static void AssertPhase(JsonElement run, string name, long operations, long failed)
    {
        var phase = Phase(run, name);
        Assert.Equal(operations, phase.GetProperty("operations").GetInt64());
        Assert.Equal(failed, phase.GetProperty("failed").GetInt64());
        Assert.Empty(phase.GetProperty("errors").EnumerateObject());
        Assert.True(phase.GetProperty("latencyMs").GetProperty("p50").GetDouble() > 0);
    }
}
