using System;
using System.Buffers.Binary;
using SfPerf.Fabric.Transport;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>
/// The frames of service remoting, little-endian. Client to server: Bind {kind, route u16, path utf-8}; Request {kind,
/// call u64, route u16, method i32, arguments}; RequestWithHeaders, as Request, with a <see cref="HeaderBlock"/> before
/// the arguments; Cancel {kind, call u64}. Server to client: Result {kind, call u64,
/// value}; Fault {kind, call u64, exceptions}; NotHere, Busy and Again, as Fault, for a call that was not begun: the
/// replica is elsewhere; it cannot begin the call now; it is at this very call already. Gone, as Fault, for a call that
/// was begun in a replica that has left: its outcome is unknown. Event {kind, subscription 16
/// bytes, method i32, arguments}. A call number is the client's slot and its generation.
/// </summary>
internal static class Frames
{
    internal const byte Bind = 1;
    internal const byte Request = 2;
    internal const byte Cancel = 3;
    internal const byte Result = 4;
    internal const byte Fault = 5;
    internal const byte NotHere = 6;
    internal const byte Busy = 7;
    internal const byte Again = 8;
    internal const byte Event = 9;
    internal const byte RequestWithHeaders = 10;
    internal const byte Gone = 11;

    /// <summary>The most routes of one connection.</summary>
    internal const int RoutesMax = 4096;

    internal const int RequestHeaderBytes = 1 + 8 + 2 + 4;
    internal const int ReplyHeaderBytes = 1 + 8;
    internal const int EventHeaderBytes = 1 + 16 + 4;

    internal static ConnectionOptions Options(long messageBytesMax, TimeSpan connectTimeout) => new()
    {
        Protocol = 0x52535650, // "PVSR"
        FrameBytesMax = (int)Math.Clamp(messageBytesMax + 64, 4096, 1 << 30),
        HandshakeTimeout = connectTimeout,
        DeferSends = true,
    };

    internal static void WriteRequestHeader(Span<byte> target, byte kind, ulong call, ushort route, int method)
    {
        target[0] = kind;
        BinaryPrimitives.WriteUInt64LittleEndian(target[1..], call);
        BinaryPrimitives.WriteUInt16LittleEndian(target[9..], route);
        BinaryPrimitives.WriteInt32LittleEndian(target[11..], method);
    }

    internal static void WriteEventHeader(Span<byte> target, Guid subscription, int method)
    {
        target[0] = Event;
        subscription.TryWriteBytes(target[1..]);
        BinaryPrimitives.WriteInt32LittleEndian(target[17..], method);
    }

    internal static void WriteReplyHeader(Span<byte> target, byte kind, ulong call)
    {
        target[0] = kind;
        BinaryPrimitives.WriteUInt64LittleEndian(target[1..], call);
    }
}
