using System;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>A cluster of five nodes with two services, which is asked as Service Fabric's clients ask one.</summary>
public sealed class RestCluster : IAsyncLifetime
{
    private readonly HttpClient _client = new();

    internal RunningCluster Cluster { get; private set; } = null!;

    public async ValueTask InitializeAsync() => Cluster = await RunningCluster.StartAsync(null,
        "--package", RunningCluster.EchoPackage, "--set", "Store_PartitionCount=2");

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await Cluster.DisposeAsync();
    }

    internal Task<Answer> GetAsync(string path) => SendAsync(HttpMethod.Get, path, null);

    internal Task<Answer> PostAsync(string path, string? body = null) => SendAsync(HttpMethod.Post, path, body);

    /// <summary>Gets the first partition of the store.</summary>
    internal async Task<string> PartitionAsync() =>
        (string)(await GetAsync("/Services/SfPerf~Store/$/GetPartitions?api-version=6.0"))
            .Body!["Items"]![0]!["PartitionInformation"]!["Id"]!;

    private async Task<Answer> SendAsync(HttpMethod method, string path, string? body)
    {
        // The path as it is written: what is escaped stays so.
        var options = new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true };
        using var request = new HttpRequestMessage(method, new Uri(Cluster.Gateway + path, options));
        if (body is not null)
            request.Content = new StringContent(body, Encoding.UTF8, new MediaTypeHeaderValue("application/json"));
        using var response = await _client.SendAsync(request).WaitAsync(RunningCluster.Limit);
        var text = await response.Content.ReadAsStringAsync();
        return new((int)response.StatusCode, response.ReasonPhrase ?? "", text,
            text.Length == 0 ? null : JsonNode.Parse(text));
    }

    internal sealed record Answer(int Status, string Reason, string Text, JsonNode? Body)
    {
        internal string? Code => (string?)Body?["Error"]?["Code"];

        internal string Message => (string?)Body?["Error"]?["Message"] ?? "";

        /// <summary>Gets a property of every item of a page.</summary>
        internal string[] Each(string property) =>
            [.. Body!["Items"]!.AsArray().Select(i => (string)i![property]!)];
    }
}
