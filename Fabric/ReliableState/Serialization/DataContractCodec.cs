using System;
using System.IO;
using System.Runtime.Serialization;
using System.Xml;
using SfPerf.Platform;

namespace SfPerf.Fabric.ReliableState.Serialization;

/// <summary>Data contracts over binary XML: what types get that have nothing better. About ten times slower.</summary>
/// <remarks>
/// What is read may nest <see cref="DepthMax"/> elements. A value that could not be read again is refused when it is
/// written.
/// </remarks>
internal sealed class DataContractCodec<T> : ValueCodec<T>
{
    /// <summary>The deepest nesting of elements. A list of linked objects takes a level for each.</summary>
    internal const int DepthMax = 512;

    private static readonly BoundedBinaryXml Xml = new(DepthMax);
    private readonly DataContractSerializer _serializer = new(typeof(T));

    internal override void Write(T value, ByteWriter writer)
    {
        var start = writer.Length;
        using (var xml = XmlDictionaryWriter.CreateBinaryWriter(writer.Stream, null, null, ownsStream: false))
            _serializer.WriteObject(xml, value);
        Xml.Check(writer.WrittenMemory[start..], typeof(T));
    }

    internal override T Read(ReadOnlyMemory<byte> bytes)
    {
        using var xml = Xml.Read(bytes);
        return (T)(_serializer.ReadObject(xml)
            ?? throw new InvalidDataException($"The data contract of a {typeof(T)} gave null."));
    }
}
