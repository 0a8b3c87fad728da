using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>A cluster of five nodes with two services, which is asked as Service Fabric's clients ask one.</summary>
public sealed class RestCluster : IAsyncLifetime
{
    // Each request has a limit of its own.
    private readonly HttpClient _client = new() { Timeout = Timeout.InfiniteTimeSpan };

    internal RunningCluster Cluster { get; private set; } = null!;

    /// <summary>Starts another one, whose processes have these variables.</summary>
    internal static async Task<RestCluster> StartAsync(
        IReadOnlyDictionary<string, string> environment, params string[] arguments) =>
        new() { Cluster = await RunningCluster.StartAsync(null, environment, arguments) };

    public async ValueTask InitializeAsync() => Cluster = await RunningCluster.StartAsync(null,
        "--package", RunningCluster.EchoPackage, "--set", "Store_PartitionCount=2");

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await Cluster.DisposeAsync();
    }

    internal Task<Answer> GetAsync(string path) => SendAsync(HttpMethod.Get, path, null);

    internal async Task<Answer> PostAsync(string path, string? body = null)
    {
        using var content = body is null ? null
            : new StringContent(body, Encoding.UTF8, new MediaTypeHeaderValue("application/json"));
        return await SendAsync(HttpMethod.Post, path, content);
    }

    /// <summary>Waits until every node, host and partition is as it shall be: nothing changes any more by itself.
    /// </summary>
    internal Task WholeAsync() => Cluster.UntilAsync("/Cluster/Status", s => (string)s["health"]! == "Ok");

    internal async Task<Answer> SendAsync(HttpMethod method, string path, HttpContent? content,
        CancellationToken cancel = default, TimeSpan? limit = null)
    {
        // The path as it is written: what is escaped stays so.
        var options = new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true };
        using var request = new HttpRequestMessage(method, new Uri(Cluster.Gateway + path, options));
        request.Content = content;
        using var response = await _client.SendAsync(request, cancel)
            .WaitAsync(limit ?? RunningCluster.Limit, cancel);
        var text = await response.Content.ReadAsStringAsync(cancel);
        return new((int)response.StatusCode, response.ReasonPhrase ?? "", text,
            text.Length == 0 ? null : JsonNode.Parse(text));
    }

    /// <summary>Gets the first partition of the store.</summary>
    internal async Task<string> PartitionAsync() =>
        (string)(await GetAsync("/Services/SfPerf~Store/$/GetPartitions?api-version=6.0"))
            .Body!["Items"]![0]!["PartitionInformation"]!["Id"]!;

    /// <summary>Runs a script that calls a client of others; it prints a line of JSON for each call.</summary>
    /// <param name="program">What runs the script.</param>
    /// <param name="script">The script, in this folder.</param>
    /// <param name="calls">Each a method with its arguments.</param>
    /// <param name="arguments">What the script needs besides address and calls.</param>
    internal Task<JsonNode[]> RunAsync(string program, string script, JsonArray[] calls, params string[] arguments) =>
        RunAsync(program, script, Cluster.Gateway, new Dictionary<string, string>(), calls, arguments);

    /// <summary>Runs a script against an address, with variables of its own.</summary>
    internal static async Task<JsonNode[]> RunAsync(string program, string script, string address,
        IReadOnlyDictionary<string, string> environment, JsonArray[] calls, params string[] arguments)
    {
        var path = Path.Combine(AppContext.BaseDirectory, "Rest", script);
        var all = new JsonArray([.. calls]).ToJsonString();
        var start = new ProcessStartInfo(program, [path, .. arguments, address, all])
        {
            RedirectStandardOutput = true, RedirectStandardError = true,
        };
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync().WaitAsync(RunningCluster.Limit);
        Assert.True(process.ExitCode == 0, await errors);
        return [.. (await output).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(l => JsonNode.Parse(l)!)];
    }

    /// <summary>Sends a package as sfctl does: sixteen files at a time, without a content type, an empty file in
    /// chunks, and each folder ended by an empty file.</summary>
    internal async Task SendPackageAsync(string package, string name)
    {
        var files = Directory.EnumerateFiles(package, "*", SearchOption.AllDirectories);
        var ends = Directory.EnumerateDirectories(package, "*", SearchOption.AllDirectories).Append(package)
            .Select(f => Path.Combine(f, "_.dir"));
        await Parallel.ForEachAsync(files.Concat(ends), new ParallelOptions { MaxDegreeOfParallelism = 16 },
            async (path, cancel) =>
            {
                var parts = Path.Combine(name, Path.GetRelativePath(package, path)).Split(Path.DirectorySeparatorChar);
                var escaped = string.Join('/', parts.Select(Uri.EscapeDataString));
                byte[] bytes = File.Exists(path) ? await File.ReadAllBytesAsync(path, cancel) : [];
                using var content = new ByteArrayContent(bytes);
                if (bytes.Length == 0)
                    content.Headers.ContentLength = null;
                var answer = await SendAsync(
                    HttpMethod.Put, $"/ImageStore/{escaped}?api-version=6.1", content, cancel);
                Assert.Equal((200, ""), (answer.Status, answer.Text));
            });
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
