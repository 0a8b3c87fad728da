using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>Web services as public samples have them, at their fixed port and through the reverse proxy.</summary>
public sealed class WebTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-web-").FullName;
    private readonly HttpClient _client = new();

    public void Dispose()
    {
        _client.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    public async Task Web_services_answer_at_their_fixed_port_and_through_the_reverse_proxy_also_after_a_failover()
    {
        var (port, proxy) = (ListeningPorts.FindFree(), ListeningPorts.FindFree());
        RunningCluster.CopyPackage("WebPackage", _folder, (8081, port));
        await using var cluster = await RunningCluster.StartAsync(null, "--nodes", "5", "--package", _folder,
            "--application", "fabric:/Web", "--reverse-proxy-port", $"{proxy}");
        Assert.Equal("ready", (string?)cluster.Line["event"]);
        var events = (await cluster.GetAsync("/Cluster/Status"))["healthEvents"]!.AsArray();
        Assert.Equal(2, events.Count(e => (string?)e!["property"] == "Manifest"));
        // No node is of that type: the service runs all the same.
        var placement = (string)events.Single(e => (string?)e!["property"] == "Placement")!["description"]!;
        Assert.StartsWith("No node meets the placement constraint '(NodeType==Front)' of fabric:/Web/Front; it has no "
            + "effect. The nodes have: ", placement, StringComparison.Ordinal);

        Assert.StartsWith("_Node_", await GetAsync($"http://127.0.0.1:{port}/api/node"), StringComparison.Ordinal);
        var url = $"http://127.0.0.1:{proxy}/Web";
        Assert.StartsWith("_Node_", await GetAsync($"{url}/Front/api/node"), StringComparison.Ordinal);
        var primary = await GetAsync($"{url}/Back/api/node?PartitionKey=3&PartitionKind=Int64Range");
        Assert.NotEqual(primary, await GetAsync($"{url}/Back/api/node?PartitionKey=7&PartitionKind=Int64Range"));
        using var answer = await _client.PostAsync(
            $"{url}/Back/api/echo?a=1%202&PartitionKey=3&Timeout=30", new StringContent("body"));
        Assert.Equal("POST ?a=1%202 body", await answer.Content.ReadAsStringAsync());
        Assert.Equal(HttpStatusCode.NotFound, await StatusAsync($"{url}/Back/api/nothing?PartitionKey=3"));
        Assert.Equal(HttpStatusCode.NotFound, await StatusAsync($"{url}/Front/api/nothing"));
        Assert.Equal(HttpStatusCode.NotFound, await StatusAsync($"{url}/Bcak/api/node"));
        Assert.Equal(HttpStatusCode.BadRequest, await StatusAsync($"{url}/Back/api/node?PartitionKey=77"));
        Assert.Equal(HttpStatusCode.BadRequest, await StatusAsync($"{url}/Back/api/node?PartitionKind=Int63Range"));
        Assert.Equal(HttpStatusCode.BadRequest, await StatusAsync($"{url}/Back/?PartitionKey=3&ListenerName=x"));
        using var foreign = new HttpRequestMessage(HttpMethod.Get, $"{url}/Front/api/node");
        foreign.Headers.Add("Origin", "http://example.org");
        using var refused = await _client.SendAsync(foreign);
        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);

        _ = await cluster.PostAsync("/Cluster/Kill", new JsonObject { ["primary"] = "fabric:/Web/Back" });

        var after = await GetAsync($"{url}/Back/api/node?PartitionKey=3");
        Assert.StartsWith("_Node_", after, StringComparison.Ordinal);
        Assert.NotEqual(primary, after);
    }

    [Fact]
    public async Task The_reverse_proxy_passes_on_bodies_of_any_length_and_repeats_those_that_it_kept()
    {
        var (port, proxy) = (ListeningPorts.FindFree(), ListeningPorts.FindFree());
        RunningCluster.CopyPackage("WebPackage", _folder, (8081, port));
        await using var cluster = await RunningCluster.StartAsync(null, "--nodes", "5", "--package", _folder,
            "--application", "fabric:/Web", "--reverse-proxy-port", $"{proxy}");
        var url = $"http://127.0.0.1:{proxy}/Web/Back/api";

        foreach (var chunked in new[] { false, true })
        {
            // More than the proxy keeps, which once was the end of the connection.
            var large = RandomNumberGenerator.GetBytes(40 << 20);
            Assert.Equal((HttpStatusCode.OK, Sum(large)), await PostAsync($"{url}/sum", large, chunked));
            // In memory, and in a file.
            foreach (var length in new[] { 0, 1000, 5 << 20 })
            {
                var small = RandomNumberGenerator.GetBytes(length);
                Assert.Equal((HttpStatusCode.OK, Sum(small)), await PostAsync($"{url}/moved", small, chunked));
            }
            // Cannot be sent again: the client hears what the service says.
            Assert.Equal((HttpStatusCode.Gone, ""), await PostAsync($"{url}/moved", large, chunked));
            Assert.Equal((HttpStatusCode.OK, Sum([])), await PostAsync($"{url}/moved", [], chunked));
        }
    }

    private static string Sum(byte[] body) => Convert.ToHexString(SHA256.HashData(body));

    private async Task<(HttpStatusCode Status, string Text)> PostAsync(string url, byte[] body, bool chunked)
    {
        using var content = new ByteArrayContent(body);
        using var request = new HttpRequestMessage(HttpMethod.Post, url + "?PartitionKey=3") { Content = content };
        request.Headers.TransferEncodingChunked = chunked;
        using var answer = await _client.SendAsync(request).WaitAsync(RunningCluster.Limit);
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync());
    }

    private Task<string> GetAsync(string url) => _client.GetStringAsync(url).WaitAsync(RunningCluster.Limit);

    private async Task<HttpStatusCode> StatusAsync(string url)
    {
        using var answer = await _client.GetAsync(url).WaitAsync(RunningCluster.Limit);
        return answer.StatusCode;
    }
}
