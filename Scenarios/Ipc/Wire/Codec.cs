using System;
using System.Buffers.Binary;
using System.IO;
using System.Runtime.Serialization;
using System.Xml;

namespace SfPerf.Scenarios.Ipc.Wire;

/// <summary>Specifies how requests and replies become bytes.</summary>
internal enum Serializer
{
    /// <summary>DataContractSerializer and binary XML, each time a new serializer: as published.</summary>
    DataContractBinary = 0,

    /// <summary>The content itself; of the reply, 12 bytes.</summary>
    Raw = 1,
}

/// <summary>Turns requests and replies into bytes and back. What it returns is valid until the next call of the same
/// method. One thread at a time.</summary>
internal abstract class Codec : IDisposable
{
    public static Codec Of(Serializer serializer) =>
        serializer == Serializer.Raw ? new RawCodec() : new DataContractCodec();

    public abstract ArraySegment<byte> EncodeRequest(byte[] content);

    public abstract ArraySegment<byte> DecodeRequest(ArraySegment<byte> body);

    public abstract ArraySegment<byte> EncodeReply(Reply reply);

    public abstract Reply DecodeReply(ArraySegment<byte> body);

    public virtual void Dispose()
    {
    }

    /// <summary>What a server does: reads a request and makes the reply.</summary>
    public ArraySegment<byte> Answer(ArraySegment<byte> body) => EncodeReply(Reply.To(DecodeRequest(body)));
}

internal sealed class RawCodec : Codec
{
    private const int ReplyBytes = sizeof(long) + sizeof(uint);
    private readonly byte[] _reply = new byte[ReplyBytes];

    public override ArraySegment<byte> EncodeRequest(byte[] content) => content;

    public override ArraySegment<byte> DecodeRequest(ArraySegment<byte> body) => body;

    public override ArraySegment<byte> EncodeReply(Reply reply)
    {
        BinaryPrimitives.WriteInt64LittleEndian(_reply, reply.Size);
        BinaryPrimitives.WriteUInt32LittleEndian(_reply.AsSpan(sizeof(long)), reply.Checksum);
        return _reply;
    }

    public override Reply DecodeReply(ArraySegment<byte> body) => body.Count == ReplyBytes
        ? new Reply(
            BinaryPrimitives.ReadInt64LittleEndian(body), BinaryPrimitives.ReadUInt32LittleEndian(body[sizeof(long)..]))
        : throw new InvalidDataException($"A reply has {ReplyBytes} bytes, not {body.Count}.");
}

internal sealed class DataContractCodec : Codec
{
    private readonly MemoryStream _request = new();
    private readonly MemoryStream _reply = new();

    public override ArraySegment<byte> EncodeRequest(byte[] content) =>
        Write(_request, new InputData { Content = content });

    public override ArraySegment<byte> DecodeRequest(ArraySegment<byte> body) => Read<InputData>(body).Content;

    public override ArraySegment<byte> EncodeReply(Reply reply) =>
        Write(_reply, new ReplyData { Size = reply.Size, Checksum = reply.Checksum });

    public override Reply DecodeReply(ArraySegment<byte> body) => Read<ReplyData>(body).ToReply();

    public override void Dispose()
    {
        _request.Dispose();
        _reply.Dispose();
    }

    private static ArraySegment<byte> Write<T>(MemoryStream stream, T value)
    {
        stream.SetLength(0);
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            new DataContractSerializer(typeof(T)).WriteObject(writer, value);
        return new ArraySegment<byte>(stream.GetBuffer(), 0, (int)stream.Length);
    }

    private static T Read<T>(ArraySegment<byte> body)
    {
        // The length is bounded where it is read off the wire.
        using var reader = XmlDictionaryReader.CreateBinaryReader(
            body.Array!, body.Offset, body.Count, XmlDictionaryReaderQuotas.Max);
        return (T)new DataContractSerializer(typeof(T)).ReadObject(reader)!;
    }
}
