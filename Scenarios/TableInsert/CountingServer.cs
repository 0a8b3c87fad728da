using System;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace SfPerf.Scenarios.TableInsert;

/// <summary>The endpoint of known cost: sockets within this process that answer requests as Azure Table storage does
/// and keep nothing. It counts what arrives and how long an answer takes it. One blocking thread serves one connection
/// after the other.</summary>
internal sealed class CountingServer : IInsertServer
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly Lock _gate = new();
    private readonly Thread _acceptor;
    private ServerCounts _counts;               // guarded by _gate
    private Socket? _connection;                // guarded by _gate: the only client makes one at a time
    private long _segmentsBefore;               // guarded by _gate: those of the connection that are counted already

    public CountingServer()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        Address = new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndPoint!).Port}");
        _acceptor = DedicatedThread.Start(Accept);
    }

    public string Name => InsertCatalogue.InProcess;

    public Uri Address { get; }

    public ServerCounts? Counts()
    {
        lock (_gate)
            return _counts;
    }

    public Task<string?> EndAsync(CancellationToken token) => Task.FromResult<string?>(null);

    public ValueTask DisposeAsync()
    {
        _listener.Dispose();
        lock (_gate)
            _connection?.Dispose();
        _acceptor.Join();
        return ValueTask.CompletedTask;
    }

    private void Accept()
    {
        while (true)
        {
            try
            {
                using var socket = _listener.Accept();
                socket.NoDelay = true;
                lock (_gate)
                    (_connection, _segmentsBefore) = (socket, 0);
                Serve(socket);
            }
            catch (SocketException e) when (e.SocketErrorCode is SocketError.ConnectionReset or SocketError.Shutdown)
            {
                // This client is gone; the next one is served.
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                return;
            }
        }
    }

    private void Serve(Socket socket)
    {
        var request = new IncomingRequest();
        while (true)
        {
            var count = socket.Receive(request.Free);
            if (count == 0)
                return;
            request.Add(count);
            if (request.WantsContinue)
                socket.Send(request.TakeContinue());
            if (!request.IsComplete)
                continue;
            var complete = Stopwatch.GetTimestamp();
            var answer = request.Answer();
            Count(socket, request);
            socket.Send(answer);
            lock (_gate)
                _counts += new ServerCounts { OwnTicks = Stopwatch.GetTimestamp() - complete };
            request.Reset();
        }
    }

    // Counted before the answer leaves: whoever has the answer finds its request counted.
    private void Count(Socket socket, IncomingRequest request)
    {
        var segments = TcpCounters.Read(socket)?.SegmentsReceived ?? 0;
        lock (_gate)
        {
            _counts += new ServerCounts(
                1, request.Entities, request.Bytes, segments - _segmentsBefore, request.Reads, 0);
            _segmentsBefore = segments;
        }
    }
}
