using System;
using System.Buffers.Binary;
using System.IO;

namespace SfPerf.Fabric.ReliableState.Serialization;

/// <summary>
/// Reads what <see cref="ByteWriter"/> wrote; anything that does not add up is an error, never skipped.
/// </summary>
internal ref struct RecordReader(ReadOnlyMemory<byte> record)
{
    private int _offset;

    internal readonly bool IsAtEnd => _offset == record.Length;

    internal byte ReadByte() => Next(1).Span[0];

    internal int ReadInt32() => BinaryPrimitives.ReadInt32LittleEndian(Next(sizeof(int)).Span);

    internal long ReadInt64() => BinaryPrimitives.ReadInt64LittleEndian(Next(sizeof(long)).Span);

    /// <summary>Reads a length and so many bytes.</summary>
    /// <returns>False for null (length -1).</returns>
    internal bool TryReadBytes(out ReadOnlyMemory<byte> bytes)
    {
        var length = ReadInt32();
        bytes = length < 0 ? default : Next(length);
        return length >= 0;
    }

    internal ReadOnlyMemory<byte> ReadBytes() => TryReadBytes(out var bytes)
        ? bytes
        : throw new InvalidDataException($"Null at offset {_offset} of a record of {record.Length} bytes.");

    private ReadOnlyMemory<byte> Next(int byteCount)
    {
        if (record.Length - _offset < byteCount)
        {
            throw new InvalidDataException(
                $"A record of {record.Length} bytes ends at offset {_offset}, {byteCount} more were expected.");
        }
        var bytes = record.Slice(_offset, byteCount);
        _offset += byteCount;
        return bytes;
    }
}
