using System;
using System.Buffers.Binary;
using System.IO;
using System.Text.Json;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Configuration;

/// <summary>The bytes of one of the two files of the journal, as they were found at the start.</summary>
/// <remarks>docs/formats/journal.md describes the layout.</remarks>
internal sealed class JournalCopy
{
    internal const int HeaderBytes = 20;
    internal const int RecordHeaderBytes = 16;
    private const uint Magic = 0x4A504653; // "SFPJ"
    private const int FormatVersion = 2;
    private const int RecordBytesMax = 1 << 20;
    private readonly byte[] _bytes;

    private JournalCopy(string path, byte[] bytes, bool exists)
    {
        (Path, _bytes, Exists) = (path, bytes, exists);
        Generation = ReadGeneration(bytes);
    }

    internal string Path { get; }

    /// <summary>Gets whether the file is there.</summary>
    internal bool Exists { get; }

    /// <summary>Gets the number of rewrites of the journal up to this file; 0 when the header cannot be read.</summary>
    internal long Generation { get; }

    internal bool HasHeader => Generation > 0;

    internal int Length => _bytes.Length;

    /// <summary>Gets the bytes, for the reader of the first format, which had no header.</summary>
    internal ReadOnlySpan<byte> Bytes => _bytes;

    /// <exception cref="IOException">The file is there and cannot be read.</exception>
    internal static JournalCopy Read(string path) => Of(path, File.Exists(path) ? File.ReadAllBytes(path) : null);

    /// <summary>Takes the content of a file; null where there is none.</summary>
    internal static JournalCopy Of(string path, byte[]? content) => new(path, content ?? [], content is not null);

    internal static byte[] Header(long generation)
    {
        var bytes = new byte[HeaderBytes];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, Magic);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(4), FormatVersion);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(8), generation);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(16), Crc32C.Compute(bytes.AsSpan(0, 16)));
        return bytes;
    }

    internal static byte[] Encode(long sequence, ConfigurationRecord record)
    {
        var body = JsonSerializer.SerializeToUtf8Bytes(record, ConfigurationJson.Default.ConfigurationRecord);
        var bytes = new byte[RecordHeaderBytes + body.Length];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, body.Length);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(8), sequence);
        body.CopyTo(bytes, RecordHeaderBytes);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(4), Crc32C.Compute(bytes.AsSpan(8)));
        return bytes;
    }

    /// <summary>Gets the body of the record at an offset; empty when no whole record of that number is there.</summary>
    internal ReadOnlySpan<byte> Body(int offset, long sequence)
    {
        if (offset > _bytes.Length - RecordHeaderBytes)
            return default;
        var rest = _bytes.AsSpan(offset);
        var length = BinaryPrimitives.ReadInt32LittleEndian(rest);
        if (length is <= 0 or > RecordBytesMax || rest.Length - RecordHeaderBytes < length)
            return default;
        var sum = Crc32C.Compute(rest.Slice(8, RecordHeaderBytes - 8 + length));
        return sum == BinaryPrimitives.ReadUInt32LittleEndian(rest[4..])
            && sequence == BinaryPrimitives.ReadInt64LittleEndian(rest[8..])
            ? rest.Slice(RecordHeaderBytes, length) : default;
    }

    /// <summary>Gets the number of bytes up to the end of the last whole record.</summary>
    internal int WholeLength()
    {
        var at = HeaderBytes;
        for (var sequence = 1L; Body(at, sequence) is { Length: > 0 } body; sequence++)
            at += RecordHeaderBytes + body.Length;
        return at;
    }

    private static long ReadGeneration(ReadOnlySpan<byte> bytes) =>
        bytes.Length >= HeaderBytes && BinaryPrimitives.ReadUInt32LittleEndian(bytes) == Magic
            && BinaryPrimitives.ReadInt32LittleEndian(bytes[4..]) == FormatVersion
            && BinaryPrimitives.ReadUInt32LittleEndian(bytes[16..]) == Crc32C.Compute(bytes[..16])
            ? BinaryPrimitives.ReadInt64LittleEndian(bytes[8..]) : 0;
}
