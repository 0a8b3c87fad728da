using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

public sealed class TenRunsTests
{
    private static readonly string[] Thin =
    [
        "/PublishProfile:Local.1Node.xml", "/NumWriteOperationsTotal:64", "/NumReadOperationsTotal:64", "/NumItems:16",
        "/NumOutstandingWriteOperations:4", "/NumOutstandingReadOperations:4",
    ];

    [Fact]
    public async Task Ten_runs_in_a_row_leave_no_process_no_port_and_no_growing_folder()
    {
        await using var sfperf = new Sfperf();
        var ports = new HashSet<int>();
        string[] after = [];
        for (var i = 1; i <= 10; i++)
        {
            // The first one on five nodes: what it leaves would be there for all others.
            var run = sfperf.Start(["run", Sfperf.ParameterFile("local1.json"), .. i == 1 ? Thin[1..] : Thin]);
            await run.SeesAsync("Cluster ready", Sfperf.Limit);
            ports.UnionWith(ListeningPorts.Of(sfperf.Family.Members().Keys));
            Assert.Equal(0, await run.ExitAsync(Sfperf.Limit));
            await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
            if (i == 1)
                after = Left(sfperf.Folder);
        }

        Assert.True(ports.Count >= 10, $"Only {ports.Count} ports were seen.");
        await AllFreeAsync(ports);
        Assert.Equal(10, Directory.GetDirectories(Path.Combine(sfperf.Folder, "runs")).Length);
        Assert.Equal(after, Left(sfperf.Folder));
        Assert.Empty(Directory.GetFileSystemEntries(Path.Combine(sfperf.Folder, "tmp")));
    }

    // A cluster or a connection of another test may have taken one since, and gives it back; what was left never does.
    private static async Task AllFreeAsync(HashSet<int> ports)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (true)
        {
            _ = ports.RemoveWhere(ListeningPorts.IsFree);
            if (ports.Count == 0)
                return;
            Assert.True(TimeProvider.System.GetElapsedTime(start) < Sfperf.Limit,
                $"Ports {string.Join(", ", ports)} are in use.");
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System);
        }
    }

    // Everything that the user did not ask for: all but the run folders.
    private static string[] Left(string folder) =>
        [.. Directory.GetFileSystemEntries(folder, "*", SearchOption.AllDirectories)
            .Select(f => Path.GetRelativePath(folder, f)).Where(f => !f.StartsWith("runs/", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)];
}
