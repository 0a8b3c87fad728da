using System.Net;
using System.Net.Sockets;

namespace SfPerf.Scenarios.Bare;

/// <summary>The sockets of either side.</summary>
internal static class BareSocket
{
    public static Socket Make(EndPoint address)
    {
        var isTcp = address.AddressFamily != AddressFamily.Unix;
        var socket = new Socket(
            address.AddressFamily, SocketType.Stream, isTcp ? ProtocolType.Tcp : ProtocolType.Unspecified);
        SendAtOnce(socket);
        return socket;
    }

    public static void SendAtOnce(Socket socket)
    {
        if (socket.AddressFamily != AddressFamily.Unix)
            socket.NoDelay = true;
    }
}
