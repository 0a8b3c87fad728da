using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Win32.SafeHandles;
using SfPerf.Platform;

namespace SfPerf.Benchmarks;

/// <summary>
/// The bare limit: a primary writes groups of records to a zero-filled file, flushes, and sends the same bytes to its
/// secondaries, which do likewise and answer how far they are. No checksums, no epochs, no recovery, no reader: what no
/// real replication can beat.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "It lives as long as its process.")]
internal sealed class BareNode
{
    private const long FileBytes = 256 << 20;
    private readonly Lock _gate = new();
    private readonly string _path;
    private readonly SafeFileHandle _file;
    private readonly bool _fsync;
    private readonly Queue<(long Number, Waiter Waiter)> _waiting = [];  // guarded by _gate
    private readonly List<Socket> _secondaries = [];
    private readonly AutoResetEvent _wake = new(initialState: false);
    private readonly long[] _flushed;                                   // guarded by _gate: [0] is the primary's own
    private readonly int _quorum;
    private byte[] _gathering = new byte[1 << 20];                      // guarded by _gate
    private byte[] _spare = new byte[1 << 20];
    private int _gathered;                                              // guarded by _gate
    private long _last;                                                 // guarded by _gate
    private long _offset;

    private BareNode(string path, bool fsync, int secondaries)
    {
        _fsync = fsync;
        _flushed = new long[secondaries + 1];
        _quorum = (secondaries + 1) / 2 + 1;
        _path = path;
        _file = File.OpenHandle(path, FileMode.Create, FileAccess.ReadWrite);
        var zeros = new byte[1 << 20];
        for (long at = 0; at < FileBytes; at += zeros.Length)
            RandomAccess.Write(_file, zeros, at);
        DurableFile.Flush(_file, _path);
    }

    /// <summary>
    /// Arguments: the folder, then the settings. A secondary prints its port; a primary is given them, and told to
    /// go.
    /// </summary>
    internal static async Task RunAsync(string[] args)
    {
        var settings = new Settings(args[2..]);
        var path = Path.Combine(args[0], "bare.log");
        if (args[1] == "secondary")
        {
            await ServeAsync(new BareNode(path, settings.Fsync, 0)).ConfigureAwait(false);
            return;
        }
        var ports = args[1].Split(',').Select(a => IPEndPoint.Parse(a)).ToArray();
        var node = new BareNode(path, settings.Fsync, ports.Length);
        for (var i = 0; i < ports.Length; i++)
        {
            var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            socket.Connect(ports[i]);
            node._secondaries.Add(socket);
            var index = i + 1;
            new Thread(() => node.ReceiveAcknowledgements(socket, index)) { IsBackground = true }.Start();
        }
        new Thread(node.WriteGroups) { IsBackground = true }.Start();
        var record = new byte[settings.Bytes];
        var result = await Workload.RunAsync(settings.Outstanding, settings.Seconds, _ =>
        {
            var waiter = new Waiter();
            return () => node.Append(record, waiter);
        }, tell: true).ConfigureAwait(false);
        Console.WriteLine(result);
    }

    private ValueTask Append(byte[] record, Waiter waiter)
    {
        var task = waiter.Start();
        lock (_gate)
        {
            BinaryPrimitives.WriteInt32LittleEndian(_gathering.AsSpan(_gathered), record.Length);
            record.CopyTo(_gathering, _gathered + 4);
            _gathered += 4 + record.Length;
            _waiting.Enqueue((++_last, waiter));
        }
        _wake.Set();
        return task;
    }

    private void WriteGroups()
    {
        while (true)
        {
            _wake.WaitOne();
            byte[] group;
            int length;
            long last;
            lock (_gate)
            {
                (group, length, last) = (_gathering, _gathered, _last);
                (_gathering, _spare, _gathered) = (_spare, _gathering, 0);
            }
            if (length == 0)
                continue;
            foreach (var secondary in _secondaries)
                secondary.Send(group.AsSpan(0, length));
            Write(group.AsSpan(0, length));
            Flushed(0, last);
        }
    }

    private void Write(ReadOnlySpan<byte> bytes)
    {
        if (_offset + bytes.Length > FileBytes)
            _offset = 0;
        RandomAccess.Write(_file, bytes, _offset);
        _offset += bytes.Length;
        if (_fsync)
            DurableFile.Flush(_file, _path);
    }

    private void Flushed(int replica, long last)
    {
        lock (_gate)
        {
            _flushed[replica] = last;
            Span<long> sorted = stackalloc long[_flushed.Length - 1];
            _flushed.AsSpan(1).CopyTo(sorted);
            sorted.Sort();
            var committed = _quorum > 1 ? Math.Min(_flushed[0], sorted[^(_quorum - 1)]) : _flushed[0];
            while (_waiting.TryPeek(out var first) && first.Number <= committed)
                _waiting.Dequeue().Waiter.End();
        }
    }

    private void ReceiveAcknowledgements(Socket socket, int replica)
    {
        var buffer = new byte[4096];
        var filled = 0;
        while (socket.Receive(buffer.AsSpan(filled)) is > 0 and var received)
        {
            filled += received;
            var whole = filled & ~7;
            if (whole > 0)
                Flushed(replica, BinaryPrimitives.ReadInt64LittleEndian(buffer.AsSpan(whole - 8)));
            buffer.AsSpan(whole, filled - whole).CopyTo(buffer);
            filled -= whole;
        }
    }

    // A secondary: whatever has arrived is one group.
    private static async Task ServeAsync(BareNode node)
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Console.WriteLine(listener.LocalEndPoint);
        new Thread(() => node.Follow(listener.Accept())) { IsBackground = true }.Start();
        await RealNode.ReportUntilInputEndsAsync(() => Volatile.Read(ref node._last)).ConfigureAwait(false);
    }

    private void Follow(Socket primary)
    {
        primary.NoDelay = true;
        var buffer = new byte[2 << 20];
        var answer = new byte[8];
        var filled = 0;
        while (primary.Receive(buffer.AsSpan(filled)) is > 0 and var received)
        {
            filled += received;
            var whole = 0;
            for (; filled - whole >= 4; _last++)
            {
                var length = 4 + BinaryPrimitives.ReadInt32LittleEndian(buffer.AsSpan(whole));
                if (filled - whole < length)
                    break;
                whole += length;
            }
            if (whole == 0)
                continue;
            Write(buffer.AsSpan(0, whole));
            BinaryPrimitives.WriteInt64LittleEndian(answer, _last);
            primary.Send(answer);
            buffer.AsSpan(whole, filled - whole).CopyTo(buffer);
            filled -= whole;
        }
    }
}
