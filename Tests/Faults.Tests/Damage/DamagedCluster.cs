using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Sockets;
using System.Text;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Faults.Tests.Damage;

/// <summary>A cluster of five real nodes on a data folder, and what a client sees of it.</summary>
internal sealed class DamagedCluster : IAsyncDisposable
{
    internal static readonly TimeSpan Limit = TimeSpan.FromMinutes(4);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private readonly HttpClient _client = new();
    private readonly Process _manager;

    private DamagedCluster(Process manager, JsonNode line) => (_manager, Line) = (manager, line);

    /// <summary>Gets the line that the manager printed.</summary>
    internal JsonNode Line { get; }

    internal bool IsReady => (string?)Line["event"] == "ready";

    internal static async Task<DamagedCluster> StartAsync(string folder, params string[] arguments)
    {
        var own = AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar);
        var program = Path.GetFullPath(
            Path.Combine(own, "..", "..", "SfPerf.DevCluster", Path.GetFileName(own), "SfPerf.DevCluster"));
        var info = new ProcessStartInfo(program,
            ["manager", "--data", folder, "--gateway-port", "0", "--client-port", "0", .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        var runtime = System.Runtime.InteropServices.RuntimeEnvironment.GetRuntimeDirectory();
        info.Environment["DOTNET_ROOT"] = Path.GetFullPath(Path.Combine(runtime, "..", "..", ".."));
        var manager = Process.Start(info)!;
        var line = await manager.StandardOutput.ReadLineAsync().WaitAsync(Limit);
        return new(manager, JsonNode.Parse(line ?? "{}")!);
    }

    /// <summary>Ends when each of the five replicas has a checkpoint.</summary>
    internal async Task CheckpointedAsync(string folder)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (Directory.GetFiles(folder, "checkpoint-*.data", SearchOption.AllDirectories).Length < 5)
        {
            Assert.True(TimeProvider.System.GetElapsedTime(start) < Limit, "There are replicas without a checkpoint.");
            await Task.Delay(Pause, TimeProvider.System);
        }
    }

    /// <summary>Gets the stored numbers, or what the partition says instead of serving.</summary>
    internal async Task<(Dictionary<string, string>? Items, string Refusal)> ReadAsync()
    {
        var start = TimeProvider.System.GetTimestamp();
        while (true)
        {
            if (await AskAsync("list") is { } answer)
            {
                return (answer.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(t => t.Split('='))
                    .ToDictionary(t => t[0], t => t[1]), "");
            }
            var status = await StatusAsync();
            // Nodes that are still starting look like lost ones: the start has waited for them, and says so.
            if (Line["problem"] is not null && (string?)Store(status)["status"] == "InQuorumLoss")
                return (null, $"{Line["problem"]} {status["healthEvents"]!.ToJsonString()} {status["health"]}");
            if (TimeProvider.System.GetElapsedTime(start) > Limit)
                throw new TimeoutException($"Neither served nor refused: {status}");
            await Task.Delay(Pause, TimeProvider.System);
        }
    }

    /// <summary>Waits until five replicas are ready and the partition is healthy.</summary>
    internal async Task<TimeSpan> WholeAsync()
    {
        var start = TimeProvider.System.GetTimestamp();
        while (Store(await StatusAsync()) is var store && ((string?)store["health"] != "Ok"
            || store["replicas"]!.AsArray().Count(r => (string?)r!["status"] == "Ready") != 5))
        {
            if (TimeProvider.System.GetElapsedTime(start) > Limit)
                throw new TimeoutException($"Not whole: {store}");
            await Task.Delay(Pause, TimeProvider.System);
        }
        return TimeProvider.System.GetElapsedTime(start);
    }

    /// <summary>Gets the answer of the primary, as a client that asks again while there is none.</summary>
    internal async Task<string> AnswerAsync(string line)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (true)
        {
            if (await AskAsync(line) is { } answer)
                return answer;
            if (TimeProvider.System.GetElapsedTime(start) > Limit)
                throw new TimeoutException($"'{line}' was not answered: {await StatusAsync()}");
            await Task.Delay(Pause, TimeProvider.System);
        }
    }

    /// <summary>Gets the answer of the primary, or null while there is none.</summary>
    internal async Task<string?> AskAsync(string line)
    {
        try
        {
            var resolved = await GetAsync("/Services/SfPerf/Store/$/ResolvePartition?kind=Int64Range&key=0");
            var primary = resolved["endpoints"]?.AsArray()
                .FirstOrDefault(e => (string?)e!["role"] == "StatefulPrimary");
            if (primary is null)
                return null;
            var address = ((string)JsonNode.Parse((string)primary["address"]!)!["Endpoints"]!.AsObject()
                .First().Value!).Split(':');
            using var client = new TcpClient();
            await client.ConnectAsync(
                address[0], int.Parse(address[1], System.Globalization.CultureInfo.InvariantCulture));
            await client.GetStream().WriteAsync(Encoding.UTF8.GetBytes(line + "\n"));
            using var reader = new StreamReader(client.GetStream());
            var answer = await reader.ReadLineAsync().WaitAsync(Limit);
            return answer is null || answer.StartsWith("error", StringComparison.Ordinal) ? null : answer;
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            return null;
        }
    }

    public async ValueTask DisposeAsync()
    {
        _manager.StandardInput.Close();
        await _manager.WaitForExitAsync().WaitAsync(Limit);
        _manager.Dispose();
        _client.Dispose();
    }

    private static JsonNode Store(JsonNode status) => status["applications"]!.AsArray()
        .SelectMany(a => a!["services"]!.AsArray()).First(s => (string?)s!["name"] == "fabric:/SfPerf/Store")!
        ["partitions"]![0]!;

    private Task<JsonNode> StatusAsync() => GetAsync("/Cluster/Status");

    private async Task<JsonNode> GetAsync(string path)
    {
        using var response = await _client.GetAsync((string)Line["gateway"]! + path).WaitAsync(Limit);
        return JsonNode.Parse(await response.Content.ReadAsStringAsync())!;
    }
}
