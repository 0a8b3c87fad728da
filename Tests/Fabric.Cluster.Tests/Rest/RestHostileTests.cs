using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Bodies that are wrong on purpose, and clients that do not behave.</summary>
[Collection(nameof(RestCollection))]
public sealed class RestHostileTests(RestCluster rest)
{
    private const string Report = "/Applications/SfPerf/$/ReportHealth?api-version=6.0";
    private const string Health = "/Applications/SfPerf/$/GetHealth?api-version=6.0";
    private const string Good = """{"SourceId":"hostile","Property":"p","HealthState":"Ok"}""";
    private const int BodyBytesMax = 1 << 20;
    private const int Clients = 200;

    [Fact]
    [Trait("DeploymentCase", "55")]
    public async Task A_body_that_is_no_proper_JSON_is_refused()
    {
        var deep = string.Concat(Enumerable.Repeat("""{"a":""", 1000)) + "1" + new string('}', 1000);
        foreach (var body in new[]
        {
            deep, Good[..^1] + ",\"a\":" + deep + "}", Good[..^1] + ",\"SourceId\":\"hostile\"}", Good[..^1],
            Good + "x", Good + Good, "[" + Good + "]", "\"text\"", "7", "null", "{\"SourceId\":7,}", "\u0000" + Good,
            Good[..^1] + ",\"SequenceNumber\":1e999}", Good[..^1] + ",\"SequenceNumber\":\"99999999999999999999\"}",
            Good[..^1] + ",\"SequenceNumber\":[]}", Good[..^1] + ",\"Description\":{}}",
        })
        {
            var answer = await rest.PostAsync(Report, body);
            var shown = body.Length > 100 ? body[..100] : body;
            Assert.True(answer is { Status: 400, Code: "E_INVALIDARG" }, $"{shown}: {answer}");
            Assert.NotEmpty(answer.Message);
        }
        foreach (var encoding in new[] { Encoding.Unicode, Encoding.UTF32 })
        {
            using var content = new ByteArrayContent(encoding.GetBytes(Good));
            content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
            var answer = await rest.SendAsync(HttpMethod.Post, Report, content);
            Assert.Equal((400, "E_INVALIDARG"), (answer.Status, answer.Code));
        }
        var large = await rest.PostAsync(Report, Good + new string(' ', BodyBytesMax + 1 - Good.Length));
        Assert.Equal((413, "FABRIC_E_MESSAGE_TOO_LARGE"), (large.Status, large.Code));
        Assert.DoesNotContain("hostile", (await rest.GetAsync(Health)).Text);

        // One that is as large as allowed is read.
        Assert.Equal(200, (await rest.PostAsync(Report, Good + new string(' ', BodyBytesMax - Good.Length))).Status);
        Assert.Contains("hostile", (await rest.GetAsync(Health)).Text);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Who_sends_too_much_gets_to_know_it(bool inChunks)
    {
        var large = Encoding.ASCII.GetBytes(Good + new string(' ', 8 * BodyBytesMax));
        for (var i = 0; i < 20; i++)
        {
            using var content = new ByteArrayContent(large);
            content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
            if (inChunks)
                content.Headers.ContentLength = null;
            var path = i % 2 == 0 ? Report : "/Health/Report";
            var answer = await rest.SendAsync(HttpMethod.Post, path, content);
            Assert.Equal(413, answer.Status);
            Assert.Contains("1048576 bytes", answer.Text);
        }
    }

    [Fact]
    [Trait("DeploymentCase", "56")]
    public async Task Clients_that_do_not_read_or_go_away_leave_nothing()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs Linux, which counts open files below /proc");
        _ = await rest.GetAsync("/Nodes?api-version=6.0");
        var (files, log) = (OpenFiles(), LogBytes());
        var authority = new Uri(rest.Cluster.Gateway).Authority;
        var request = $"GET /$/GetClusterManifest?api-version=6.0 HTTP/1.1\r\nHost: {authority}\r\n\r\n";
        var many = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat(request, 200)));
        var clients = new TcpClient[Clients];
        for (var i = 0; i < Clients; i++)
        {
            var client = clients[i] = new TcpClient { ReceiveBufferSize = 4096 };
            await client.ConnectAsync(
                "127.0.0.1", int.Parse(authority.Split(':')[1], CultureInfo.InvariantCulture));
            // What does not go out stays with the client: the server reads no further than it can answer.
            _ = client.GetStream().WriteAsync(many).AsTask().ContinueWith(
                static t => t.Exception, TaskScheduler.Default);
        }
        // Those who do read are answered meanwhile.
        for (var i = 0; i < 20; i++)
            Assert.Equal(200, (await rest.GetAsync("/Nodes?api-version=6.0")).Status);
        // They are connected before the server takes them.
        await Eventually.HoldsAsync(() => OpenFiles() >= files + Clients / 2);
        foreach (var client in clients)
        {
            // A reset, not an orderly end.
            client.LingerState = new(enable: true, seconds: 0);
            client.Dispose();
        }
        await Eventually.HoldsAsync(() => OpenFiles() <= files + 10);
        Assert.Equal(200, (await rest.GetAsync("/Nodes?api-version=6.0")).Status);
        // No line for each; the cluster may have had something to say meanwhile.
        Assert.InRange(LogBytes() - log, 0, 20 * Clients);
    }

    private int OpenFiles() => Directory.GetFileSystemEntries($"/proc/{rest.Cluster.Manager.Id}/fd").Length;

    private long LogBytes() => new FileInfo(Path.Combine(rest.Cluster.Folder, "log", "manager.log")).Length;
}
