using System;
using System.Net;
using System.Net.Sockets;

namespace SfPerf.Scenarios.Bare;

/// <summary>Has about as many bytes echoed over a plain socket as a small call has: what no stack can be faster than.
/// </summary>
internal sealed class BareClient : IDisposable
{
    // A call of an open session adds some 73 bytes to its content.
    private const int MessageBytes = 80;

    private readonly byte[] _message = new byte[MessageBytes];
    private readonly Socket _socket;

    public BareClient(EndPoint address)
    {
        _socket = BareSocket.Make(address);
        try
        {
            _socket.Connect(address);
        }
        catch
        {
            _socket.Dispose();
            throw;
        }
    }

    public void Dispose() => _socket.Dispose();

    public void Echo()
    {
        _socket.Send(_message);
        for (var received = 0; received < MessageBytes;)
        {
            var count = _socket.Receive(_message, received, MessageBytes - received, SocketFlags.None);
            if (count == 0)
                throw new SocketException((int)SocketError.ConnectionReset);
            received += count;
        }
    }
}
