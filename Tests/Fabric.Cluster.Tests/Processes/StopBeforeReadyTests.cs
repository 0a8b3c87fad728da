using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Manifests;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

public sealed class StopBeforeReadyTests
{
    // The service never registers its types, so that the cluster would wait for its whole start timeout.
    [Theory]
    [InlineData("TERM")]
    [InlineData("INT")]
    public async Task A_signal_before_the_application_is_ready_stops_the_cluster(string signal)
    {
        var root = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        var (folder, package) = (Path.Combine(root, "cluster"), Path.Combine(root, "package"));
        try
        {
            RunningCluster.CopyPackage(package);
            var manifest = Path.Combine(package, "EchoPkg", "ServiceManifest.xml");
            await File.WriteAllTextAsync(manifest, (await File.ReadAllTextAsync(manifest)).Replace("</Program>",
                "</Program><Arguments>wait-at-start</Arguments>", StringComparison.Ordinal));
            using var manager = Start(folder, package);
            var line = manager.StandardOutput.ReadLineAsync();
            var pids = await HostsAsync(folder, manager);
            using (var kill = Process.Start("kill", [$"-{signal}", $"{manager.Id}"]))
                await kill.WaitForExitAsync();
            // The limit is far shorter than the start timeout.
            await manager.WaitForExitAsync().WaitAsync(RunningCluster.Limit);
            Assert.Equal(0, manager.ExitCode);
            Assert.Equal("Stopped", (string?)JsonNode.Parse((await line)!)!["code"]);
            await RunningCluster.AssertGoneAsync(pids);
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    [Fact]
    public async Task Too_few_open_files_are_told_before_anything_is_started()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        try
        {
            var command = $"ulimit -n 64; exec '{RunningCluster.Program}' manager --data '{folder}/cluster' "
                + "--gateway-port 0 --client-port 0";
            using var manager = Process.Start(Info("bash", "-c", command))!;
            var line = await manager.StandardOutput.ReadLineAsync().WaitAsync(RunningCluster.Limit);
            await manager.WaitForExitAsync().WaitAsync(RunningCluster.Limit);
            Assert.Equal(4, manager.ExitCode);
            var error = JsonNode.Parse(line!)!;
            Assert.Equal("OpenFileLimit", (string?)error["code"]);
            Assert.Contains("may open 64 files and sockets at once and needs 512", (string?)error["message"]);
            Assert.Empty(Directory.EnumerateFileSystemEntries(folder));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public async Task A_host_that_needs_more_ports_than_there_are_fails_the_start_with_the_reason()
    {
        var root = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        var (folder, package) = (Path.Combine(root, "cluster"), Path.Combine(root, "package"));
        try
        {
            RunningCluster.CopyPackage(package);
            var manifest = Path.Combine(package, "EchoPkg", "ServiceManifest.xml");
            var more = string.Concat(Enumerable.Range(0, 1001).Select(i => $"<Endpoint Name=\"E{i}\" />"));
            await File.WriteAllTextAsync(manifest, (await File.ReadAllTextAsync(manifest)).Replace("</Endpoints>",
                $"{more}</Endpoints>", StringComparison.Ordinal));
            await using var cluster = await RunningCluster.StartAsync(folder, "--package", package, "--nodes", "1",
                "--set", "Store_TargetReplicaSetSize=1", "--set", "Store_MinReplicaSetSize=1");
            Assert.Equal((4, "HostFailed"), (cluster.Manager.ExitCode, (string?)cluster.Line["code"]));
            Assert.Contains("No port from 22001 to 23000 is free.", (string?)cluster.Line["message"]);
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private static ProcessStartInfo Info(string program, params string[] arguments)
    {
        var info = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
        };
        foreach (var (name, value) in ProgramLocator.RuntimeEnvironment())
            info.Environment[name] = value;
        return info;
    }

    private static Process Start(string folder, string package) => Process.Start(Info(RunningCluster.Program,
        "manager", "--data", folder, "--gateway-port", "0", "--client-port", "0", "--start-timeout", "600",
        "--package", package, "--nodes", "1", "--set", "Store_TargetReplicaSetSize=1", "--set",
        "Store_MinReplicaSetSize=1"))!;

    // The service writes its id once it runs.
    private static async Task<int[]> HostsAsync(string folder, Process manager)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (TimeProvider.System.GetElapsedTime(start) < RunningCluster.Limit && !manager.HasExited)
        {
            var files = Directory.Exists(folder)
                ? Directory.GetFiles(folder, "waiting-*", SearchOption.AllDirectories) : [];
            if (files.Length > 0)
            {
                return [.. files.Select(f => int.Parse(Path.GetFileName(f)["waiting-".Length..],
                System.Globalization.CultureInfo.InvariantCulture))];
            }

            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }
        throw new TimeoutException("The service did not start.");
    }
}
