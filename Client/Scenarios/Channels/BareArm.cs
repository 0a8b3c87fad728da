using System.Net;
using System.Net.Sockets;

namespace SfPerf.Client.Scenarios.Channels;

/// <summary>The floor: about as many bytes echoed over a plain socket, kept or connected for each call.</summary>
internal sealed class BareArm(EndPoint address, bool kept)
    : ChannelArm(kept ? ArmNames.BareKept : ArmNames.BarePerCall)
{
    // A call of an open session adds some 73 bytes to its content, which is 3 and 11 bytes long here.
    public const int MessageBytes = 80;

    private readonly byte[] _message = new byte[MessageBytes];
    private Socket? _socket;

    public override void Begin()
    {
        if (kept)
            _socket = Connect();
        Call();
    }

    public override void Call()
    {
        if (_socket is not null)
        {
            Echo(_socket);
            return;
        }

        using var socket = Connect();
        Echo(socket);
    }

    public override void End() => _socket?.Close();

    public override void Dispose()
    {
        _socket?.Dispose();
        _socket = null;
    }

    private Socket Connect()
    {
        var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            socket.Connect(address);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private void Echo(Socket socket)
    {
        socket.Send(_message);
        for (var received = 0; received < MessageBytes;)
        {
            var count = socket.Receive(_message, received, MessageBytes - received, SocketFlags.None);
            if (count == 0)
                throw new SocketException((int)SocketError.ConnectionReset);
            received += count;
        }
    }
}
