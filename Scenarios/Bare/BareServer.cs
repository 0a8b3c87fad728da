using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;

namespace SfPerf.Scenarios.Bare;

/// <summary>Echoes on blocking threads, each of which serves one connection after the other: over TCP, or over a Unix
/// domain socket where net.pipe is compared with it.</summary>
internal sealed class BareServer : IDisposable
{
    private readonly Socket _listener;
    private readonly DirectoryInfo? _folder;
    private readonly Thread[] _threads;
    private long _accepted;

    public BareServer(string scheme, int connectionsAtOnce)
    {
        var isPipe = scheme == Uri.UriSchemeNetPipe;
        _folder = isPipe ? Directory.CreateTempSubdirectory("sfperf-") : null;
        Address = isPipe
            ? new UnixDomainSocketEndPoint(Path.Combine(_folder!.FullName, "bare"))
            : new IPEndPoint(IPAddress.Loopback, 0);
        _listener = BareSocket.Make(Address);
        _listener.Bind(Address);
        _listener.Listen();
        Address = _listener.LocalEndPoint!;
        _threads = [.. Enumerable.Range(0, connectionsAtOnce).Select(_ => DedicatedThread.Start(Serve))];
    }

    public EndPoint Address { get; }

    /// <summary>Gets how many connections were accepted so far.</summary>
    public long Accepted => Interlocked.Read(ref _accepted);

    public void Dispose()
    {
        _listener.Dispose();
        foreach (var thread in _threads)
            thread.Join();
        _folder?.Delete(recursive: true);
    }

    private void Serve()
    {
        var buffer = new byte[4096];
        while (true)
        {
            try
            {
                using var socket = _listener.Accept();
                Interlocked.Increment(ref _accepted);
                BareSocket.SendAtOnce(socket);
                int count;
                while ((count = socket.Receive(buffer)) > 0)
                    socket.Send(buffer.AsSpan(0, count));
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
}
