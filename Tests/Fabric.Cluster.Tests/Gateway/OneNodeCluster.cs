using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Sockets;
using System.Text;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Gateway;

/// <summary>A cluster of one node that many tests ask, as long as it stays as it is.</summary>
public sealed class OneNodeCluster : IAsyncLifetime
{
    internal RunningCluster Cluster { get; private set; } = null!;

    internal string Authority => Cluster.Gateway["http://".Length..];

    internal int Port => int.Parse(Authority.Split(':')[1], CultureInfo.InvariantCulture);

    public async ValueTask InitializeAsync() => Cluster = await RunningCluster.StartAsync(null,
        "--nodes", "1", "--package", RunningCluster.EchoPackage,
        "--set", "Store_TargetReplicaSetSize=1", "--set", "Store_MinReplicaSetSize=1");

    public ValueTask DisposeAsync() => Cluster.DisposeAsync();

    /// <summary>Gets what any kill, move, reset, deployment or stop would change.</summary>
    internal async Task<string> StateAsync()
    {
        var status = await Cluster.GetAsync("/Cluster/Status");
        var replicas = status["applications"]!.AsArray().SelectMany(a => a!["services"]!.AsArray())
            .SelectMany(s => s!["partitions"]!.AsArray())
            .Select(p => $"{p!["id"]} {p["version"]} {p["status"]}");
        var nodes = status["nodes"]!.AsArray().Select(n => $"{n!["name"]} {n["pid"]} {n["starts"]}");
        var processes = string.Join(' ', RunningCluster.Processes(status));
        return string.Join('\n', [.. nodes, .. replicas, processes, $"{await LastEventAsync()}"]);
    }

    /// <summary>Sends exactly these bytes and reads the answer until the server closes the connection.</summary>
    internal async Task<Answer> SendAsync(string text)
    {
        using var client = new TcpClient();
        await client.ConnectAsync("127.0.0.1", Port);
        var stream = client.GetStream();
        try
        {
            await stream.WriteAsync(Encoding.Latin1.GetBytes(text));
        }
        catch (IOException)
        {
            // The server may refuse before it has read everything.
        }
        return await ReadAsync(stream).WaitAsync(RunningCluster.Limit);
    }

    /// <summary>Sends a request with a correct Host unless the headers have one.</summary>
    internal Task<Answer> SendAsync(string request, string headers, string body = "")
    {
        var host = headers.Contains("Host:", System.StringComparison.Ordinal) ? "" : $"Host: {Authority}\r\n";
        var length = body.Length > 0 ? $"Content-Length: {body.Length}\r\n" : "";
        return SendAsync($"{request} HTTP/1.1\r\n{host}{headers}{length}Connection: close\r\n\r\n{body}");
    }

    private async Task<long> LastEventAsync() => (long)(await Cluster.GetAsync("/Cluster/Events"))["last"]!;

    private static async Task<Answer> ReadAsync(Stream stream)
    {
        using var all = new MemoryStream();
        try
        {
            await stream.CopyToAsync(all);
        }
        catch (IOException)
        {
            // A reset after the answer ends it as well as a close.
        }
        var text = Encoding.UTF8.GetString(all.ToArray());
        var split = text.Split("\r\n\r\n", 2);
        var status = text.Length == 0 ? 0 : int.Parse(text.Split(' ')[1], CultureInfo.InvariantCulture);
        var body = split.Length > 1 && split[1].StartsWith('{') ? JsonNode.Parse(split[1]) : null;
        return new(status, split[0], body);
    }

    /// <summary>An answer; status 0 where the server closed the connection without one.</summary>
    internal sealed record Answer(int Status, string Head, JsonNode? Body)
    {
        internal string? Code => (string?)(Body?["error"]?["code"] ?? Body?["Error"]?["Code"]);

        internal string Message =>
            (string?)(Body?["error"]?["message"] ?? Body?["Error"]?["Message"]) ?? "";
    }
}
