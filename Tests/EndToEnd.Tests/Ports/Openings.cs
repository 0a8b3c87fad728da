using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Text;
using SfPerf.Contracts;
using SfPerf.ServiceContracts;

namespace SfPerf.EndToEnd.Tests.Ports;

/// <summary>
/// What a peer of each protocol of the cluster sends first, as the documents in docs/formats say it. None of them
/// changes the cluster or the keys below 2^40, also when it is served.
/// </summary>
internal sealed class Openings
{
    private const int HelloBytes = 16;
    private const int ProofBytes = 32;

    /// <summary>Makes the openings for the services of one cluster.</summary>
    /// <param name="gateway">The gateway's port.</param>
    /// <param name="remoting">The path of the store's primary on its port.</param>
    /// <param name="wcf">The address of the load driver.</param>
    internal Openings(int gateway, string remoting, string wcf)
    {
        var token = Encoding.UTF8.GetBytes("wrong");
        var nonceAndToken = Enumerable.Range(0, ProofBytes).Select(i => (byte)i).Concat(token).ToArray();
        var proof = new byte[ProofBytes];
        byte[] replication = [.. Hello("REPL", 3, nonceAndToken), .. proof, .. Frame([1, 1, .. new byte[51]])];
        byte[] control =
            [.. Hello("CTRL", 3, nonceAndToken), .. proof, .. Frame([0, .. """{"node":"_Node_0"}"""u8])];
        byte[] calls = [.. Hello("PVSR", 1, token), .. Calls(remoting)];
        var wcfCall = Preamble(wcf, 2, Envelope(wcf));
        var requests = Requests(gateway).Select(Encoding.UTF8.GetBytes).ToArray();
        All =
        [
            .. requests, replication, control, calls, wcfCall, Preamble(wcf, 3, Envelope(wcf)),
            Hello("REPL", 1, []), [.. Hello("PVSR", 1, []), .. Last("the peer stops"u8)],
        ];
        Answered =
        [
            (requests[0], "HTTP/1.1 200"), (requests[1], "StatefulPrimary"), (requests[2], "/nowhere"),
            (replication, "SFP1REPL"), (control, "SFP1CTRL"), (calls, $"\u0004\u0001{new string('\0', 7)}"),
            (calls, $"\u0004\u0003{new string('\0', 7)}"), (wcfCall, "nobody's"),
        ];
    }

    /// <summary>Gets the openings.</summary>
    internal IReadOnlyList<byte[]> All { get; }

    /// <summary>Gets those that a port answers, each with a part of that answer (Latin-1).</summary>
    internal IReadOnlyList<(byte[] Opening, string Answer)> Answered { get; }

    private static IEnumerable<string> Requests(int gateway)
    {
        var json = $"Host: localhost:{gateway}\r\nContent-Type: application/json\r\n";
        yield return $"GET /Cluster/Status HTTP/1.1\r\n{json}\r\n";
        yield return "GET /Services/SfPerf/StatefulStore/$/ResolvePartition?kind=Int64Range&key=1 HTTP/1.1\r\n"
            + $"{json}\r\n";
        yield return $"POST /Applications/Deploy HTTP/1.1\r\n{json}Content-Length: 22\r\n\r\n"
            + """{"package":"/nowhere"}""";
        yield return $"POST /Applications/Deploy HTTP/1.1\r\n{json}Transfer-Encoding: chunked\r\n\r\n"
            + "16\r\n{\"package\":\"/nowhere\"}\r\n7fffffff\r\n";
        yield return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0";
    }

    private static byte[] Hello(string protocol, ushort version, ReadOnlySpan<byte> following)
    {
        var hello = new byte[HelloBytes + following.Length];
        Encoding.ASCII.GetBytes("SFP1" + protocol, hello);
        BinaryPrimitives.WriteUInt16LittleEndian(hello.AsSpan(8), version);
        BinaryPrimitives.WriteUInt16LittleEndian(hello.AsSpan(10), (ushort)following.Length);
        BinaryPrimitives.WriteInt32LittleEndian(hello.AsSpan(12), 1 << 20);
        following.CopyTo(hello.AsSpan(HelloBytes));
        return hello;
    }

    private static byte[] Frame(ReadOnlySpan<byte> content) => [.. BitConverter.GetBytes(content.Length), .. content];

    private static byte[] Last(ReadOnlySpan<byte> words) =>
        [.. BitConverter.GetBytes(words.Length | int.MinValue), .. words];

    private static byte[] Calls(string path)
    {
        byte[] key = [.. BitConverter.GetBytes(-1L)];
        byte[] value = [.. BitConverter.GetBytes(4), 1, 2, 3, 4];
        return
        [
            .. Frame([1, 0, 0, .. Encoding.UTF8.GetBytes(path)]),
            .. Call(1, nameof(ISfDictionary.GetDataAsync), key),
            .. Call(2, nameof(ISfDictionary.SetDataAsync), [.. key, .. value]),
            .. Call(3, nameof(ISfDictionary.ScanAsync), [.. key, .. BitConverter.GetBytes(10)]),
            .. Frame([3, .. BitConverter.GetBytes(1L)]),
        ];
    }

    private static byte[] Call(ulong number, string method, ReadOnlySpan<byte> arguments) =>
        Frame([2, .. BitConverter.GetBytes(number), 0, 0, .. BitConverter.GetBytes(MethodId(method)), .. arguments]);

    private static uint MethodId(string name)
    {
        var method = typeof(ISfDictionary).GetMethod(name, BindingFlags.Instance | BindingFlags.Public)!;
        var text = string.Join(',', method.GetParameters().Select(p => $"{p.ParameterType}")
            .Prepend($"{typeof(ISfDictionary).FullName}.{name}"));
        return text.Aggregate(2166136261u, (hash, unit) => (hash ^ unit) * 16777619u);
    }

    // [MC-NMF]: version, mode (2 duplex, 3 simplex: not served), via, encoding 8 (binary with a dictionary), end; then
    // one envelope in its record, and the end.
    private static byte[] Preamble(string via, byte mode, byte[] envelope)
    {
        var name = Encoding.UTF8.GetBytes(via);
        byte[] record = [0, .. envelope];
        return
        [
            0, 1, 0, 1, mode, 2, .. Size(name.Length), .. name, 3, 8, 0xC, 6, .. Size(record.Length), .. record, 7,
        ];
    }

    // [MC-NBFS]: a call of GetResultAsync for a run that nobody started.
    private static byte[] Envelope(string to) =>
    [
        0x56, 0x02, 0x0B, 0x01, (byte)'s', 0x04, 0x0B, 0x01, (byte)'a', 0x06, 0x56, 0x08,
        0x44, 0x0A, 0x1E, 0x00, 0x82, .. Text($"{WireNamespace.Uri}/ILoadDriver/GetResult"),
        0x44, 0x1A, 0xAD, .. new byte[16], 0x44, 0x2C, 0x44, 0x2A, 0xAB, 0x14, 0x01,
        0x44, 0x0C, 0x1E, 0x00, 0x82, .. Text(to), 0x01,
        0x56, 0x0E, 0x40, .. Name("GetResult"), 0x08, .. Name(WireNamespace.Uri),
        0x40, .. Name("runId"), .. Text("nobody's"), 0x01, 0x01, 0x01,
    ];

    private static byte[] Text(string text) => [0x99, .. Name(text)];

    private static byte[] Name(string name) => [(byte)name.Length, .. Encoding.UTF8.GetBytes(name)];

    private static byte[] Size(int size) =>
        size < 0x80 ? [(byte)size] : [(byte)(size & 0x7F | 0x80), .. Size(size >> 7)];
}
