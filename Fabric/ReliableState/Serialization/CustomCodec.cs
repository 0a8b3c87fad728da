using System;
using System.IO;
using System.Runtime.InteropServices;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.ReliableState.Serialization;

/// <summary>The serializer that a service added for one of its types.</summary>
internal sealed class CustomCodec<T>(IStateSerializer<T> serializer) : ValueCodec<T>
{
    internal override void Write(T value, ByteWriter writer)
    {
        var binary = writer.Binary;
        serializer.Write(value, binary);
        binary.Flush();
    }

    internal override T Read(ReadOnlyMemory<byte> bytes)
    {
        var array = MemoryMarshal.TryGetArray(bytes, out var segment) ? segment : new(bytes.ToArray());
        using var reader = new BinaryReader(
            new MemoryStream(array.Array!, array.Offset, array.Count, writable: false));
        return serializer.Read(reader);
    }
}
