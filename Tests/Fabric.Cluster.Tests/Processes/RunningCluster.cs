using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform;
using SfPerf.TestKit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>
/// A cluster of real processes, started as the client starts it. Its end leaves nothing behind, or fails.
/// </summary>
internal sealed class RunningCluster : IAsyncDisposable
{
    // The manager itself waits longer while the machine is short of processors.
    internal static readonly TimeSpan Limit = TimeSpan.FromSeconds(120);
    private readonly HttpClient _client = new();
    private readonly bool _ownsFolder;

    private RunningCluster(Process manager, string folder, bool ownsFolder) =>
        (Manager, Folder, _ownsFolder) = (manager, folder, ownsFolder);

    internal Process Manager { get; }

    internal string Folder { get; }

    /// <summary>Gets the line that the manager printed.</summary>
    internal JsonNode Line { get; private set; } = new JsonObject();

    internal string ErrorText { get; private set; } = "";

    internal string Gateway => (string)Line["gateway"]!;

    /// <summary>Gets the cluster's program, built along with the tests.</summary>
    internal static string Program
    {
        get
        {
            var own = AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar);
            return Path.GetFullPath(
                Path.Combine(own, "..", "..", "SfPerf.DevCluster", Path.GetFileName(own), "SfPerf.DevCluster"));
        }
    }

    internal static string EchoPackage => Path.Combine(Checkout.Root, "Tests", "TestServices", "EchoPackage");

    /// <summary>Starts a manager and reads its line, ready or error.</summary>
    internal static Task<RunningCluster> StartAsync(string? folder, params string[] arguments) =>
        StartAsync(folder, new Dictionary<string, string>(), arguments);

    /// <summary>As the other one; all processes of the cluster get these environment variables.</summary>
    internal static async Task<RunningCluster> StartAsync(
        string? folder, IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        var path = folder ?? Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        string[] all = ["manager", "--data", path, "--gateway-port", "0", "--client-port", "0", "--start-timeout",
            "30", .. arguments];
        var info = new ProcessStartInfo(Program, all)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (name, value) in ProgramLocator.RuntimeEnvironment())
            info.Environment[name] = value;
        foreach (var (name, value) in environment)
            info.Environment[name] = value;
        var cluster = new RunningCluster(Process.Start(info)!, path, folder is null);
        var errors = cluster.Manager.StandardError.ReadToEndAsync();
        var line = await cluster.Manager.StandardOutput.ReadLineAsync().WaitAsync(Limit);
        cluster.Line = JsonNode.Parse(line ?? "{}")!;
        if ((string?)cluster.Line["event"] != "ready")
        {
            await cluster.Manager.WaitForExitAsync().WaitAsync(Limit);
            cluster.ErrorText = await errors;
        }
        return cluster;
    }

    /// <summary>Copies the package of the test services, so that a test can change it.</summary>
    internal static void CopyPackage(string target) => CopyPackage("EchoPackage", target);

    /// <summary>Copies a package of test services with other ports than its manifests fix.</summary>
    /// <param name="name">Its folder below the test services.</param>
    /// <param name="target">The folder of the copy.</param>
    /// <param name="ports">Each port that a manifest fixes, and the one in its place.</param>
    internal static void CopyPackage(string name, string target, params (int Fixed, int Other)[] ports)
    {
        var source = Path.Combine(Checkout.Root, "Tests", "TestServices", name);
        foreach (var file in Directory.EnumerateFiles(source, "*", SearchOption.AllDirectories))
        {
            var path = Path.Combine(target, Path.GetRelativePath(source, file));
            _ = Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path, ports.Aggregate(File.ReadAllText(file), (text, port) => text.Replace(
                $"Port=\"{port.Fixed}\"", $"Port=\"{port.Other}\"", StringComparison.Ordinal)));
        }
    }

    internal async Task KillManagerAsync()
    {
        Manager.Kill();
        await Manager.WaitForExitAsync().WaitAsync(Limit);
    }

    internal Task<JsonNode> GetAsync(string path) => SendAsync(HttpMethod.Get, path, null);

    internal Task<JsonNode> PostAsync(string path, JsonNode? body = null) => SendAsync(HttpMethod.Post, path, body
        ?? new JsonObject());

    /// <summary>Asks until the answer is as wanted; the waiting is done by the server where it can.</summary>
    internal async Task<JsonNode> UntilAsync(string path, Func<JsonNode, bool> wanted)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (true)
        {
            var answer = await GetAsync(path);
            if (wanted(answer))
                return answer;
            if (TimeProvider.System.GetElapsedTime(start) > Limit)
                throw new TimeoutException($"{path} did not become what was wanted: {answer}");
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }
    }

    /// <summary>
    /// Moves a primary and gives its new node, as a client that asks again where the gateway says that the partition
    /// cannot be swapped now, or that the move takes longer than the gateway waits for.
    /// </summary>
    internal async Task<string> MovePrimaryAsync(string service, string? node = null)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (true)
        {
            var request = new JsonObject { ["service"] = service };
            if (node is not null)
                request["node"] = node;
            var answer = await PostAsync("/Cluster/MovePrimary", request);
            if ((string?)answer["to"] is { } to)
                return to;
            // A move that took long has happened all the same.
            if (node is not null && (await GetAsync("/Cluster/Status"))["applications"]!.AsArray()
                .SelectMany(a => a!["services"]!.AsArray()).First(s => (string)s!["name"]! == service)!
                ["partitions"]![0]!["replicas"]!.AsArray().Any(r => (string)r!["role"]! == "Primary"
                    && (string)r["node"]! == node))
            {
                return node;
            }

            if ((string?)answer["error"]?["code"] is not ("FABRIC_E_TIMEOUT" or "FABRIC_E_INVALID_OPERATION")
                || TimeProvider.System.GetElapsedTime(start) > Limit)
            {
                throw new InvalidOperationException($"The primary of {service} does not move: {answer}");
            }

            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }
    }

    /// <summary>
    /// Waits until the logs of so many replicas hold a text: what is acknowledged is on a quorum, not on all of them.
    /// </summary>
    internal static async Task LoggedAsync(string folder, string text, int replicas)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (Directory.GetFiles(folder, "segment-*.log", SearchOption.AllDirectories)
            .Count(f => IndexOf(File.ReadAllBytes(f), text) >= 0) < replicas)
        {
            if (TimeProvider.System.GetElapsedTime(start) > Limit)
                throw new TimeoutException($"'{text}' is not in the logs of {replicas} replicas.");
            await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System);
        }
    }

    /// <summary>Gets where a text is, in either encoding of the records; negative: nowhere.</summary>
    internal static int IndexOf(ReadOnlySpan<byte> bytes, string text) =>
        Math.Max(bytes.IndexOf(Encoding.UTF8.GetBytes(text)), bytes.IndexOf(Encoding.Unicode.GetBytes(text)));

    /// <summary>Gets the address of the primary, or of the first instance, as the resolver gives it.</summary>
    internal async Task<string> AddressAsync(string service, string query)
    {
        var path = $"/Services/{service}/$/ResolvePartition?{query}";
        var answer = await UntilAsync(path, a => a["endpoints"] is JsonArray { Count: > 0 } e
            && (string)e[0]!["role"]! is "StatefulPrimary" or "Stateless");
        var address = JsonNode.Parse((string)answer["endpoints"]![0]!["address"]!)!;
        return (string)address["Endpoints"]!.AsObject().First().Value!;
    }

    /// <summary>Sends one line to a line listener and gives the answer.</summary>
    internal static async Task<string> AskAsync(string address, string line)
    {
        using var client = new TcpClient();
        var parts = address.Split(':');
        await client.ConnectAsync(parts[0], int.Parse(parts[1], System.Globalization.CultureInfo.InvariantCulture));
        await client.GetStream().WriteAsync(Encoding.UTF8.GetBytes(line + "\n"));
        using var reader = new StreamReader(client.GetStream());
        return await reader.ReadLineAsync().WaitAsync(Limit) ?? throw new IOException("The service hung up.");
    }

    /// <summary>Asks the primary, as a client that resolves again after each failure.</summary>
    internal async Task<string> AskPrimaryAsync(string service, long key, string line)
    {
        var start = TimeProvider.System.GetTimestamp();
        var last = "";
        while (TimeProvider.System.GetElapsedTime(start) < Limit)
        {
            try
            {
                last = await AskAsync(await AddressAsync(service, $"kind=Int64Range&key={key}"), line);
                if (!last.StartsWith("error", StringComparison.Ordinal))
                    return last;
            }
            catch (Exception e) when (e is IOException or SocketException)
            {
                last = e.Message;
            }
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }
        throw new TimeoutException($"'{line}' was not answered: {last}");
    }

    /// <summary>Gets the ids of all processes that the cluster started.</summary>
    internal async Task<int[]> ProcessesAsync() => Processes(await GetAsync("/Cluster/Status"));

    /// <summary>Gets the ids of all processes that a status shows.</summary>
    internal static int[] Processes(JsonNode status) =>
        [.. status["nodes"]!.AsArray().SelectMany(n => n!["hosts"]!.AsArray().Select(h => (int)h!["pid"]!)
            .Append((int)n["pid"]!)).Where(p => p != 0)];

    /// <summary>Waits until none of these processes is left.</summary>
    internal static async Task AssertGoneAsync(IEnumerable<int> processes)
    {
        foreach (var process in processes)
        {
            var start = TimeProvider.System.GetTimestamp();
            while (ProcessControl.IsAlive(process))
            {
                if (TimeProvider.System.GetElapsedTime(start) > Limit)
                    throw new TimeoutException($"Process {process} is still there.");
                await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        var processes = Manager.HasExited || Gateway is null ? [] : await ProcessesAsync();
        Manager.StandardInput.Close();
        await Manager.WaitForExitAsync().WaitAsync(Limit);
        await AssertGoneAsync(processes);
        Manager.Dispose();
        _client.Dispose();
        if (_ownsFolder)
            Directory.Delete(Folder, recursive: true);
    }

    private async Task<JsonNode> SendAsync(HttpMethod method, string path, JsonNode? body)
    {
        using var request = new HttpRequestMessage(method, Gateway + path);
        if (body is not null)
        {
            request.Content = new StringContent(body.ToJsonString(), Encoding.UTF8,
            "application/json");
        }

        using var response = await _client.SendAsync(request).WaitAsync(Limit);
        var text = await response.Content.ReadAsStringAsync();
        return JsonNode.Parse(text) ?? throw new JsonException($"{path} answered '{text}'.");
    }
}
