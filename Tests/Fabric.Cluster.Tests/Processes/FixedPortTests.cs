using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;
using SfPerf.Platform;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>A port that a manifest fixes, on five nodes of one machine.</summary>
public sealed class FixedPortTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-port-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Connections_to_a_fixed_port_reach_the_instances_of_all_nodes_in_turn()
    {
        var port = WritePackage();
        await using var cluster = await StartAsync();
        Assert.Equal("ready", (string?)cluster.Line["event"]);
        var address = $"127.0.0.1:{port}";

        var nodes = await AskAsync(address, "node", times: 5);

        Assert.Equal(5, nodes.Distinct().Count());
        var ports = await AskAsync(address, "port EchoEndpoint", times: 5);
        Assert.DoesNotContain($"{port}", ports);
        Assert.Equal(5, ports.Distinct().Count());
        for (var i = 0; i < 20; i++)
            Assert.StartsWith("_Node_", await HalfClosedAsync(port), StringComparison.Ordinal);

        var hosts = (await cluster.GetAsync("/Cluster/Status"))["nodes"]![0]!["hosts"]!.AsArray();
        var killed = (int)hosts[0]!["pid"]!;
        Assert.True(ProcessControl.Kill(killed));
        // A process that is ending may still take a connection, and resets it.
        await RunningCluster.AssertGoneAsync([killed]);
        Assert.All(await AskAsync(address, "node", times: 5),
            n => Assert.StartsWith("_Node_", n, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_fixed_port_that_somebody_else_has_is_in_the_health_and_the_services_are_reached_all_the_same()
    {
        var port = WritePackage();
        using var somebody = new TcpListener(IPAddress.Loopback, port);
        somebody.Start();
        await using var cluster = await StartAsync();
        Assert.Equal("ready", (string?)cluster.Line["event"]);
        var status = await cluster.GetAsync("/Cluster/Status");
        var problem = Assert.Single(status["healthEvents"]!.AsArray(), e => (string?)e!["property"] == "Port");
        Assert.StartsWith($"Port {port}, which a manifest fixes, cannot be listened at",
            (string?)problem!["description"], StringComparison.Ordinal);
        var address = await cluster.AddressAsync("SfPerf/Echo", "kind=Singleton");
        Assert.StartsWith("_Node_", await RunningCluster.AskAsync(address, "node"), StringComparison.Ordinal);
    }

    private static async Task<string[]> AskAsync(string address, string line, int times)
    {
        var answers = new string[times];
        for (var i = 0; i < times; i++)
            answers[i] = await RunningCluster.AskAsync(address, line);
        return answers;
    }

    // The client has said all before it reads.
    private static async Task<string> HalfClosedAsync(int port)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, port);
        var stream = client.GetStream();
        await stream.WriteAsync(Encoding.UTF8.GetBytes("node\n"));
        client.Client.Shutdown(SocketShutdown.Send);
        using var reader = new StreamReader(stream);
        return await reader.ReadToEndAsync().WaitAsync(RunningCluster.Limit);
    }

    private Task<RunningCluster> StartAsync() => RunningCluster.StartAsync(
        null, "--nodes", "5", "--package", _folder, "--set", "Echo_InstanceCount=-1");

    private int WritePackage()
    {
        RunningCluster.CopyPackage(_folder);
        var port = ListeningPorts.FindFree();
        var manifest = Path.Combine(_folder, "EchoPkg", "ServiceManifest.xml");
        var text = File.ReadAllText(manifest);
        const string Endpoint = "<Endpoint Name=\"EchoEndpoint\"";
        Assert.Contains(Endpoint, text, StringComparison.Ordinal);
        File.WriteAllText(manifest, text.Replace(Endpoint, $"{Endpoint} Port=\"{port}\"", StringComparison.Ordinal));
        return port;
    }
}
