using System.IO;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

public sealed class BackupClusterTests
{
    private const string Store = "SfPerf/Store";

    [Fact]
    public async Task A_service_restores_its_backup_when_every_disk_is_lost_and_all_replicas_have_it()
    {
        var root = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        var folder = Path.Combine(root, "cluster");
        string[] arguments =
        [
            "--package", RunningCluster.EchoPackage, "--set", $"Echo_Greeting={Path.Combine(root, "backup")}",
        ];
        try
        {
            await using (var first = await RunningCluster.StartAsync(folder, arguments))
            {
                Assert.Equal("ok", await first.AskPrimaryAsync(Store, 0, "set a 1"));
                Assert.Equal("ok", await first.AskPrimaryAsync(Store, 0, "backup"));
                Assert.Equal("ok", await first.AskPrimaryAsync(Store, 0, "set a 2"));
            }
            foreach (var disk in Directory.GetDirectories(folder, "_Node_*"))
                Directory.Delete(disk, recursive: true);
            await using var second = await RunningCluster.StartAsync(folder, arguments);
            Assert.Equal("1", await second.AskPrimaryAsync(Store, 0, "losses"));
            Assert.Equal("1", await second.AskPrimaryAsync(Store, 0, "get a"));
            _ = await second.PostAsync("/Cluster/Kill",
                new System.Text.Json.Nodes.JsonObject { ["primary"] = $"fabric:/{Store}" });
            Assert.Equal("1", await second.AskPrimaryAsync(Store, 0, "get a"));
            Assert.Equal("ok", await second.AskPrimaryAsync(Store, 0, "set a 3"));
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }
}
