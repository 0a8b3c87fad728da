using System.IO;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.StatefulStore.Values;

/// <summary>A value that <see cref="CustomValueSerializer"/> writes. Immutable.</summary>
internal sealed class CustomValue(byte[] data)
{
    internal byte[] Data { get; } = data;
}

/// <summary>Writes the number of bytes and the bytes, always whole.</summary>
internal sealed class CustomValueSerializer : IStateSerializer<CustomValue>
{
    public CustomValue Read(BinaryReader binaryReader) => new(binaryReader.ReadBytes(binaryReader.ReadInt32()));

    public void Write(CustomValue value, BinaryWriter binaryWriter)
    {
        binaryWriter.Write(value.Data.Length);
        binaryWriter.Write(value.Data);
    }

    public CustomValue Read(CustomValue baseValue, BinaryReader binaryReader) => Read(binaryReader);

    public void Write(CustomValue baseValue, CustomValue targetValue, BinaryWriter binaryWriter) =>
        Write(targetValue, binaryWriter);
}
