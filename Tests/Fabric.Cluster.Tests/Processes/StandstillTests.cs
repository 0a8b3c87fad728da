using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Platform;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>All processes of a cluster stand still, as those of a machine without any CPU time, and go on.</summary>
public sealed class StandstillTests
{
    private const string Store = "SfPerf/Store";

    // Whoever watches another goes on first, and has looked before the other runs.
    [Theory]
    [InlineData(0.7)]
    [InlineData(4)]
    public async Task A_process_that_goes_on_before_those_that_it_watches_does_not_end_them(double seconds)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs Linux, which shows threads below /proc");
        await using var cluster = await RunningCluster.StartAsync(null, "--nodes", "1", "--package",
            RunningCluster.EchoPackage, "--set", "Store_TargetReplicaSetSize=1", "--set", "Store_MinReplicaSetSize=1");
        Assert.Equal("ok", await cluster.AskPrimaryAsync(Store, 0, "set a 1"));
        var before = await cluster.ProcessesAsync();
        var node = (int)(await cluster.GetAsync("/Nodes"))[0]!["pid"]!;
        var hosts = before.Where(p => p != node).ToArray();

        Assert.All(hosts.Prepend(node).Prepend(cluster.Manager.Id), p => Assert.True(ProcessControl.Stop(p)));
        await Task.Delay(TimeSpan.FromSeconds(seconds), TimeProvider.System);
        await LookAsync(cluster.Manager.Id, "watch");
        await LookAsync(node, "heartbeat");
        Assert.All(hosts, h => Assert.True(ProcessControl.Continue(h)));

        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "get a"));
        // Longer than the manager and the node need to find out that one is silent.
        await Task.Delay(TimeSpan.FromSeconds(1), TimeProvider.System);
        Assert.Equal(before.Order(), (await cluster.ProcessesAsync()).Order());
        Assert.Equal("1", await cluster.AskPrimaryAsync(Store, 0, "get a"));
    }

    // Lets a process go on until its watching thread has slept twice: it may be about to look at the first time.
    private static async Task LookAsync(int processId, string thread)
    {
        var folder = Directory.GetDirectories($"/proc/{processId}/task")
            .Single(t => File.ReadAllText(Path.Combine(t, "comm")).Trim() == thread);
        var slept = Sleeps(folder);
        Assert.True(ProcessControl.Continue(processId));
        await Eventually.HoldsAsync(() => Sleeps(folder) >= slept + 2);
    }

    private static long Sleeps(string threadFolder)
    {
        const string Name = "voluntary_ctxt_switches:";
        var line = File.ReadLines(Path.Combine(threadFolder, "status"))
            .Single(l => l.StartsWith(Name, StringComparison.Ordinal));
        return long.Parse(line.AsSpan(Name.Length), CultureInfo.InvariantCulture);
    }
}
