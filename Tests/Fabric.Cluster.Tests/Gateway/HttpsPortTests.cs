using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Gateway;

/// <summary>What comes to the https port and is no client: others are served meanwhile.</summary>
[Collection(nameof(SecureCollection))]
public sealed class HttpsPortTests(SecureCluster one)
{
    private const int HalfOpen = 1000;
    private const int NewcomersMax = 256;
    private const byte Alert = 21;
    private const byte ProtocolVersion = 70;
    // A handshake may take 5 s, and much more on a machine that is short of processors.
    private static readonly TimeSpan Slow = TimeSpan.FromSeconds(60);

    [Fact]
    [Trait("DeploymentCase", "51")]
    public async Task A_request_without_TLS_is_ended_and_never_answered()
    {
        foreach (var text in new[]
        {
            "GET /Nodes?api-version=6.0 HTTP/1.1\r\nHost: localhost\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            new string('\0', 5000), "\u0016\u0003\u0001\u00ff\u00ff" + new string('x', 70_000),
        })
        {
            var answer = await AnswerAsync(Encoding.Latin1.GetBytes(text));
            Assert.DoesNotContain("HTTP", Encoding.Latin1.GetString(answer));
        }
        await ServesAsync();
    }

    [Theory]
    [InlineData(1, "1.0")]
    [InlineData(2, "1.1")]
    [Trait("DeploymentCase", "51")]
    public async Task An_old_version_of_TLS_is_refused_by_name(byte minor, string version)
    {
        var answer = await AnswerAsync(Hello(minor));
        Assert.True(answer is [Alert, 3, _, 0, 2, 2, ProtocolVersion, ..],
            $"TLS {version} was answered by {Convert.ToHexString(answer)}.");
        // The same words in the version of today are gone on with.
        Assert.NotEqual(ProtocolVersion, (await AnswerAsync(Hello(3), 7)).ElementAtOrDefault(6));
    }

    [Fact]
    [Trait("DeploymentCase", "51")]
    public async Task A_handshake_that_does_not_go_on_is_ended()
    {
        byte[][] parts = [[], [22], Hello(3)[..20]];
        await Task.WhenAll(parts.Select(async part =>
        {
            var start = TimeProvider.System.GetTimestamp();
            Assert.Empty(await AnswerAsync(part));
            Assert.InRange(TimeProvider.System.GetElapsedTime(start), TimeSpan.FromSeconds(2), Slow);
        }));
    }

    [Fact]
    [Trait("DeploymentCase", "51")]
    public async Task A_thousand_half_open_connections_are_bounded_and_others_are_served()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs Linux, which counts open files below /proc");
        using var known = one.Client(one.Admin);
        Assert.Equal(200, (await SecureCluster.SendAsync(known, HttpMethod.Get, SecureCluster.Reading)).Status);
        var (files, log) = (OpenFiles(), LogBytes());
        var half = new List<Socket>();
        try
        {
            for (var i = 0; i < HalfOpen; i++)
            {
                var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
                half.Add(socket);
                await socket.ConnectAsync("127.0.0.1", one.Address.Port);
                try
                {
                    _ = await socket.SendAsync(Hello(3).AsMemory(0, 20));
                }
                catch (SocketException)
                {
                    // The gateway has ended it already, as one of the oldest.
                }
                if (i % 100 == 99)
                    await ServesAsync();
            }
            // The last ones that were closed may not be gone yet; without the bound there were a thousand.
            Assert.True(OpenFiles() <= files + (2 * NewcomersMax), $"{OpenFiles()} files are open, {files} were.");
            Assert.Equal(200, (await SecureCluster.SendAsync(known, HttpMethod.Get, SecureCluster.Reading)).Status);
            _ = await one.Cluster.GetAsync("/Cluster/Status");
        }
        finally
        {
            half.ForEach(s => s.Dispose());
        }
        var start = TimeProvider.System.GetTimestamp();
        while (OpenFiles() > files + 10)
        {
            Assert.True(TimeProvider.System.GetElapsedTime(start) < RunningCluster.Limit, "Connections are left.");
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System);
        }
        Assert.InRange(LogBytes() - log, 0, 4096);
    }

    // openssl asks for a new handshake on the line "R", within the connection that is there.
    [Fact]
    [Trait("DeploymentCase", "51")]
    public async Task A_client_that_negotiates_anew_is_not_followed()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs openssl");
        var client = one.Admin.Write(Path.Combine(one.Folder, "renegotiates.pem"));
        var request = $"GET {SecureCluster.Reading} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        Assert.Contains("HTTP/1.1 200", await OpensslAsync(client, request));
        Assert.DoesNotContain("HTTP/1.1 200", await OpensslAsync(client, "R\n" + request));
        await ServesAsync();
    }

    private async Task<string> OpensslAsync(string client, string input)
    {
        string[] arguments = ["s_client", "-connect", $"127.0.0.1:{one.Address.Port}", "-tls1_2", "-cert", client,
            "-ign_eof"];
        // With -ign_eof lines are no commands.
        if (input[0] == 'R')
            arguments = arguments[..^1];
        var start = new ProcessStartInfo("openssl", arguments)
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEndAsync();
        try
        {
            foreach (var line in input.Split('\n').SkipLast(1))
            {
                await process.StandardInput.WriteAsync(line + "\n");
                await process.StandardInput.FlushAsync();
                // A command is a line that comes alone.
                if (line == "R")
                    await Task.Delay(TimeSpan.FromSeconds(1), TimeProvider.System);
            }
        }
        catch (IOException)
        {
            // The gateway has ended the connection, and openssl itself.
        }
        var ended = process.WaitForExitAsync();
        if (await Task.WhenAny(ended, Task.Delay(Slow, TimeProvider.System)) != ended)
            process.Kill();
        _ = await errors.WaitAsync(RunningCluster.Limit);
        return await output.WaitAsync(RunningCluster.Limit);
    }

    private async Task ServesAsync()
    {
        var answer = await one.SendAsync(one.Admin, HttpMethod.Get, SecureCluster.Reading);
        Assert.True(answer.Status == 200, $"{answer}");
    }

    // Everything until the gateway ends the connection, or as much as is asked for.
    private async Task<byte[]> AnswerAsync(byte[] sent, int most = int.MaxValue)
    {
        using var client = new TcpClient();
        await client.ConnectAsync("127.0.0.1", one.Address.Port);
        var stream = client.GetStream();
        var answer = new List<byte>();
        var part = new byte[4096];
        try
        {
            await stream.WriteAsync(sent);
            while (answer.Count < most && await stream.ReadAsync(part).AsTask().WaitAsync(Slow) is > 0 and var read)
                answer.AddRange(part.AsSpan(0, read));
        }
        catch (IOException)
        {
            // A reset ends it as well.
        }
        return [.. answer];
    }

    // A client hello of version 3.minor, with two ciphers that TLS 1.2 and those before it have, and no extension.
    private static byte[] Hello(byte minor)
    {
        byte[] body = [3, minor, .. new byte[32], 0, 0, 4, 0xC0, 0x2F, 0xC0, 0x13, 1, 0];
        return [22, 3, 1, 0, (byte)(body.Length + 4), 1, 0, 0, (byte)body.Length, .. body];
    }

    private int OpenFiles() => Directory.GetFiles($"/proc/{one.Cluster.Manager.Id}/fd").Length;

    private long LogBytes() => new FileInfo(Path.Combine(one.Cluster.Folder, "log", "manager.log")).Length;
}
