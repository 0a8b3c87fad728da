using System;
using System.Net;
using System.Net.Sockets;
using System.Threading;

namespace SfPerf.Client.Scenarios.Channels;

/// <summary>Echoes on one thread, one connection after the other: the client has never more than one.</summary>
internal sealed class BareServer : IDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly Thread _thread;

    public BareServer()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        _thread = DedicatedThread.Start(Serve);
    }

    public EndPoint Address => _listener.LocalEndPoint!;

    public void Dispose()
    {
        _listener.Dispose();
        _thread.Join();
    }

    private void Serve()
    {
        var buffer = new byte[4096];
        while (true)
        {
            try
            {
                using var socket = _listener.Accept();
                socket.NoDelay = true;
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
