using System;
using System.IO;
using System.Threading.Tasks;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

public sealed class HangingManagerTests
{
    // A machine that a measurement keeps busy delays an answer so long.
    private static readonly TimeSpan Delay = TimeSpan.FromSeconds(7);

    [Fact]
    public async Task A_manager_that_is_slow_is_waited_for_and_stop_kills_one_that_hangs()
    {
        await using var sfperf = new Sfperf();
        await sfperf.RunAsync(
            0, "cluster", "start", "--nodes", "1", "--gateway-port", "0", "--client-port", "0");
        var info = ClusterStatus.Info(sfperf);
        var manager = info.GetProperty("pid").GetInt32();

        Assert.True(ProcessControl.Stop(manager));
        var late = sfperf.Start("cluster", "status");
        await Task.Delay(Delay, TimeProvider.System, TestContext.Current.CancellationToken);
        Assert.True(ProcessControl.Continue(manager));
        var code = await late.ExitAsync(Sfperf.Limit);
        Assert.True(code == 0, $"Exit code {code}: {late.Error}");

        Assert.True(ProcessControl.Stop(manager));
        var none = await sfperf.RunAsync(4, "cluster", "status");
        Assert.StartsWith($"sfperf: The cluster of process {manager} at ", none.Error);
        Assert.EndsWith("sfperf cluster stop ends it.\n", none.Error);
        var stop = await sfperf.RunAsync(0, "cluster", "stop");
        Assert.Equal($"Stopped: its manager, process {manager}, did not end in order and was killed. The cluster keeps "
            + "its state.\n", stop.Output);
        Assert.False(ProcessControl.IsAlive(manager));

        // Its id may be given to another process.
        var file = Path.Combine(info.GetProperty("data").GetString()!, "cluster.json");
        var own = $"\"pid\":{manager},";
        var text = await File.ReadAllTextAsync(file);
        Assert.Contains(own, text);
        await File.WriteAllTextAsync(
            file, text.Replace(own, $"\"pid\":{Environment.ProcessId},", StringComparison.Ordinal));
        Assert.Equal("No cluster runs.\n", (await sfperf.RunAsync(0, "cluster", "stop")).Output);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }
}
