using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Win32.SafeHandles;
using SfPerf.Platform;

namespace SfPerf.Benchmarks;

/// <summary>
/// The bare limit where every process writes: each is the primary of its own records and the secondary of others', and
/// puts all of them into one file. As <see cref="BareNode"/>, it does nothing that no real replication could leave
/// out; how many partitions there are makes no difference to it.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "It lives as long as its process.")]
internal sealed class BareMember
{
    private const long FileBytes = 256 << 20;
    private const int BufferBytes = 2 << 20;
    private readonly Lock _gate = new();
    private readonly string _path;
    private readonly SafeFileHandle _file;
    private readonly bool _fsync;
    private readonly Queue<(long Number, Waiter Waiter)> _waiting = [];  // guarded by _gate
    private readonly List<Socket> _secondaries = [];
    private readonly List<Source> _sources = [];        // guarded by _gate
    private readonly AutoResetEvent _wake = new(initialState: false);
    private readonly byte[] _writing = new byte[3 * BufferBytes];
    private byte[] _own = new byte[BufferBytes];        // guarded by _gate
    private byte[] _spare = new byte[BufferBytes];
    private int _gathered;                              // guarded by _gate
    private long _last;                                 // guarded by _gate
    private long[] _flushed = [0];                      // guarded by _gate: [0] is the own disk's
    private long _offset;

    private BareMember(string path, bool fsync)
    {
        (_path, _fsync) = (path, fsync);
        _file = File.OpenHandle(path, FileMode.Create, FileAccess.ReadWrite);
        var zeros = new byte[1 << 20];
        for (long at = 0; at < FileBytes; at += zeros.Length)
            RandomAccess.Write(_file, zeros, at);
        DurableFile.Flush(_file, _path);
    }

    /// <summary>Arguments: the folder, then the settings. It prints its port and reads those of all.</summary>
    internal static async Task RunAsync(string[] args)
    {
        var settings = new Settings(args[1..]);
        var member = new BareMember(Path.Combine(args[0], "bare.log"), settings.Fsync);
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        await Members.MeetAsync(listener.LocalEndPoint!.ToString()!, settings, secondaries =>
        {
            foreach (var secondary in secondaries)
                member.Connect(IPEndPoint.Parse(secondary.Address));
            // It is the secondary of as many.
            foreach (var _ in secondaries)
                member.Serve(listener.Accept());
            new Thread(member.WriteGroups) { IsBackground = true }.Start();
            return Task.CompletedTask;
        }).ConfigureAwait(false);
        var record = new byte[settings.Bytes];
        await Members.MeasureAsync(settings, _ =>
        {
            var waiter = new Waiter();
            return () => member.Append(record, waiter);
        }).ConfigureAwait(false);
    }

    private void Connect(IPEndPoint address)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(address);
        _secondaries.Add(socket);
        var index = _secondaries.Count;
        _flushed = new long[index + 1];
        new Thread(() => ReceiveAcknowledgements(socket, index)) { IsBackground = true }.Start();
    }

    private void Serve(Socket primary)
    {
        primary.NoDelay = true;
        var source = new Source(primary);
        lock (_gate)
            _sources.Add(source);
        new Thread(() => Follow(source)) { IsBackground = true }.Start();
    }

    private ValueTask Append(byte[] record, Waiter waiter)
    {
        var task = waiter.Start();
        lock (_gate)
        {
            BinaryPrimitives.WriteInt32LittleEndian(_own.AsSpan(_gathered), record.Length);
            record.CopyTo(_own, _gathered + 4);
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
            int own;
            int length;
            long last;
            lock (_gate)
            {
                (own, last) = (_gathered, _last);
                (_own, _spare, _gathered) = (_spare, _own, 0);
                length = own;
                foreach (var source in _sources)
                    length += source.Take(_writing.AsSpan(length));
            }
            if (length == 0)
                continue;
            if (own > 0)
            {
                foreach (var secondary in _secondaries)
                    secondary.Send(_spare.AsSpan(0, own));
                _spare.AsSpan(0, own).CopyTo(_writing);
            }
            Write(_writing.AsSpan(0, length));
            foreach (var source in _sources)
                source.Acknowledge();
            if (own > 0)
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
            var committed = Math.Min(_flushed[0], sorted[^(_flushed.Length / 2)]);
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

    private void Follow(Source source)
    {
        var buffer = new byte[BufferBytes];
        var filled = 0;
        while (source.Socket.Receive(buffer.AsSpan(filled)) is > 0 and var received)
        {
            filled += received;
            var (whole, count) = (0, 0);
            for (; filled - whole >= 4; count++)
            {
                var length = 4 + BinaryPrimitives.ReadInt32LittleEndian(buffer.AsSpan(whole));
                if (filled - whole < length)
                    break;
                whole += length;
            }
            if (whole == 0)
                continue;
            lock (_gate)
                source.Add(buffer.AsSpan(0, whole), count);
            _wake.Set();
            buffer.AsSpan(whole, filled - whole).CopyTo(buffer);
            filled -= whole;
        }
    }

    // What one primary has sent: gathered for the next group, then acknowledged.
    private sealed class Source(Socket socket)
    {
        private readonly byte[] _gathered = new byte[BufferBytes];  // guarded by the member's gate
        private readonly byte[] _answer = new byte[8];
        private int _filled;                                        // guarded by the member's gate
        private long _last;                                         // guarded by the member's gate
        private long _taken;
        private long _told;

        internal Socket Socket => socket;

        internal void Add(ReadOnlySpan<byte> records, int count)
        {
            records.CopyTo(_gathered.AsSpan(_filled));
            _filled += records.Length;
            _last += count;
        }

        internal int Take(Span<byte> target)
        {
            var length = _filled;
            _gathered.AsSpan(0, length).CopyTo(target);
            (_filled, _taken) = (0, _last);
            return length;
        }

        internal void Acknowledge()
        {
            if (_told == _taken)
                return;
            _told = _taken;
            BinaryPrimitives.WriteInt64LittleEndian(_answer, _told);
            socket.Send(_answer);
        }
    }
}
