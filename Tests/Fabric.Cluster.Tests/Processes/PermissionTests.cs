using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.Versioning;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>What a cluster writes is its user's alone.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class PermissionTests
{
    private const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
    private const UnixFileMode Everybody = Owner | UnixFileMode.GroupRead | UnixFileMode.GroupExecute
        | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;

    [Fact]
    public async Task Every_file_and_folder_of_a_running_cluster_is_its_users_alone()
    {
        // The parent's mode is everybody's: only what the cluster itself does keeps others out.
        var root = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        File.SetUnixFileMode(root, Everybody);
        var folder = Path.Combine(root, "cluster");
        var backup = Path.Combine(root, "backup");
        try
        {
            await using var cluster = await RunningCluster.StartAsync(folder, "--package", RunningCluster.EchoPackage,
                "--set", $"Echo_Greeting={backup}");
            Assert.Equal("ok", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "set a 1"));
            // A backup is written by the service's own code.
            Assert.Equal("ok", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "backup"));
            var processes = (await cluster.ProcessesAsync()).Append(cluster.Manager.Id);

            string[] all = [folder, backup, .. Below(folder), .. Below(backup), .. Sockets(processes)];

            Assert.All(all, AssertOwners);
            foreach (var name in new[] { "manager.json", "manager.log", "work", "temp", ".replica", "backup" })
                Assert.Contains(all, p => p.EndsWith(name, StringComparison.Ordinal));
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    // The cluster goes on running: a segment that is being made gets its name meanwhile, and others are deleted.
    private static void AssertOwners(string path)
    {
        try
        {
            var mode = File.GetUnixFileMode(path);
            Assert.True((mode & ~Owner) == 0, $"{path} has mode {Convert.ToString((int)mode, 8)}.");
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException && !Path.Exists(path))
        {
            return;
        }
    }

    [Fact]
    public async Task Another_user_reads_no_file_and_no_folder_of_a_running_cluster()
    {
        Assert.SkipWhen(Stranger.Missing is not null, Stranger.Missing ?? "");
        var root = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        File.SetUnixFileMode(root, Everybody);
        var folder = Path.Combine(root, "cluster");
        try
        {
            await using var cluster = await RunningCluster.StartAsync(folder, "--nodes", "1", "--token",
                "--package", RunningCluster.EchoPackage,
                "--set", "Store_TargetReplicaSetSize=1", "--set", "Store_MinReplicaSetSize=1");
            Assert.Equal("ok", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "set a 1"));
            var processes = (await cluster.ProcessesAsync()).Append(cluster.Manager.Id);
            string[] closed = [folder, .. Below(folder), .. Sockets(processes)];
            // Read as well: the list itself, which shows that the other user can read at all.
            var list = Path.Combine(root, "list");
            await File.WriteAllLinesAsync(list, closed.Append(list));
            File.SetUnixFileMode(list, Everybody);

            var reader = Stranger.Run("bash", "-c", """
                while IFS= read -r path; do
                  { if [ -d "$path" ]; then ls "$path"; else head -c 1 "$path"; fi; } >&2 && echo "$path"
                done < "$0"
                """, list);
            await reader.ExitAsync(RunningCluster.Limit);

            Assert.InRange(closed.Length, 20, 100_000);
            Assert.Contains(closed, p => p.EndsWith("admission.token", StringComparison.Ordinal));
            Assert.Equal($"{list}\n", reader.Output);
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    [Fact]
    public async Task A_data_folder_that_others_can_enter_is_closed_and_the_user_is_told()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        var target = Path.GetTempFileName();
        try
        {
            await using (var first = await RunningCluster.StartAsync(folder, "--nodes", "1"))
                Assert.Null(first.Line["code"]);
            var below = Directory.CreateDirectory(Path.Combine(folder, "_Node_0", ".hidden")).FullName;
            var file = Path.Combine(below, "state");
            await File.WriteAllTextAsync(file, "");
            _ = File.CreateSymbolicLink(Path.Combine(folder, "link"), target);
            foreach (var path in new[] { folder, below, file, target })
                File.SetUnixFileMode(path, Everybody);
            await using (var cluster = await RunningCluster.StartAsync(folder, "--nodes", "1"))
            {
                Assert.All([folder, below, file], p => Assert.Equal(Owner, File.GetUnixFileMode(p)));
                Assert.Equal(Everybody, File.GetUnixFileMode(target));
                var log = await File.ReadAllTextAsync(Path.Combine(folder, "log", "manager.log"));
                Assert.Contains($"The data folder '{folder}' could be entered by others (mode 755).", log,
                    StringComparison.Ordinal);
            }
        }
        finally
        {
            File.Delete(target);
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public async Task A_folder_that_is_everybodys_is_not_taken()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        try
        {
            const UnixFileMode Shared = Everybody | UnixFileMode.OtherWrite | UnixFileMode.StickyBit;
            File.SetUnixFileMode(folder, Shared);
            await using var cluster = await RunningCluster.StartAsync(folder, "--nodes", "1");
            Assert.Equal((4, "DataFolder"), (cluster.Manager.ExitCode, (string)cluster.Line["code"]!));
            Assert.Contains("is shared by the users of this machine", (string)cluster.Line["message"]!);
            Assert.Equal(Shared, File.GetUnixFileMode(folder));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static IEnumerable<string> Below(string folder) => Directory.EnumerateFileSystemEntries(folder, "*",
        new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0, IgnoreInaccessible = false });

    // The runtime's own sockets and pipes of these processes, in the folder for temporary files.
    private static IEnumerable<string> Sockets(IEnumerable<int> processes) => processes.SelectMany(
        p => Directory.EnumerateFileSystemEntries(Path.GetTempPath(), $"*-{p}-*"));
}
