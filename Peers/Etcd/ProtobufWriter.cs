using System;
using System.Buffers;
using System.Buffers.Binary;

namespace SfPerf.Peers.Etcd;

/// <summary>Writes one protobuf message of byte strings and numbers, behind the five bytes that gRPC puts before it.
/// </summary>
internal sealed class ProtobufWriter
{
    private const int GrpcHeaderBytes = 5;
    private const int LengthDelimited = 2;
    private readonly ArrayBufferWriter<byte> _bytes;

    /// <summary>Begins a message.</summary>
    /// <param name="bytesExpected">About how large it will be.</param>
    internal ProtobufWriter(int bytesExpected = 64)
    {
        _bytes = new ArrayBufferWriter<byte>(bytesExpected + 64);
        _bytes.GetSpan(GrpcHeaderBytes)[..GrpcHeaderBytes].Clear();
        _bytes.Advance(GrpcHeaderBytes);
    }

    internal ProtobufWriter Bytes(int field, ReadOnlySpan<byte> value)
    {
        Varint((ulong)((field << 3) | LengthDelimited));
        Varint((ulong)value.Length);
        _bytes.Write(value);
        return this;
    }

    internal ProtobufWriter Number(int field, ulong value)
    {
        Varint((ulong)(field << 3));
        Varint(value);
        return this;
    }

    internal ProtobufWriter Text(int field, string value) => Bytes(field, System.Text.Encoding.UTF8.GetBytes(value));

    /// <summary>Ends the message.</summary>
    internal ReadOnlyMemory<byte> ToGrpc()
    {
        var whole = System.Runtime.InteropServices.MemoryMarshal.AsMemory(_bytes.WrittenMemory);
        BinaryPrimitives.WriteInt32BigEndian(whole.Span[1..], whole.Length - GrpcHeaderBytes);
        return whole;
    }

    private void Varint(ulong value)
    {
        var space = _bytes.GetSpan(10);
        var length = 0;
        for (; value >= 0x80; value >>= 7)
            space[length++] = (byte)(value | 0x80);
        space[length++] = (byte)value;
        _bytes.Advance(length);
    }
}
