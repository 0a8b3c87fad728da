using System;
using SfPerf.Fabric.Data;

namespace SfPerf.Fabric.ReliableState.Serialization;

/// <summary>A serializer that was added and works on bytes.</summary>
internal sealed class BytesSerializerCodec<T>(IBytesSerializer<T> serializer) : ValueCodec<T>
{
    internal override void Write(T value, ByteWriter writer) =>
        serializer.Write(value, writer.Take(serializer.GetByteCount(value)));

    internal override T Read(ReadOnlyMemory<byte> bytes) => serializer.Read(bytes.Span);
}
