using System;
using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Benchmarks;

/// <summary>
/// The bare limit of a read: 100 bytes (or request=N) to another process and so many back, several in flight on one
/// connection, each with a worker that awaits its own reply. What comes while a write is under way is written together;
/// with gather=0 each message is a write of its own.
/// </summary>
internal sealed class EchoBenchmark
{
    private readonly Socket _socket;
    private readonly Lock _gate = new();
    private readonly ConcurrentQueue<Waiter> _waiting = [];
    private readonly byte[] _request;
    private readonly bool _gathers;
    private byte[] _gathering = new byte[1 << 18];
    private byte[] _sent = new byte[1 << 18];
    private int _gathered;
    private bool _sending;

    private EchoBenchmark(Socket socket, Settings settings)
    {
        _socket = socket;
        _request = new byte[RequestBytes(settings)];
        _gathers = Gathers(settings);
    }

    internal static async Task RunAsync(string[] words)
    {
        for (var round = 0; round < new Settings(words).Rounds; round++)
        {
            var result = await MeasureAsync(words).ConfigureAwait(false);
            Console.WriteLine(
                $"echo {result.PerSecond / 1000,7:F1} k/s  p50 {result.P50:F0} us  p99 {result.P99:F0} us  client "
                + $"{result.CpuMicroseconds / result.Operations:F1} us CPU, "
                + $"{result.AllocatedBytes / result.Operations:F0} B/op");
        }
    }

    internal static async Task<Measurement> MeasureAsync(string[] words)
    {
        var settings = new Settings(words);
        using var child = new Child(["-echo", .. words]);
        var address = IPEndPoint.Parse(await child.ReadAsync().ConfigureAwait(false));
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(address);
        var echo = new EchoBenchmark(socket, settings);
        new Thread(() => echo.Receive(settings.Bytes)) { IsBackground = true }.Start();
        return await Workload.RunAsync(settings.Number("outstanding", 16), settings.Seconds, _ =>
        {
            var waiter = new Waiter();
            return () => echo.Ask(waiter);
        }).ConfigureAwait(false);
    }

    internal static async Task ServeAsync(string[] words)
    {
        var settings = new Settings(words);
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Console.WriteLine(listener.LocalEndPoint);
        var serving = new Thread(() => Reply(listener.Accept(), settings));
        serving.IsBackground = true;
        serving.Start();
        await Console.In.ReadToEndAsync().ConfigureAwait(false);
    }

    private static int RequestBytes(Settings settings) => settings.Number("request", 100);

    private static bool Gathers(Settings settings) => settings.Number("gather", 1) != 0;

    private static void Reply(Socket socket, Settings settings)
    {
        var (requestBytes, bytes) = (RequestBytes(settings), settings.Bytes);
        socket.NoDelay = true;
        var requests = new byte[1 << 16];
        var replies = new byte[(requests.Length / requestBytes + 1) * bytes];
        var filled = 0;
        while (socket.Receive(requests.AsSpan(filled)) is > 0 and var received)
        {
            filled += received;
            var whole = filled / requestBytes;
            filled -= whole * requestBytes;
            for (var i = 0; i < whole; i++)
                BinaryPrimitives.WriteInt32LittleEndian(replies.AsSpan(i * bytes), bytes);
            var atOnce = Gathers(settings) ? whole * bytes : bytes;
            for (var sent = 0; sent < whole * bytes; sent += atOnce)
                socket.Send(replies.AsSpan(sent, atOnce));
        }
    }

    private ValueTask Ask(Waiter waiter)
    {
        var task = waiter.Start();
        lock (_gate)
        {
            _waiting.Enqueue(waiter);
            if (!_gathers)
            {
                _socket.Send(_request);
                return task;
            }

            _request.CopyTo(_gathering, _gathered);
            _gathered += _request.Length;
            if (_sending)
                return task;
            _sending = true;
        }
        while (true)
        {
            int length;
            lock (_gate)
            {
                if (_gathered == 0)
                {
                    _sending = false;
                    return task;
                }
                (length, _gathered) = (_gathered, 0);
                (_gathering, _sent) = (_sent, _gathering);
            }
            _socket.Send(_sent.AsSpan(0, length));
        }
    }

    private void Receive(int bytes)
    {
        var replies = new byte[1 << 16];
        var filled = 0;
        // Ends without an exception when the socket is closed at the end of the measurement.
        while (_socket.Receive(replies.AsSpan(filled % bytes), SocketFlags.None, out _) is > 0 and var received)
        {
            filled = filled % bytes + received;
            for (var whole = filled / bytes; whole > 0 && _waiting.TryDequeue(out var waiter); whole--)
                waiter.End();
        }
    }
}
