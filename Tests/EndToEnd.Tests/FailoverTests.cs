using System;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Json;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

public sealed class FailoverTests
{
    [Theory]
    [InlineData("local1.json", "StatefulStore")]
    [InlineData("actors.json", "ActorStore")]
    // Four partitions on three hosts: the one killed has replicas of all of them.
    [InlineData("local2.json", "StatefulStore")]
    public async Task A_run_completes_when_the_primary_is_killed_in_the_write_phase(
        string parameters, string service)
    {
        await using var sfperf = new Sfperf();
        var run = sfperf.Start(
            "run", Sfperf.ParameterFile(parameters),
            "/NumWriteOperationsTotal:100000", "/NumReadOperationsTotal:20000");
        await run.SeesAsync(" s  write ", Sfperf.Limit);

        await KillPrimaryAsync(sfperf, service);

        Assert.Equal(0, await run.ExitAsync(Sfperf.Limit));
        var saved = sfperf.SavedRun();
        var write = MainJobTests.Phase(saved, "write");
        Assert.Equal(100_000, write.GetProperty("operations").GetInt64() + write.GetProperty("failed").GetInt64());
        var counted = write.GetProperty("errors").EnumerateObject().Sum(e => e.Value.GetInt64());
        Assert.Equal(write.GetProperty("failed").GetInt64(), counted);
        // Every read is compared with what was acknowledged: a lost or stale value would be counted as an error here.
        var read = MainJobTests.Phase(saved, "read");
        Assert.Equal(20_000, read.GetProperty("operations").GetInt64());
        Assert.Equal(0, read.GetProperty("failed").GetInt64());
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    internal static async Task KillPrimaryAsync(Sfperf sfperf, string service)
    {
        var file = Directory.GetFiles(sfperf.Folder, "cluster.json", SearchOption.AllDirectories).Single();
        using var ready = JsonDocument.Parse(await File.ReadAllTextAsync(file));
        using var client = new HttpClient { Timeout = Sfperf.Limit };
        var gateway = ready.RootElement.GetProperty("gateway").GetString();
        using var answer = await client.PostAsJsonAsync(
            new Uri($"{gateway}/Cluster/Kill"), new { primary = $"fabric:/SfPerf/{service}" });
        answer.EnsureSuccessStatusCode();
    }
}
