using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

/// <summary>A run on a cluster that holds somebody else's application.</summary>
public sealed class SideBySideTests
{
    private static readonly string Package = Path.Combine(Sfperf.Repository, "ApplicationPackage");
    private static readonly string Profile = Path.Combine(Sfperf.Repository, "PublishProfiles", "Local.1Node.xml");

    [Fact]
    public async Task A_run_deploys_its_application_beside_another_one_and_measures_its_own()
    {
        await using var sfperf = new Sfperf();
        await sfperf.RunAsync(0, "cluster", "start", "--nodes", "1", "--gateway-port", "0", "--client-port", "0",
            "--reverse-proxy-port", "0");
        string[] guest =
        [
            "cluster", "deploy", Package, "--profile", Profile, "--name", "fabric:/Guest",
            "--parameter", "ActorStore_PartitionCount=0",
        ];
        Assert.Contains("fabric:/Guest is ready after", (await sfperf.RunAsync(0, guest)).Output);
        Assert.Contains("fabric:/Guest was deployed already.", (await sfperf.RunAsync(0, guest)).Output);
        var changed = await sfperf.RunAsync(2, [.. guest, "--parameter", "StatefulStore_PartitionCount=2"]);
        Assert.Contains("FABRIC_E_APPLICATION_ALREADY_EXISTS", changed.Error);
        var info = ClusterStatus.Info(sfperf);
        var before = ClusterStatus.Processes(await ClusterStatus.GetAsync(info));

        await sfperf.RunAsync(0, "run", Sfperf.ParameterFile("local1.json"), "/PublishProfile:Local.1Node.xml",
            "/NumWriteOperationsTotal:640", "/NumReadOperationsTotal:64", "/NumItems:64");
        Assert.All(sfperf.SavedRun().GetProperty("phases").EnumerateArray(),
            p => Assert.Equal(0, p.GetProperty("failed").GetInt64()));
        Assert.Empty(before.Except(ClusterStatus.Processes(await ClusterStatus.GetAsync(info))));
        var status = (await sfperf.RunAsync(0, "cluster", "status")).Output;
        Assert.Contains("fabric:/Guest SfPerfApplicationType", status);
        Assert.Contains("fabric:/SfPerf SfPerfApplicationType", status);
        var health = (await sfperf.RunAsync(0, "cluster", "health")).Output;
        Assert.Contains("Local-Cluster: Ok", health);
        Assert.Contains("fabric:/Guest: Ok", health);

        Assert.Contains("fabric:/Guest is gone after",
            (await sfperf.RunAsync(0, "cluster", "remove", "fabric:/Guest")).Output);
        Assert.DoesNotContain("fabric:/Guest", (await sfperf.RunAsync(0, "cluster", "status")).Output);
        Assert.Contains("There is no application 'fabric:/Guest'. Allowed: fabric:/SfPerf.",
            (await sfperf.RunAsync(2, "cluster", "remove", "fabric:/Guest")).Error);
        await sfperf.RunAsync(0, "cluster", "stop");
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }
}
