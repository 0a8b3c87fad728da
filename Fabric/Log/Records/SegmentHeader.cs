using System;
using System.Buffers.Binary;
using SfPerf.Fabric.Log.Storage;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log.Records;

/// <summary>Describes what the first block of a segment says, twice: one copy may be torn.</summary>
/// <param name="LogId">The log it belongs to.</param>
/// <param name="Sequence">Its place in the log, from 1, never used again; 0 is no valid sequence.</param>
/// <param name="FirstEntry">The log position of the first entry that begins in it; long.MaxValue when none
/// does.</param>
/// <param name="SegmentBytes">The length of every segment of this log.</param>
internal readonly record struct SegmentHeader(Guid LogId, long Sequence, long FirstEntry, int SegmentBytes)
{
    private const ulong Magic = 0x3230_4745_5350_4653;         // "SFPSEG02"
    private const ulong MagicBeforeMarks = 0x3130_4745_5350_4653; // "SFPSEG01": of a log that may have no mark
    private const int Bytes = 64;
    private const int SecondCopy = 2048;

    /// <summary>Gets whether the log had a mark when the segment was written.</summary>
    internal bool HasMark { get; private init; }

    internal static void Write(ILogFile file, SegmentHeader header)
    {
        var block = new byte[LogOptions.SegmentHeaderBytes];
        header.Write(block);
        block.AsSpan(0, Bytes).CopyTo(block.AsSpan(SecondCopy));
        file.Write(block, 0);
    }

    internal static void Erase(ILogFile file) => file.Write(new byte[LogOptions.SegmentHeaderBytes], 0);

    /// <summary>Reads the header; false when the segment is a spare one, without any.</summary>
    /// <exception cref="LogCorruptedException">
    /// Neither copy is valid, yet they are not blank: no crash leaves that, because each copy lies in a sector of its
    /// own.
    /// </exception>
    internal static bool TryRead(ILogFile file, out SegmentHeader header)
    {
        var block = new byte[LogOptions.SegmentHeaderBytes];
        file.Read(block, 0);
        if (TryRead(block, out header) || TryRead(block.AsSpan(SecondCopy), out header))
            return true;
        if (block.AsSpan().IndexOfAnyExcept((byte)0) >= 0)
            throw new LogCorruptedException(file.Name, 0, "its header is broken, both copies");
        return false;
    }

    private void Write(Span<byte> target)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(target, Magic);
        BinaryPrimitives.WriteInt32LittleEndian(target[12..], SegmentBytes);
        BinaryPrimitives.WriteInt64LittleEndian(target[16..], Sequence);
        BinaryPrimitives.WriteInt64LittleEndian(target[24..], FirstEntry);
        LogId.TryWriteBytes(target[32..]);
        BinaryPrimitives.WriteUInt32LittleEndian(target[8..], Crc32C.Compute(target[12..Bytes]));
    }

    private static bool TryRead(ReadOnlySpan<byte> source, out SegmentHeader header)
    {
        var magic = BinaryPrimitives.ReadUInt64LittleEndian(source);
        header = new SegmentHeader(
            new Guid(source[32..48]),
            BinaryPrimitives.ReadInt64LittleEndian(source[16..]),
            BinaryPrimitives.ReadInt64LittleEndian(source[24..]),
            BinaryPrimitives.ReadInt32LittleEndian(source[12..]))
        {
            HasMark = magic == Magic,
        };
        return magic is Magic or MagicBeforeMarks
            && BinaryPrimitives.ReadUInt32LittleEndian(source[8..]) == Crc32C.Compute(source[12..Bytes])
            && header.Sequence > 0;
    }
}
