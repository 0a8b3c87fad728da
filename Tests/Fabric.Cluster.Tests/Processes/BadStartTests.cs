using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

public sealed class BadStartTests
{
    [Fact]
    public async Task A_host_that_does_not_start_fails_the_start_with_its_last_words()
    {
        var package = Directory.CreateTempSubdirectory("sfperf-package-").FullName;
        try
        {
            RunningCluster.CopyPackage(package);
            var manifest = Path.Combine(package, "EchoPkg", "ServiceManifest.xml");
            await File.WriteAllTextAsync(manifest, (await File.ReadAllTextAsync(manifest)).Replace("</Program>",
                "</Program><Arguments>fail-at-start</Arguments>", System.StringComparison.Ordinal));
            await using var cluster = await RunningCluster.StartAsync(null, "--package", package);
            Assert.Equal(4, cluster.Manager.ExitCode);
            Assert.Equal("HostFailed", (string)cluster.Line["code"]!);
            Assert.Contains("These are the last words of Echo.", (string)cluster.Line["message"]!);
            Assert.Contains("exit code 3", cluster.ErrorText);
        }
        finally
        {
            Directory.Delete(package, recursive: true);
        }
    }

    // As on a full disk, but without one: where the replica's folder must be, a file is.
    [Fact]
    public async Task Hosts_that_cannot_write_fail_the_start_with_their_reason_before_the_time_is_over()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        try
        {
            await using (await RunningCluster.StartAsync(folder))
            {
                // A folder is a cluster's once a cluster has used it.
            }
            for (var node = 0; node < 5; node++)
            {
                var work = Path.Combine(folder, $"_Node_{node}", "_App", "EchoApplicationType_App1", "work", "EchoPkg");
                _ = Directory.CreateDirectory(work);
                await File.WriteAllTextAsync(Path.Combine(work, "replicas"), "");
            }
            await using var cluster = await RunningCluster.StartAsync(folder, "--package", RunningCluster.EchoPackage);
            Assert.Equal(4, cluster.Manager.ExitCode);
            Assert.Equal("HostFailed", (string)cluster.Line["code"]!);
            Assert.Matches(
                "^The service host _Node_.* does not start: its disk failed. .* crit 706 The disk under .*/replicas",
                (string)cluster.Line["message"]!);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public async Task A_port_in_use_fails_the_start_and_is_named()
    {
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        var port = ((IPEndPoint)other.LocalEndpoint).Port;
        await using var cluster = await RunningCluster.StartAsync(null, "--gateway-port", $"{port}");
        Assert.Equal(4, cluster.Manager.ExitCode);
        Assert.Equal("PortInUse", (string)cluster.Line["code"]!);
        Assert.Contains($"Port {port} ", (string)cluster.Line["message"]!);
    }

    [Fact]
    public async Task A_data_folder_in_use_fails_the_start()
    {
        await using var first = await RunningCluster.StartAsync(null, "--nodes", "1");
        await using var second = await RunningCluster.StartAsync(first.Folder, "--nodes", "1");
        Assert.Equal(4, second.Manager.ExitCode);
        Assert.Equal("DataFolderInUse", (string)second.Line["code"]!);
    }

    [Theory]
    [InlineData("InvalidArgument", "There is no option '--node'. Allowed: --data, --nodes, --gateway-port, "
        + "--client-port, --package, --profile, --set, --application, --durability, --log-format, --reset, --replace, "
        + "--parent-pid, --detached, --start-timeout, --allow-user, --token, --reverse-proxy-port, --explorer, "
        + "--node-property, --certificate, --certificate-key, --client-admin, --client-user, --client-issuers, "
        + "--https-port, --listen. Did you mean '--nodes'?", "--node", "1")]
    [InlineData("InvalidArgument", "'--nodes' is '4'. Allowed: 1, 3, 5. Did you mean '1'?", "--nodes", "4")]
    [InlineData("InvalidArgument", "'--application' is 'SfPerf'. Allowed: fabric:/ and one or more names between "
        + "slashes; each 1 to 256 characters, none of / \\ : * ? \" < > | or a control character, no '..', no blank or "
        + "dot at an end, not beginning with Compose_, no device name of Windows.", "--application", "SfPerf")]
    [InlineData("InvalidArgument", "'--node-property' is '_Node_0:A'. Allowed: NODE:NAME=VALUE, such as "
        + "_Node_0:HasSsd=true; a name and a value have no blanks and none of the signs of a placement constraint.",
        "--node-property", "_Node_0:A")]
    [InlineData("InvalidArgument", "'--node-property' is '_Node_0:A=x y'. Allowed: NODE:NAME=VALUE, such as "
        + "_Node_0:HasSsd=true; a name and a value have no blanks and none of the signs of a placement constraint.",
        "--node-property", "_Node_0:A=x y")]
    [InlineData("InvalidArgument", "'--node-property' is '_Node_0:NodeType=X'. NodeType is what the node has. Allowed: "
        + "another name.", "--node-property", "_Node_0:NodeType=X")]
    [InlineData("InvalidArgument", "'--node-property' gives _Node_0 the property A twice.",
        "--node-property", "_Node_0:A=1", "--node-property", "_Node_0:A=2")]
    [InlineData("InvalidArgument", "'--node-property' names the node '_Node_1'. Allowed: _Node_0.",
        "--nodes", "1", "--node-property", "_Node_1:A=1")]
    [InlineData("InvalidManifest", "nowhere: The application package folder does not exist.", "--package", "nowhere")]
    public async Task A_wrong_option_ends_with_2_and_starts_nothing(string code, string message,
        params string[] arguments)
    {
        await using var cluster = await RunningCluster.StartAsync(null, arguments);
        Assert.Equal(2, cluster.Manager.ExitCode);
        Assert.Equal((code, message), ((string)cluster.Line["code"]!, (string)cluster.Line["message"]!));
        Assert.Empty(Directory.EnumerateFileSystemEntries(cluster.Folder));
    }
}
