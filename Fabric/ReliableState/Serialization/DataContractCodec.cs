using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using System.Xml;

namespace SfPerf.Fabric.ReliableState.Serialization;

/// <summary>Data contracts over binary XML: what types get that have nothing better. About ten times slower.</summary>
/// <remarks>
/// What is read may nest <see cref="DepthMax"/> elements: the serializer reads by recursion, and a stack that overflows
/// ends the process. A value that could not be read again is refused when it is written. Nothing else needs a bound
/// besides the length of the value, at most that of a record: it has no table of strings that few bytes could repeat.
/// </remarks>
internal sealed class DataContractCodec<T> : ValueCodec<T>
{
    /// <summary>The deepest nesting of elements. A list of linked objects takes a level for each.</summary>
    internal const int DepthMax = 512;

    // The shortest element: its type, a name of one letter with its length, and its end.
    private const int BytesPerElementMin = 4;

    private readonly DataContractSerializer _serializer = new(typeof(T));
    private readonly XmlDictionaryReaderQuotas _quotas = MakeQuotas();

    internal override void Write(T value, ByteWriter writer)
    {
        var start = writer.Length;
        using (var xml = XmlDictionaryWriter.CreateBinaryWriter(writer.Stream, null, null, ownsStream: false))
            _serializer.WriteObject(xml, value);
        // Fewer bytes than this cannot nest too deeply: only long values are looked at once more.
        if (writer.Length - start > DepthMax * BytesPerElementMin)
            CheckDepth(writer.WrittenMemory[start..]);
    }

    internal override T Read(ReadOnlyMemory<byte> bytes)
    {
        using var xml = Reader(bytes);
        return (T)(_serializer.ReadObject(xml)
            ?? throw new InvalidDataException($"The data contract of a {typeof(T)} gave null."));
    }

    private void CheckDepth(ReadOnlyMemory<byte> bytes)
    {
        using var xml = Reader(bytes);
        try
        {
            while (xml.Read())
            {
                // The reader counts the levels.
            }
        }
        catch (XmlException e)
        {
            throw new SerializationException(
                $"The data contract of a {typeof(T)} nests more than {DepthMax} elements, or cannot be read again.", e);
        }
    }

    private XmlDictionaryReader Reader(ReadOnlyMemory<byte> bytes)
    {
        var array = MemoryMarshal.TryGetArray(bytes, out var segment) ? segment : new(bytes.ToArray());
        return XmlDictionaryReader.CreateBinaryReader(array.Array!, array.Offset, array.Count, _quotas);
    }

    private static XmlDictionaryReaderQuotas MakeQuotas()
    {
        var quotas = new XmlDictionaryReaderQuotas();
        XmlDictionaryReaderQuotas.Max.CopyTo(quotas);
        quotas.MaxDepth = DepthMax;
        return quotas;
    }
}
