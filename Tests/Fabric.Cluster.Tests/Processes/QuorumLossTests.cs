using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

public sealed class QuorumLossTests
{
    private const string Store = "SfPerf/Store";

    [Fact]
    public async Task A_service_with_a_quorum_loss_wait_goes_on_by_itself_with_what_is_left()
    {
        var root = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        var (folder, package) = (Path.Combine(root, "cluster"), Path.Combine(root, "package"));
        try
        {
            RunningCluster.CopyPackage(package);
            var manifest = Path.Combine(package, "ApplicationManifest.xml");
            var text = await File.ReadAllTextAsync(manifest);
            await File.WriteAllTextAsync(manifest, text.Replace("<StatefulService ",
                "<StatefulService QuorumLossWaitDurationSeconds=\"1\" ", StringComparison.Ordinal));
            await using (var first = await RunningCluster.StartAsync(folder, "--package", package))
            {
                Assert.Equal("ok", await first.AskPrimaryAsync(Store, 0, "set kept-by-all 1"));
                // The only replica that will be left may be the one that the acknowledgement did not need.
                await RunningCluster.LoggedAsync(folder, "kept-by-all", replicas: 3);
            }
            var disks = Directory.GetFiles(folder, "*.replica", SearchOption.AllDirectories)
                .Select(f => Path.GetRelativePath(folder, f).Split(Path.DirectorySeparatorChar)[0]).ToArray();
            Assert.Equal(3, disks.Length);
            foreach (var disk in disks[..2])
                Directory.Delete(Path.Combine(folder, disk), recursive: true);

            await using var second = await RunningCluster.StartAsync(folder);
            Assert.Equal("1", await second.AskPrimaryAsync(Store, 0, "losses"));
            Assert.Equal("1", await second.AskPrimaryAsync(Store, 0, "get kept-by-all"));
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }
}
