using System;
using System.Buffers.Binary;
using System.IO;

namespace SfPerf.Peers.Etcd;

/// <summary>Walks over the fields of one protobuf message.</summary>
internal ref struct ProtobufReader(ReadOnlySpan<byte> message)
{
    private const int GrpcHeaderBytes = 5;
    private ReadOnlySpan<byte> _rest = message;

    /// <summary>Gets the number of the field at hand.</summary>
    internal int Field { get; private set; }

    /// <summary>Gets its value when it is a number.</summary>
    internal ulong Number { get; private set; }

    /// <summary>Gets its value when it is bytes, text or a message.</summary>
    internal ReadOnlySpan<byte> Bytes { get; private set; }

    /// <summary>Gets its value as text.</summary>
    internal readonly string Text => System.Text.Encoding.UTF8.GetString(Bytes);

    /// <summary>Reads the only message of a unary reply.</summary>
    /// <exception cref="InvalidDataException">It is cut short or compressed.</exception>
    internal static ProtobufReader OfGrpc(ReadOnlySpan<byte> reply)
    {
        if (reply.Length < GrpcHeaderBytes || reply[0] != 0
            || BinaryPrimitives.ReadUInt32BigEndian(reply[1..]) != reply.Length - GrpcHeaderBytes)
        {
            throw new InvalidDataException($"A gRPC reply of {reply.Length} bytes is not one plain message.");
        }

        return new ProtobufReader(reply[GrpcHeaderBytes..]);
    }

    /// <summary>Goes on to the next field.</summary>
    /// <returns>False at the end.</returns>
    /// <exception cref="InvalidDataException">The bytes are no message.</exception>
    internal bool Next()
    {
        if (_rest.IsEmpty)
            return false;
        var tag = Varint();
        Field = (int)(tag >> 3);
        Number = 0;
        Bytes = default;
        switch (tag & 7)
        {
            case 0:
                Number = Varint();
                break;
            case 1:
                Number = BinaryPrimitives.ReadUInt64LittleEndian(Take(8));
                break;
            case 2:
                Bytes = Take(Varint());
                break;
            case 5:
                Number = BinaryPrimitives.ReadUInt32LittleEndian(Take(4));
                break;
            default:
                throw new InvalidDataException($"Field {Field} of a reply has the unknown type {tag & 7}.");
        }
        return true;
    }

    private ReadOnlySpan<byte> Take(ulong length)
    {
        if (length > (ulong)_rest.Length)
            throw new InvalidDataException($"A field of {length} bytes is cut short at {_rest.Length}.");
        var taken = _rest[..(int)length];
        _rest = _rest[(int)length..];
        return taken;
    }

    private ulong Varint()
    {
        ulong value = 0;
        for (var shift = 0; shift < 64; shift += 7)
        {
            var next = Take(1)[0];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return value;
        }
        throw new InvalidDataException("A number of a reply is longer than ten bytes.");
    }
}
