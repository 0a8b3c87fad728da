using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using System.Xml;

namespace SfPerf.Fabric.ReliableState.Serialization;

/// <summary>Data contracts over binary XML: what types get that have nothing better. About ten times slower.</summary>
internal sealed class DataContractCodec<T> : ValueCodec<T>
{
    private readonly DataContractSerializer _serializer = new(typeof(T));

    internal override void Write(T value, ByteWriter writer)
    {
        using var xml = XmlDictionaryWriter.CreateBinaryWriter(writer.Stream, null, null, ownsStream: false);
        _serializer.WriteObject(xml, value);
        xml.Flush();
    }

    internal override T Read(ReadOnlyMemory<byte> bytes)
    {
        var array = MemoryMarshal.TryGetArray(bytes, out var segment) ? segment : new(bytes.ToArray());
        using var xml = XmlDictionaryReader.CreateBinaryReader(
            array.Array!, array.Offset, array.Count, XmlDictionaryReaderQuotas.Max);
        return (T)(_serializer.ReadObject(xml)
            ?? throw new InvalidDataException($"The data contract of a {typeof(T)} gave null."));
    }
}
