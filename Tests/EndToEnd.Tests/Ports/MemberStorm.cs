using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Fuzz;

namespace SfPerf.EndToEnd.Tests.Ports;

#pragma warning disable CA5394 // Chance is reproducible here on purpose.

/// <summary>
/// Connections of a member of the cluster to one port of replication or control: the proof is right, what follows it is
/// drawn from a seed. It never says that it is a node, a host or a primary that exists: those are believed.
/// </summary>
/// <param name="port">The port.</param>
/// <param name="protocol">"REPL" or "CTRL".</param>
/// <param name="secret">The cluster's secret.</param>
/// <param name="replicas">Replicas of partitions.</param>
/// <param name="seed">Decides everything.</param>
internal sealed class MemberStorm(
    int port, string protocol, byte[] secret, IReadOnlyList<(Guid Partition, long Replica)> replicas, int seed)
{
    private const int Connections = 120;
    private const int NonceBytes = 32;
    private const int HelloBytes = 16;

    // docs/formats/connection.md.
    private const byte NodeHello = 0;
    private const byte Heartbeat = 2;
    private const byte NodeDisk = 7;
    private const byte HostStarted = 8;
    private const byte HostReady = 9;
    private const byte HostExited = 10;
    private const byte HostHello = 13;
    private const byte Order = 17;
    private const byte Answer = 18;
    private const byte ReplicaFault = 19;
    private static readonly int[] Lengths = [0, -1, int.MinValue, int.MaxValue, 1 << 24];
    private readonly Random _random = new(seed);
    private readonly Mutator _mutator = new(seed);

    /// <summary>Makes all connections; each is ended by the other side once this one has ended its direction.</summary>
    internal async Task<int> RunAsync(TimeSpan limit)
    {
        for (var i = 0; i < Connections; i++)
            await SendAsync(protocol == "REPL" ? Replication() : Control(), limit);
        return Connections;
    }

    /// <summary>Gets the secret from the environment of a process that the cluster has started.</summary>
    internal static byte[] SecretOf(int process)
    {
        const string Name = "SFPERF_CLUSTER_TOKEN=";
        return Encoding.UTF8.GetBytes(File.ReadAllText($"/proc/{process}/environ").Split('\0')
            .First(v => v.StartsWith(Name, StringComparison.Ordinal))[Name.Length..]);
    }

    /// <summary>Finds out which ports speak which protocol of the members.</summary>
    internal static async Task<(int Port, string Protocol)[]> SpokenAsync(int[] ports, TimeSpan limit)
    {
        var all = ports.SelectMany(port => new[] { "REPL", "CTRL" }.Select(protocol => (port, protocol))).ToArray();
        var answers = await Task.WhenAll(all.Select(a => SpeaksAsync(a.port, a.protocol, limit)));
        return [.. all.Where((_, i) => answers[i])];
    }

    private static async Task<bool> SpeaksAsync(int port, string protocol, TimeSpan limit)
    {
        using var stop = new CancellationTokenSource(limit);
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(IPAddress.Loopback, port, stop.Token);
        var answer = new byte[256];
        var count = 0;
        try
        {
            await socket.SendAsync(Hello(protocol, new byte[NonceBytes]), stop.Token);
            socket.Shutdown(SocketShutdown.Send);
            while (await socket.ReceiveAsync(answer.AsMemory(count), stop.Token) is var received and > 0)
                count += received;
        }
        catch (SocketException)
        {
            // It is another protocol's.
        }
        return Encoding.Latin1.GetString(answer, 0, count).StartsWith("SFP1" + protocol, StringComparison.Ordinal);
    }

    private static byte[] Hello(string protocol, byte[] nonce) =>
    [
        .. Encoding.ASCII.GetBytes("SFP1" + protocol), 3, 0, NonceBytes, 0,
        .. BitConverter.GetBytes(1 << 20), .. nonce,
    ];

    private async Task SendAsync(List<byte[]> frames, TimeSpan limit)
    {
        using var stop = new CancellationTokenSource(limit);
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = true,
        };
        await socket.ConnectAsync(IPAddress.Loopback, port, stop.Token);
        await ProveAsync(socket, stop.Token);
        var wrong = _random.Next(4) == 0 ? _random.Next(frames.Count) : -1;
        try
        {
            for (var i = 0; i < frames.Count; i++)
            {
                var length = i == wrong ? Lengths[_random.Next(Lengths.Length)] : frames[i].Length;
                await socket.SendAsync((byte[])[.. BitConverter.GetBytes(length), .. frames[i]], stop.Token);
            }
            socket.Shutdown(SocketShutdown.Send);
            var answer = new byte[4096];
            while (await socket.ReceiveAsync(answer, stop.Token) > 0)
            {
                // Whatever it says, it must come to an end.
            }
        }
        catch (SocketException)
        {
            // The other side has closed it before it had read everything.
        }
        catch (OperationCanceledException)
        {
            throw new TimeoutException($"{protocol} port {port}, seed {seed}: not ended within {limit}: "
                + string.Join(' ', frames.Select(Convert.ToHexString)));
        }
    }

    // docs/formats/connection.md.
    private async Task ProveAsync(Socket socket, CancellationToken token)
    {
        var nonce = new byte[NonceBytes];
        _random.NextBytes(nonce);
        await socket.SendAsync(Hello(protocol, nonce), token);
        var answer = new byte[HelloBytes + NonceBytes + HMACSHA256.HashSizeInBytes];
        for (var count = 0; count < answer.Length;)
        {
            var received = await socket.ReceiveAsync(answer.AsMemory(count), token);
            if (received == 0)
                throw new IOException($"Port {port} refused: {Encoding.UTF8.GetString(answer, 0, count)}");
            count += received;
        }
        byte[] proved =
        [
            2, .. Encoding.ASCII.GetBytes(protocol), .. nonce, .. answer.AsSpan(HelloBytes, NonceBytes),
        ];
        await socket.SendAsync(HMACSHA256.HashData(secret, proved), token);
    }

    private List<byte[]> Control()
    {
        var token = Encoding.UTF8.GetString(secret);
        var (partition, replica) = replicas[_random.Next(replicas.Count)];
        (byte Kind, string Json)[] messages =
        [
            (NodeHello, $$"""{"token":"{{token}}","node":"nobody","processId":1}"""),
            (NodeHello, """{"token":"wrong","node":"_Node_0","processId":1}"""),
            (HostHello, $$"""{"token":"{{token}}","hostId":"nobody","processId":1}"""),
            (Heartbeat, "{}"), (Heartbeat, "null"), (Heartbeat, "[]"), (Heartbeat, ""), (Order, "{}"),
            (HostExited, """{"hostId":"x","processId":1,"reason":"","lastWords":"","wasReady":true}"""),
            (HostReady, """{"hostId":null,"processId":-1}"""),
            (NodeDisk, """{"replicas":[null]}"""),
            (HostStarted, """{"hostId":"x","processId":1,"endpoints":null}"""),
            (ReplicaFault, $$$"""{"hostId":"x","partitionId":"{{{partition}}}","replicaId":{{{replica}}}}"""),
            (Answer, $$$"""{"hostId":"x","body":{"partitionId":"{{{partition}}}","request":1}}"""),
            (Answer, """{"hostId":"x","body":""" + new string('[', 5000)),
            ((byte)_random.Next(256), "{}"),
        ];
        byte[][] good = [[], .. messages.Select(m => (byte[])[m.Kind, .. Encoding.UTF8.GetBytes(m.Json)])];
        return [.. Enumerable.Range(0, 1 + _random.Next(4)).Select(_ => Draw(good))];
    }

    // A Hello of an epoch that is over or was never announced; of a replica that is here, or not.
    private List<byte[]> Replication()
    {
        var (partition, replica) = replicas[_random.Next(replicas.Count)];
        var epoch = _random.Next(3) switch { 0 => 0L, 1 => 1L << 62, _ => long.MaxValue };
        byte[] hello =
        [
            1, 1, 0, 0, 0, .. partition.ToByteArray(), .. BitConverter.GetBytes(replica), .. BitConverter.GetBytes(1L),
            .. BitConverter.GetBytes(epoch), .. BitConverter.GetBytes(epoch),
        ];
        var rest = new byte[_random.Next(200)];
        _random.NextBytes(rest);
        byte[][] good =
        [
            .. Enumerable.Range(1, 12).Select(type => (byte[])[(byte)type, 1, 0, 0, 0, .. rest]), hello, [],
            [6, 1, 0, 0, 0, .. new byte[8]],
        ];
        var first = _random.Next(3) == 0 ? Draw(good) : hello;
        return [first, .. Enumerable.Range(0, _random.Next(4)).Select(_ => Draw(good))];
    }

    private byte[] Draw(byte[][] good)
    {
        var frame = good[_random.Next(good.Length)];
        return frame.Length == 0 || _random.Next(3) == 0 ? frame
            : _mutator.Spoil(frame, good.First(f => f.Length > 0));
    }
}
