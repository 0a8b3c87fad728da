using System;
using System.Net.Sockets;

namespace SfPerf.Fabric.Transport;

/// <summary>Reads the bytes of a handshake within one deadline for all of them.</summary>
internal sealed class HandshakeReader(Socket socket, ConnectionOptions options)
{
    private readonly long _start = options.Time.GetTimestamp();

    /// <summary>Fills the target.</summary>
    /// <exception cref="ConnectionClosedException">The peer hung up, or took too long.</exception>
    internal void Read(Span<byte> target)
    {
        for (var filled = 0; filled < target.Length;)
        {
            var left = options.HandshakeTimeout - options.Time.GetElapsedTime(_start);
            if (left <= TimeSpan.Zero)
                throw Refused("no handshake within " + options.HandshakeTimeout);
            socket.ReceiveTimeout = Math.Max(1, (int)left.TotalMilliseconds);
            var received = socket.Receive(target[filled..], SocketFlags.None, out var error);
            if (error is SocketError.TimedOut or SocketError.WouldBlock or SocketError.Interrupted)
                continue;
            if (error != SocketError.Success)
                throw new SocketException((int)error);
            if (received == 0)
                throw Refused("the peer hung up during the handshake");
            filled += received;
        }
    }

    /// <summary>Makes the exception of a handshake that failed.</summary>
    internal ConnectionClosedException Refused(string why) =>
        new($"Connection {socket.LocalEndPoint} - {socket.RemoteEndPoint} refused: {why}.");

    /// <summary>As <see cref="Refused"/>, and tells the peer.</summary>
    internal ConnectionClosedException Refuse(string why)
    {
        Handshake.Refuse(socket, options, why);
        return Refused(why);
    }
}
