using System;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using System.Xml;

namespace SfPerf.Platform;

/// <summary>
/// Reads values that a DataContractSerializer wrote in binary XML. Their elements may nest only so deep: the serializer
/// reads by recursion, and a stack that overflows ends the process. Nothing else needs a bound besides the length of
/// the value: it has no table of strings that few bytes could repeat. Any thread may use it.
/// </summary>
public sealed class BoundedBinaryXml
{
    // The shortest element: its type, a name of one letter with its length, and its end.
    private const int BytesPerElementMin = 4;
    private readonly XmlDictionaryReaderQuotas _quotas = new();

    /// <summary>Makes a reader of values with a bound.</summary>
    /// <param name="depthMax">The deepest nesting of elements. A list of linked objects takes a level for each, and a
    /// level about 250 bytes of stack.</param>
    public BoundedBinaryXml(int depthMax)
    {
        XmlDictionaryReaderQuotas.Max.CopyTo(_quotas);
        _quotas.MaxDepth = depthMax;
    }

    /// <summary>Returns a reader, which throws an <see cref="XmlException"/> at the first element that is too deep.
    /// </summary>
    /// <param name="bytes">Not changed until the reader is disposed.</param>
    public XmlDictionaryReader Read(ReadOnlyMemory<byte> bytes)
    {
        var array = MemoryMarshal.TryGetArray(bytes, out var segment) ? segment : new(bytes.ToArray());
        return XmlDictionaryReader.CreateBinaryReader(array.Array!, array.Offset, array.Count, _quotas);
    }

    /// <summary>Checks that a value that was written can be read again.</summary>
    /// <param name="written">The value in binary XML.</param>
    /// <param name="type">Its type, for the message.</param>
    /// <exception cref="SerializationException">It nests too deeply.</exception>
    public void Check(ReadOnlyMemory<byte> written, Type type)
    {
        // Fewer bytes than this cannot nest too deeply: only long values are looked at once more.
        if (written.Length <= _quotas.MaxDepth * BytesPerElementMin)
            return;
        using var xml = Read(written);
        try
        {
            while (xml.Read())
            {
                // The reader counts the levels.
            }
        }
        catch (XmlException e)
        {
            throw new SerializationException($"The data contract of a {type} nests more than {_quotas.MaxDepth} "
                + "elements, or cannot be read again.", e);
        }
    }
}
