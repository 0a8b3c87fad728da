using System;
using System.Buffers.Binary;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log.Records;

/// <summary>
/// The bytes of records and group headers: docs/formats/log-record.md. Every checksum covers the entry's own position
/// in the log, so that bytes of an earlier lap of a recycled segment, or of a misdirected write, never pass.
/// </summary>
internal static class RecordFormat
{
    internal const int RecordHeaderBytes = 56;
    internal const int GroupHeaderBytes = 32;
    internal const ulong GroupMagic = 0x5055_4F52_4750_4653; // "SFPGROUP"
    internal const uint GroupIsFlushed = 1;
    private const int Alignment = 8;

    internal static int EntryBytes(int payloadBytes) => (RecordHeaderBytes + payloadBytes + Alignment - 1) & -Alignment;

    internal static void WriteRecord(
        Span<byte> target, long position, long stream, in LogRecord record, ReadOnlySpan<byte> payload)
    {
        BinaryPrimitives.WriteInt32LittleEndian(target[4..], payload.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(target[8..], record.PayloadCrc);
        BinaryPrimitives.WriteInt32LittleEndian(target[12..], (int)record.Type);
        BinaryPrimitives.WriteInt64LittleEndian(target[16..], stream);
        BinaryPrimitives.WriteInt64LittleEndian(target[24..], record.Lsn);
        BinaryPrimitives.WriteInt64LittleEndian(target[32..], record.CommittedLsn);
        BinaryPrimitives.WriteInt64LittleEndian(target[40..], record.Epoch.DataLossNumber);
        BinaryPrimitives.WriteInt64LittleEndian(target[48..], record.Epoch.ConfigurationNumber);
        BinaryPrimitives.WriteUInt32LittleEndian(target, HeaderCrc(target, position));
        payload.CopyTo(target[RecordHeaderBytes..]);
        target[(RecordHeaderBytes + payload.Length)..].Clear();
    }

    /// <summary>
    /// Reads a record's header. False when its checksum, type or length cannot be of a record at this position.
    /// </summary>
    internal static bool TryReadHeader(
        ReadOnlySpan<byte> source, long position, int payloadBytesMax, out LogRecord record, out long stream,
        out int payloadBytes)
    {
        (record, stream) = (default, 0);
        payloadBytes = BinaryPrimitives.ReadInt32LittleEndian(source[4..]);
        var type = BinaryPrimitives.ReadInt32LittleEndian(source[12..]);
        if (payloadBytes < 0 || payloadBytes > payloadBytesMax || type is < 1 or > 3
            || BinaryPrimitives.ReadUInt32LittleEndian(source) != HeaderCrc(source, position))
        {
            return false;
        }

        stream = BinaryPrimitives.ReadInt64LittleEndian(source[16..]);
        record = new LogRecord(
            (LogRecordType)type,
            new LogEpoch(
                BinaryPrimitives.ReadInt64LittleEndian(
                    source[40..]), BinaryPrimitives.ReadInt64LittleEndian(source[48..])),
            BinaryPrimitives.ReadInt64LittleEndian(source[24..]),
            BinaryPrimitives.ReadInt64LittleEndian(source[32..]),
            BinaryPrimitives.ReadUInt32LittleEndian(source[8..]),
            default);
        return true;
    }

    internal static void WriteGroupHeader(Span<byte> target, long position, bool flushed)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(target, GroupMagic);
        BinaryPrimitives.WriteUInt32LittleEndian(target[12..], flushed ? GroupIsFlushed : 0);
        BinaryPrimitives.WriteInt64LittleEndian(target[16..], position);
        BinaryPrimitives.WriteInt64LittleEndian(target[24..], 0);
        BinaryPrimitives.WriteUInt32LittleEndian(target[8..], Crc32C.Compute(target[12..GroupHeaderBytes]));
    }

    internal static bool IsGroupMagic(ReadOnlySpan<byte> source) =>
        BinaryPrimitives.ReadUInt64LittleEndian(source) == GroupMagic;

    internal static bool TryReadGroupHeader(ReadOnlySpan<byte> source, out long position, out bool flushed)
    {
        position = BinaryPrimitives.ReadInt64LittleEndian(source[16..]);
        flushed = (BinaryPrimitives.ReadUInt32LittleEndian(source[12..]) & GroupIsFlushed) != 0;
        return IsGroupMagic(source)
            && BinaryPrimitives.ReadUInt32LittleEndian(source[8..]) == Crc32C.Compute(source[12..GroupHeaderBytes]);
    }

    private static uint HeaderCrc(ReadOnlySpan<byte> header, long position)
    {
        Span<byte> place = stackalloc byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(place, position);
        return ~Crc32C.Append(Crc32C.Append(uint.MaxValue, place), header[4..RecordHeaderBytes]);
    }
}
