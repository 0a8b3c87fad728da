using System;
using System.IO;
using System.Xml;
using System.Xml.Linq;

namespace SfPerf.Platform;

/// <summary>
/// Reads XML files that somebody gave us: no document type declaration and nothing fetched, bounded in size and depth.
/// All methods may be called from any thread.
/// </summary>
public static class BoundedXml
{
    /// <summary>The largest file that is read, in bytes.</summary>
    public const int BytesMax = 4 << 20;

    /// <summary>The deepest nesting of elements that is read.</summary>
    public const int DepthMax = 64;

    private static readonly XmlReaderSettings Settings = new()
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        MaxCharactersFromEntities = 1024,
    };

    /// <summary>Reads a file; its elements know their lines.</summary>
    /// <exception cref="RefusedXmlException">It is well-formed as far as it was read, and not allowed.</exception>
    /// <exception cref="XmlException">It is not well-formed.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static XDocument Load(string file)
    {
        using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.Read);
        // A device has no length that could be checked beforehand.
        var bytes = new byte[(int)Math.Min(stream.Length > 0 ? stream.Length + 1 : BytesMax + 1, BytesMax + 1)];
        var count = stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        return Read(bytes, count);
    }

    /// <summary>Reads the bytes of a file; its elements know their lines.</summary>
    /// <exception cref="RefusedXmlException">It is well-formed as far as it was read, and not allowed.</exception>
    /// <exception cref="XmlException">It is not well-formed.</exception>
    public static XDocument Parse(byte[] bytes)
    {
        ArgumentNullException.ThrowIfNull(bytes);
        return Read(bytes, bytes.Length);
    }

    private static XDocument Read(byte[] bytes, int count)
    {
        if (count > BytesMax)
            throw new RefusedXmlException($"The file has more than the {BytesMax} bytes that are allowed.", 0, 0);
        try
        {
            Check(bytes, count);
            using var reader = XmlReader.Create(new MemoryStream(bytes, 0, count), Settings);
            return XDocument.Load(reader, LoadOptions.SetLineInfo);
        }
        catch (XmlException e) when (IsDeclaration(bytes, count, e))
        {
            var (line, position) = FindDeclaration(bytes, count);
            throw new RefusedXmlException("A document type declaration (DTD) is not allowed: nothing that a file "
                + "declares or refers to is read.", line, position);
        }
    }

    private static void Check(byte[] bytes, int count)
    {
        using var reader = XmlReader.Create(new MemoryStream(bytes, 0, count), Settings);
        while (reader.Read())
        {
            if (reader.Depth <= DepthMax)
                continue;
            var (line, position) = Place(reader);
            throw new RefusedXmlException($"Elements are nested more than the {DepthMax} deep that are allowed.", line,
                position);
        }
    }

    // Without the prohibition the same bytes get further: that was the reason, whatever the message says.
    private static bool IsDeclaration(byte[] bytes, int count, XmlException failure)
    {
        if (failure is RefusedXmlException)
            return false;
        var ignoring = Settings.Clone();
        ignoring.DtdProcessing = DtdProcessing.Ignore;
        using var reader = XmlReader.Create(new MemoryStream(bytes, 0, count), ignoring);
        try
        {
            while (reader.Read() && reader.NodeType != XmlNodeType.Element)
            {
                // Only what may stand before the root element.
            }
            return reader.NodeType == XmlNodeType.Element
                && (failure.LineNumber, failure.LinePosition).CompareTo(Place(reader)) < 0;
        }
        catch (XmlException e)
        {
            return (failure.LineNumber, failure.LinePosition).CompareTo((e.LineNumber, e.LinePosition)) < 0;
        }
    }

    // The prohibition is the one failure that does not say where it was. What is declared is read here, but nothing
    // that it refers to, and nothing is expanded.
    private static (int Line, int Position) FindDeclaration(byte[] bytes, int count)
    {
        var reading = Settings.Clone();
        reading.DtdProcessing = DtdProcessing.Parse;
        using var reader = XmlReader.Create(new MemoryStream(bytes, 0, count), reading);
        try
        {
            while (reader.Read() && reader.NodeType != XmlNodeType.DocumentType)
            {
                // What stands before it.
            }
            return Place(reader);
        }
        catch (XmlException e)
        {
            return (e.LineNumber, e.LinePosition);
        }
    }

    private static (int Line, int Position) Place(XmlReader reader) =>
        (((IXmlLineInfo)reader).LineNumber, ((IXmlLineInfo)reader).LinePosition);
}
