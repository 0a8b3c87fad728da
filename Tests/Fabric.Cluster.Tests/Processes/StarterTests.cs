using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>Services in the shape of Service Fabric's getting-started sample, used as its web page uses them.</summary>
public sealed class StarterTests : IDisposable
{
    private readonly HttpClient _client = new();

    public void Dispose() => _client.Dispose();

    [Fact]
    public async Task The_front_reaches_store_counter_and_actors_also_after_their_primaries_died()
    {
        var (port, proxy) = (ListeningPorts.FindFree(), ListeningPorts.FindFree());
        await using var cluster = await RunningCluster.StartAsync(null, "--nodes", "5",
            "--package", Path.Combine(Checkout.Root, "Tests", "TestServices", "StarterPackage"),
            "--application", "fabric:/Starter", "--reverse-proxy-port", $"{proxy}", "--set", $"Front_Port={port}",
            "--set", $"Front_ReverseProxyPort={proxy}");
        Assert.True((string?)cluster.Line["event"] == "ready", $"{cluster.Line} {cluster.ErrorText}");
        var api = $"http://127.0.0.1:{port}/api";

        var count = await CountAsync($"{api}/count");
        await Eventually.HoldsAsync(async () => await CountAsync($"{api}/count") > count);
        Assert.Equal("[]", await GetAsync($"{api}/valuesofall"));
        foreach (var key in new[] { "apple", "melon", "zucchini" })
            Assert.Equal(HttpStatusCode.OK, (await PutAsync($"{api}/valuesofall", key, $"a {key}")).Status);
        Assert.Equal((HttpStatusCode.BadRequest, "There is a key 'melon'."),
            await PutAsync($"{api}/valuesofall", "melon", "another"));
        Assert.Equal(["apple", "melon", "zucchini"], await KeysAsync(api));
        Assert.Equal(HttpStatusCode.OK, (await PostAsync($"{api}/actors/7")).Status);
        Assert.Equal((HttpStatusCode.Conflict, "Processing for this actor has already started."),
            await PostAsync($"{api}/actors/7"));
        Assert.Equal(HttpStatusCode.OK, (await PostAsync($"{api}/actors")).Status);
        Assert.Equal(2, await CountAsync($"{api}/actors"));

        foreach (var service in new[] { "Store", "StarterActorService" })
            _ = await cluster.PostAsync("/Cluster/Kill", new JsonObject { ["primary"] = $"fabric:/Starter/{service}" });

        Assert.Equal(["apple", "melon", "zucchini"], await KeysAsync(api));
        Assert.Equal(HttpStatusCode.OK, (await PutAsync($"{api}/valuesofall", "banana", "a banana")).Status);
        Assert.Equal((HttpStatusCode.Conflict, "Processing for this actor has already started."),
            await PostAsync($"{api}/actors/7"));
    }

    private async Task<string[]> KeysAsync(string api) =>
        [.. JsonNode.Parse(await GetAsync($"{api}/valuesofall"))!.AsArray().Select(e => (string)e!["key"]!).Order()];

    private async Task<long> CountAsync(string url) => (long)JsonNode.Parse(await GetAsync(url))!["count"]!;

    private Task<string> GetAsync(string url) => _client.GetStringAsync(url).WaitAsync(RunningCluster.Limit);

    private async Task<(HttpStatusCode Status, string Text)> PutAsync(string url, string key, string value)
    {
        using var answer = await _client.PutAsJsonAsync(url, new { key, value }).WaitAsync(RunningCluster.Limit);
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync());
    }

    private async Task<(HttpStatusCode Status, string Text)> PostAsync(string url)
    {
        using var answer = await _client.PostAsync(url, null).WaitAsync(RunningCluster.Limit);
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync());
    }
}
