using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

/// <summary>Another user of the machine at every door of a running cluster.</summary>
public sealed class StrangerTests
{
    private static readonly string[] Start = ["cluster", "start", "--gateway-port", "0", "--client-port", "0"];

    private static readonly string[] Small =
    [
        "/NumWriteOperationsTotal:1024", "/NumReadOperationsTotal:1024", "/NumItems:256",
    ];

    // Each way our processes begin a connection; the answer, without what cannot be printed.
    private const string Knock = """
        for hello in 'SFP1REPL\x03\0\0\0\0\0\x10\0' 'SFP1CTRL\x03\0\0\0\0\0\x10\0' 'SFP1PVSR\x01\0\0\0\0\0\x10\0'; do
          exec 3<>/dev/tcp/127.0.0.1/$1 && printf "$hello" >&3 2>/dev/null
          printf '%s: ' "$1"; timeout 60 head -c 300 <&3 2>&1 | tr -dc '[:print:]'; echo; exec 3>&-
        done
        """;

    [Fact]
    public async Task Every_door_is_closed_to_another_user_and_nothing_changes()
    {
        Assert.SkipWhen(Stranger.Missing is not null, Stranger.Missing ?? "");
        await using var sfperf = new Sfperf();
        var proxy = ListeningPorts.FindFree();
        await sfperf.RunAsync(0, [.. Start, "--reverse-proxy-port", $"{proxy}"]);
        // The cluster's own user has set nothing up: deploying, resolving, WCF calls and remoting calls all work.
        await sfperf.RunAsync(0, ["run", Sfperf.ParameterFile("local1.json"), .. Small]);
        var info = ClusterStatus.Info(sfperf);
        var before = await ClusterStatus.WholeAsync(info.GetProperty("gateway").GetString()!);

        string[] doors = [info.GetProperty("gateway").GetString()!,
            "http://" + info.GetProperty("clientEndpoint").GetString()];
        foreach (var door in doors)
        {
            await AssertDeniedAsync($"{door}/Cluster/Status");
            await AssertDeniedAsync($"{door}/Services/SfPerf/StatefulStore/$/Partitions");
            foreach (var (path, body) in Requests(sfperf))
                await AssertDeniedAsync(door + path, "-H", "Content-Type: application/json", "-d", body);
        }
        await AssertDeniedAsync($"http://127.0.0.1:{proxy}/SfPerf/StatefulStore/any?PartitionKey=1");
        var http = doors.Select(d => new Uri(d).Port).Append(proxy).ToHashSet();
        var ports = ListeningPorts.Of(ClusterStatus.Processes(before)).Except(http).ToArray();
        // Manager, five nodes, the driver, three stores with replication, one of them with remoting.
        Assert.InRange(ports.Length, 11, 100);
        foreach (var port in ports)
        {
            var knock = Stranger.Run("bash", "-c", Knock, "knock", $"{port}");
            await knock.ExitAsync(Sfperf.Limit);
            var answers = knock.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
            Assert.Equal(3, answers.Length);
            Assert.All(answers, a => Assert.Matches("this user may not connect|user-not-admitted", a));
        }

        Assert.Equal(
            ClusterStatus.Lasting(before), ClusterStatus.Lasting(await ClusterStatus.GetAsync(info)));
        await sfperf.RunAsync(0, "cluster", "stop");
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    [Fact]
    public async Task A_user_who_was_named_and_one_who_holds_the_token_are_served()
    {
        Assert.SkipWhen(Stranger.Missing is not null, Stranger.Missing ?? "");
        await using var sfperf = new Sfperf();
        await sfperf.RunAsync(0, [.. Start, "--nodes", "1", "--token"]);
        var info = ClusterStatus.Info(sfperf);
        var status = info.GetProperty("gateway").GetString() + "/Cluster/Status";
        var token = await File.ReadAllTextAsync(
            Path.Combine(info.GetProperty("data").GetString()!, "admission.token"));
        await AssertDeniedAsync(status);
        await AssertDeniedAsync(status, "-H", $"Authorization: Bearer {token[..^1]}");
        Assert.Equal("200", (await CurlAsync(status, "-H", $"Authorization: Bearer {token}")).Status);
        await sfperf.RunAsync(0, "cluster", "stop");

        await sfperf.RunAsync(0, [.. Start, "--nodes", "1", "--allow-user", $"{Stranger.UserId}"]);
        status = ClusterStatus.Info(sfperf).GetProperty("gateway").GetString() + "/Cluster/Status";
        Assert.Equal("200", (await CurlAsync(status)).Status);
        await sfperf.RunAsync(0, "cluster", "stop");
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    private static IEnumerable<(string Path, string Body)> Requests(Sfperf sfperf) =>
    [
        ("/Cluster/Kill", """{"node":"_Node_0"}"""),
        ("/Cluster/Kill", """{"primary":"fabric:/SfPerf/StatefulStore"}"""),
        ("/Cluster/MovePrimary", """{"service":"fabric:/SfPerf/StatefulStore"}"""),
        ("/Cluster/Reset", "{}"),
        ("/Cluster/Stop", "{}"),
        ($"/Partitions/{Guid.Empty}/$/Recover", "{}"),
        ("/Applications/Deploy", JsonSerializer.Serialize(new { package = sfperf.Folder })),
    ];

    private static async Task AssertDeniedAsync(string url, params string[] arguments)
    {
        var (status, body) = await CurlAsync(url, arguments);
        Assert.Equal("403", status);
        var error = JsonElement.Parse(body).GetProperty("error");
        Assert.Equal("E_ACCESSDENIED", error.GetProperty("code").GetString());
    }

    private static async Task<(string Status, string Body)> CurlAsync(string url, params string[] arguments)
    {
        var curl = Stranger.Run("curl", ["-s", "-m", "60", "-w", "\n%{http_code}", .. arguments, url]);
        Assert.Equal(0, await curl.ExitAsync(Sfperf.Limit));
        var end = curl.Output.LastIndexOf('\n');
        return (curl.Output[(end + 1)..], curl.Output[..end]);
    }
}
