using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

/// <summary>The mechanics of <c>sfperf scenario ipc</c> with real servers; no time is asserted.</summary>
public sealed class IpcScenarioTests
{
    private static readonly string[] Transports =
    [
        "NoIpc", "NoIpcWithSerialization", "MemoryMappedFile", "NamedPipe", "UnixSocket", "Udp", "Tcp", "ZeroMq",
        "WebApi", "RabbitMq", "WcfPipe", "WcfTcp", "WcfHttp", "ServiceRemoting",
    ];

    private static readonly string[] Small =
        ["scenario", "ipc", "--calls", "5", "--warmup", "2", "--cause-calls", "2", "--rounds", "2"];

    // More rounds than a test has time for: it ends them itself.
    private static readonly string[] Many =
        ["scenario", "ipc", "--calls", "50", "--warmup", "1", "--sizes", "1,1024", "--cause-calls", "0"];

    [Theory]
    [InlineData("DataContractBinary", "TwoWrites")]
    [InlineData("Raw", "OneWrite")]
    public async Task Every_transport_answers_every_call_of_every_round(string serializer, string framing)
    {
        NeedsServers();
        await using var sfperf = new Sfperf();
        var run = await sfperf.RunAsync(0, [.. Small, "--serializer", serializer, "--framing", framing]);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
        NothingIsLeft(sfperf, run);

        Assert.Matches(@"(?m)^ (Pinned: client on processor \d+, servers on processor \d+; the broker runs on any\.|"
            + "Not pinned: this process may use one processor only, or the system does not tell)", run.Output);
        Assert.All(Transports, t => Assert.Contains($"round 2 of 2: {t}: ", run.Error, StringComparison.Ordinal));
        Assert.All(Transports, t => Assert.Matches($@"(?m)^ {t} +[0-9.]+ +[0-9.]+\.\.[0-9.]+ ", run.Output));
        Assert.Contains(" Udp 100 KB: unsupported: a datagram carries at most 65507 bytes\n", run.Output,
            StringComparison.Ordinal);
        var rounds = Rounds(sfperf);
        Assert.Equal(2, rounds.Length);
        Assert.All(rounds, r => Assert.Equal(
            (Transports.Length * 4) - 1 + 5, r.GetProperty("phases").GetArrayLength()));
        foreach (var phase in rounds.SelectMany(r => r.GetProperty("phases").EnumerateArray()))
        {
            var calls = Text(phase, "name").Contains("NoDelay", StringComparison.Ordinal) ? 2 : 5;
            Assert.Equal(calls, phase.GetProperty("operations").GetInt32());
            Assert.Equal(0, phase.GetProperty("failed").GetInt32());
        }

        Assert.Equal(serializer == "Raw" ? 1024 : 1162, RequestBytes(rounds[0], "Tcp 1 KB"), 20.0);
        var scenario = rounds.Single(r => r.TryGetProperty("scenario", out _)).GetProperty("scenario");
        Assert.Equal(
            Regex.Matches(run.Output, "(?m)^ (confirmed|contradicted|inconclusive) ").Count,
            scenario.GetProperty("expectations").GetArrayLength());
        Assert.Equal(6, scenario.GetProperty("expectations").EnumerateArray()
            .Count(e => Text(e, "claim").StartsWith("Tcp ", StringComparison.Ordinal)));
        await sfperf.RunAsync(0, "report", "runs", "-o", "report.html");
        var html = await File.ReadAllTextAsync(Path.Combine(sfperf.Folder, "report.html"));
        Assert.All(
            ["Latency of 1 B, median", "Sequential requests of 1 KB", "Causes: 1 B over Tcp, median"],
            title => Assert.Contains($"aria-label=\"Chart: {title}\"", html, StringComparison.Ordinal));
        Assert.Contains("Table: two writes of 1 B over Tcp, median ms", html, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_dies_has_its_last_words_and_the_others_go_on()
    {
        await using var sfperf = new Sfperf();
        var run = sfperf.Start([.. Many, "--transports", "Udp,UnixSocket,MemoryMappedFile,Tcp", "--rounds", "100"]);
        await run.SeesAsync("round 2 of 100: ", Sfperf.Limit);
        Kill(Server(sfperf, "UnixSocket"));
        var code = await run.ExitAsync(Sfperf.Limit);
        Assert.True(code == 4, $"{code}\n{run.Output}\n{run.Error}");
        Assert.Contains(" UnixSocket: failed: The server ended with code 137", run.Output, StringComparison.Ordinal);
        Assert.Contains("sfperf: UnixSocket: failed: The server ended with code 137", run.Error,
            StringComparison.Ordinal);
        Assert.All(["Udp", "MemoryMappedFile", "Tcp"],
            t => Assert.Contains($"round 100 of 100: {t}: ", run.Error, StringComparison.Ordinal));
        Assert.Equal(100, Rounds(sfperf).Length);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
        NothingIsLeft(sfperf, run);
    }

    [Fact]
    public async Task A_broker_whose_starter_is_killed_ends_all_the_same()
    {
        NeedsServers();
        await using var sfperf = new Sfperf();
        var run = sfperf.Start([.. Many, "--transports", "RabbitMq,NoIpc", "--rounds", "20"]);
        await run.SeesAsync("round 1 of 20: ", Sfperf.Limit);
        Assert.Contains(sfperf.Family.Members().Values, m => m.Contains("beam", StringComparison.Ordinal));
        Kill(Server(sfperf, "RabbitMq"));
        var code = await run.ExitAsync(Sfperf.Limit);
        Assert.True(code == 4, $"{code}\n{run.Output}\n{run.Error}");
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
        NothingIsLeft(sfperf, run);
    }

    [Theory]
    [InlineData("interrupted")]
    [InlineData("killed")]
    [InlineData("killed while it starts")]
    public async Task Nothing_is_left_of_a_command_that_was(string ended)
    {
        NeedsServers();
        await using var sfperf = new Sfperf();
        var run = sfperf.Start([.. Many, "--rounds", "1000"]);
        if (ended == "killed while it starts")
            await StartedAsync(sfperf, "RabbitMq");
        else
            await run.SeesAsync("round 1 of 1000: ", Sfperf.Limit);
        if (ended == "interrupted")
            Signal.Interrupt(run.Process.Id);
        else
            Kill(run.Process.Id);
        Assert.Equal(ended == "interrupted" ? 5 : 137, await run.ExitAsync(Sfperf.Limit));
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
        NothingIsLeft(sfperf, run);
    }

    [Fact]
    public async Task A_missing_broker_is_skipped_and_is_no_failure()
    {
        await using var sfperf = new Sfperf();
        var run = await sfperf.RunAsync(
            0, [.. Small, "--transports", "RabbitMq,NoIpc", "--rabbitmq-server", "/nowhere"]);
        Assert.Contains(" RabbitMq: skipped: needs rabbitmq-server (/nowhere)\n", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_cannot_start_has_its_last_words()
    {
        NeedsServers();
        await using var sfperf = new Sfperf();
        var broken = Path.Combine(sfperf.Folder, "broker");
        // What it says comes after its end.
        await File.WriteAllTextAsync(broken, "#!/bin/sh\n(sleep 0.3; echo 'no more handles' >&2) &\nexit 7\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(broken, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        var run = sfperf.Start([.. Small, "--transports", "RabbitMq,NoIpc", "--rabbitmq-server", broken]);
        Assert.Equal(4, await run.ExitAsync(Sfperf.Limit));
        Assert.Contains(
            "RabbitMq: failed: The server did not start: rabbitmq-server ended with code 7: no more handles",
            run.Output, StringComparison.Ordinal);
        Assert.Contains("round 2 of 2: NoIpc: ", run.Error, StringComparison.Ordinal);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
        NothingIsLeft(sfperf, run);
    }

    [Fact]
    public async Task Over_two_networks_no_answer_comes_before_the_way_there_and_back()
    {
        NeedsServers();
        Assert.SkipUnless(Environment.IsPrivilegedProcess && File.Exists("/dev/net/tun"), "skipped: needs root");
        await using var sfperf = new Sfperf();
        var run = await sfperf.RunAsync(0, [.. Small, "--topology", "netns-delay", "--delay-us", "2000",
            "--transports", "NoIpc,NamedPipe,Tcp,Udp,ZeroMq,WebApi,RabbitMq,WcfTcp"]);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
        NothingIsLeft(sfperf, run);
        Assert.All(["NamedPipe", "WcfTcp"], t => Assert.Contains(
            $" {t}: unsupported: it does not reach another network here\n", run.Output, StringComparison.Ordinal));
        var phases = Rounds(sfperf).SelectMany(r => r.GetProperty("phases").EnumerateArray()).ToArray();
        string[] distant = ["Tcp", "Udp", "ZeroMq", "WebApi", "RabbitMq"];
        Assert.Equal(
            [.. distant, "NoIpc", "TcpOnLoopback"],
            phases.Select(p => Text(p, "name").Split(' ')[0]).Distinct().OrderBy(n => Array.IndexOf(
                [.. distant, "NoIpc", "TcpOnLoopback"], n)));
        Assert.All(phases, p => Assert.Equal(0, p.GetProperty("failed").GetInt32()));
        Assert.All(
            phases.Where(p => distant.Contains(Text(p, "name").Split(' ')[0], StringComparer.Ordinal)),
            p => Assert.True(p.GetProperty("latencyMs").GetProperty("min").GetDouble() >= 4, p.ToString()));
        Assert.Contains(" Tcp over the network takes at least 10 x the time on loopback for 1 B ", run.Output,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_what_makes_networks_their_transports_are_skipped()
    {
        await using var sfperf = new Sfperf(new Dictionary<string, string> { ["PATH"] = "/nowhere" });
        var run = await sfperf.RunAsync(0, [.. Small, "--topology", "netns-delay", "--transports", "Tcp"]);
        Assert.Matches("(?m)^ Tcp: skipped: needs (root|iproute2)$", run.Output);
        Assert.Contains("round 2 of 2: TcpOnLoopback: ", run.Error, StringComparison.Ordinal);
    }

    private static void NeedsServers()
    {
        Assert.SkipUnless(File.Exists("/usr/lib/rabbitmq/bin/rabbitmq-server"), "skipped: needs rabbitmq-server");
        Assert.SkipUnless(NativeLibrary.TryLoad("libzmq.so.5", out _), "skipped: needs libzmq5");
    }

    // The folder of each server and the name of shared memory hold the number of the process that chose them. What the
    // runtime leaves of a killed process is not ours, and WCF keeps its folder of a user's pipes, but no pipe.
    private static void NothingIsLeft(Sfperf sfperf, RunningProgram run)
    {
        var temporary = Path.Combine(sfperf.Folder, "tmp");
        Assert.Empty(Directory.GetDirectories(temporary, "sfperf-ipc-*"));
        Assert.Empty(Directory.GetDirectories(temporary, "sfperf-net.pipe-*").SelectMany(Directory.GetFiles));
        Assert.Empty(Directory.GetFiles("/dev/shm", $"sfperf-ipc-{run.Process.Id}-*"));
    }

    private static int Server(Sfperf sfperf, string transport) => sfperf.Family.Members()
        .Where(m => m.Value.Contains("ipc-server", StringComparison.Ordinal)
            && m.Value.Contains($"\"Transport\":\"{transport}\"", StringComparison.Ordinal))
        // A server that is starting another program is there twice for a moment; the first is the server itself.
        .Select(m => m.Key).Order().FirstOrDefault();

    private static async Task StartedAsync(Sfperf sfperf, string transport)
    {
        var start = Stopwatch.GetTimestamp();
        while (Server(sfperf, transport) == 0)
        {
            Assert.True(Stopwatch.GetElapsedTime(start) < Sfperf.Limit, $"No server of {transport}.");
            await Task.Yield();
        }
    }

    private static void Kill(int processId)
    {
        using var process = Process.GetProcessById(processId);
        process.Kill();
    }

    private static JsonElement[] Rounds(Sfperf sfperf) =>
    [
        .. Directory.GetFiles(Path.Combine(sfperf.Folder, "runs"), "run.json", SearchOption.AllDirectories)
            .Select(file =>
            {
                using var document = JsonDocument.Parse(File.ReadAllText(file));
                return document.RootElement.Clone();
            })
            .OrderBy(r => int.Parse(Text(r.GetProperty("labels"), "round"), CultureInfo.InvariantCulture)),
    ];

    private static double RequestBytes(JsonElement run, string phase) => run.GetProperty("phases").EnumerateArray()
        .Single(p => Text(p, "name") == phase).GetProperty("figures").GetProperty("requestBytes").GetDouble();

    private static string Text(JsonElement of, string name) => of.GetProperty(name).GetString()!;
}
