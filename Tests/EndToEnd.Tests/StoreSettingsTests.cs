using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

/// <summary>Serializers of values and settings of replicators as parameters of a run.</summary>
public sealed class StoreSettingsTests
{
    private static readonly string[] Allowed = ["FabricTransient", "Timeout"];

    [Fact]
    public async Task A_sweep_over_serializers_writes_and_verifies_with_each()
    {
        await using var sfperf = new Sfperf();

        await sfperf.RunAsync(0, "sweep", Sfperf.ParameterFile("serializers.json"),
            "--axis", "ValueSerializer=BuiltIn,DataContract,Custom", "--repeats", "1",
            "/NumItems:64", "/NumWriteOperationsTotal:640", "/NumReadOperationsTotal:640");

        var runs = Runs(sfperf);
        Assert.Equal(["BuiltIn", "Custom", "DataContract"], runs.Select(r => r.GetProperty("parameters")
            .GetProperty("ValueSerializer").GetString()!).Order(StringComparer.Ordinal));
        Assert.All(runs.SelectMany(r => r.GetProperty("phases").EnumerateArray()),
            p => Assert.Equal(0, p.GetProperty("failed").GetInt64()));
    }

    [Fact]
    public async Task A_short_queue_of_the_replicator_refuses_writes()
    {
        await using var sfperf = new Sfperf();

        await sfperf.RunAsync(0, "run", Sfperf.ParameterFile("replicator.json"), "/NumItems:64",
            "/NumWriteOperationsTotal:640", "/MaxPrimaryReplicationQueueSize:2", "/CheckpointThresholdInMB:1");

        // A write that finds the queue full is refused and repeated after a pause, up to ten times, or until the time
        // for one operation is over.
        var write = MainJobTests.Phase(Runs(sfperf).Single(), "write");
        Assert.True(write.GetProperty("failed").GetInt64() > 0
            || write.GetProperty("latencyMs").GetProperty("max").GetDouble() >= 20);
        Assert.All(write.GetProperty("errors").EnumerateObject(), e => Assert.Contains(e.Name, Allowed));
    }

    [Fact]
    public async Task The_settings_are_deployed()
    {
        await using var sfperf = new Sfperf();
        var run = await sfperf.RunAsync(0, "run", Sfperf.ParameterFile("serializers.json"), "--dry-run",
            "/ValueSerializer:Custom", "/CheckpointThresholdInMB:8");
        Assert.Contains(
            "StatefulStore_CheckpointThresholdInMB = 8, StatefulStore_ValueSerializer = Custom", run.Output);
    }

    private static JsonElement[] Runs(Sfperf sfperf) =>
        [.. Directory.GetFiles(Path.Combine(sfperf.Folder, "runs"), "run.json", SearchOption.AllDirectories)
            .Where(f => !f.Contains("/warm-up/", StringComparison.Ordinal)
                && !f.Contains("/noisy/", StringComparison.Ordinal))
            .Select(f => JsonElement.Parse(File.ReadAllText(f)))];
}
