using System;
using System.Buffers.Binary;
using System.Net.Sockets;

namespace SfPerf.Fabric.Transport;

/// <summary>
/// The first bytes of each direction: magic, protocol, version, two zero bytes, frame limit. The connecting side
/// speaks first; a
/// listener answers nothing to a stranger.
/// </summary>
internal static class Handshake
{
    internal const int Bytes = 16;
    private const uint Magic = 0x31504653; // "SFP1"

    internal static void Write(Span<byte> target, ConnectionOptions options)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(target, Magic);
        BinaryPrimitives.WriteUInt32LittleEndian(target[4..], options.Protocol);
        BinaryPrimitives.WriteUInt16LittleEndian(target[8..], options.Version);
        BinaryPrimitives.WriteUInt16LittleEndian(target[10..], 0);
        BinaryPrimitives.WriteInt32LittleEndian(target[12..], options.FrameBytesMax);
    }

    /// <summary>
    /// Runs the handshake on a blocking socket, within the deadline however slowly the bytes drip in.
    /// </summary>
    internal static void Run(Socket socket, ConnectionOptions options, bool connecting)
    {
        Span<byte> ours = stackalloc byte[Bytes];
        Write(ours, options);
        if (connecting)
            socket.Send(ours);
        Read(socket, options);
        if (!connecting)
            socket.Send(ours);
        socket.ReceiveTimeout = 0;
    }

    private static void Read(Socket socket, ConnectionOptions options)
    {
        Span<byte> theirs = stackalloc byte[Bytes];
        var start = options.Time.GetTimestamp();
        for (var filled = 0; filled < Bytes;)
        {
            var left = options.HandshakeTimeout - options.Time.GetElapsedTime(start);
            if (left <= TimeSpan.Zero)
                throw Refused(socket, "no handshake within " + options.HandshakeTimeout);
            socket.ReceiveTimeout = Math.Max(1, (int)left.TotalMilliseconds);
            var received = socket.Receive(theirs[filled..], SocketFlags.None, out var error);
            if (error is SocketError.TimedOut or SocketError.WouldBlock)
                continue;
            if (error != SocketError.Success)
                throw new SocketException((int)error);
            if (received == 0)
                throw Refused(socket, "the peer hung up during the handshake");
            filled += received;
        }
        Check(socket, theirs, options);
    }

    private static void Check(Socket socket, ReadOnlySpan<byte> theirs, ConnectionOptions options)
    {
        if (BinaryPrimitives.ReadUInt32LittleEndian(theirs) != Magic)
            throw Refused(socket, "the first bytes are no handshake of ours");
        var protocol = BinaryPrimitives.ReadUInt32LittleEndian(theirs[4..]);
        if (protocol != options.Protocol)
            throw Refused(socket, $"protocol {protocol:x8} where {options.Protocol:x8} is spoken");
        var version = BinaryPrimitives.ReadUInt16LittleEndian(theirs[8..]);
        if (version != options.Version)
            throw Refused(socket, $"protocol version {version} where {options.Version} is spoken");
    }

    private static ConnectionClosedException Refused(Socket socket, string why) =>
        new($"Connection {socket.LocalEndPoint} - {socket.RemoteEndPoint} refused: {why}.");
}
