using System;
using System.Buffers.Binary;
using System.IO;

namespace SfPerf.Scenarios.Ipc.Wire;

/// <summary>Specifies how a message leaves over a stream.</summary>
internal enum Framing
{
    /// <summary>The length in one write, the body in a second: as published.</summary>
    TwoWrites = 0,

    /// <summary>Both in one write.</summary>
    OneWrite = 1,
}

/// <summary>Messages over a stream: four bytes of length, the lowest first, then the body. One thread at a time.
/// </summary>
internal sealed class FramedStream(Stream stream, Framing framing) : IDisposable
{
    private const int LengthBytes = 4;

    /// <summary>The longest body that is taken off the wire.</summary>
    public const int BodyBytesMax = 64 << 20;

    private readonly byte[] _length = new byte[LengthBytes];
    private byte[] _out = new byte[4096];
    private byte[] _in = new byte[4096];

    public void Dispose() => stream.Dispose();

    public void Write(ArraySegment<byte> body)
    {
        if (framing == Framing.TwoWrites)
        {
            BinaryPrimitives.WriteInt32LittleEndian(_length, body.Count);
            stream.Write(_length);
            stream.Write(body);
            return;
        }

        if (_out.Length < LengthBytes + body.Count)
            _out = new byte[LengthBytes + body.Count];
        BinaryPrimitives.WriteInt32LittleEndian(_out, body.Count);
        body.CopyTo(_out, LengthBytes);
        stream.Write(_out, 0, LengthBytes + body.Count);
    }

    /// <summary>Reads a message; valid until the next one is read.</summary>
    /// <returns>Null when the other side closed the stream between messages.</returns>
    public ArraySegment<byte>? Read()
    {
        var got = stream.ReadAtLeast(_length, LengthBytes, throwOnEndOfStream: false);
        if (got == 0)
            return null;
        if (got < LengthBytes)
            throw new EndOfStreamException("The stream ended within a length.");
        var length = BinaryPrimitives.ReadInt32LittleEndian(_length);
        if (length is < 0 or > BodyBytesMax)
            throw new InvalidDataException($"A message of {length} bytes; the longest has {BodyBytesMax}.");
        if (_in.Length < length)
            _in = new byte[length];
        stream.ReadExactly(_in, 0, length);
        return new ArraySegment<byte>(_in, 0, length);
    }
}
