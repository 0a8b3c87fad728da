using System;

namespace SfPerf.Fabric.ReliableState.Serialization;

/// <summary>The bytes themselves.</summary>
internal sealed class BytesCodec : ValueCodec<byte[]>
{
    internal override bool IsExact => true;

    internal override bool IsIdentity => true;

    internal override void Write(byte[] value, ByteWriter writer) => writer.Write(value);

    internal override byte[] Read(ReadOnlyMemory<byte> bytes) => bytes.ToArray();
}
