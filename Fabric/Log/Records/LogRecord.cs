using System;

namespace SfPerf.Fabric.Log.Records;

/// <summary>Represents one record of a stream, as appended or as read back.</summary>
/// <param name="Type">What it is.</param>
/// <param name="Epoch">The term under which it was first written.</param>
/// <param name="Lsn">Its number; dense within the stream.</param>
/// <param name="CommittedLsn">The highest LSN known to be committed when it was written.</param>
/// <param name="PayloadCrc">The CRC-32C of the payload.</param>
/// <param name="Payload">The owner's bytes. Where they live, and how long, is said where the record is handed
/// out.</param>
public readonly record struct LogRecord(
    LogRecordType Type, LogEpoch Epoch, long Lsn, long CommittedLsn, uint PayloadCrc, ReadOnlyMemory<byte> Payload);

/// <summary>Specifies what a record is. The values are part of the file format.</summary>
public enum LogRecordType
{
    /// <summary>Bytes of the stream's owner, with an LSN.</summary>
    Data = 1,

    /// <summary>The first record of a primary's term: an LSN of its own, no bytes.</summary>
    Epoch = 2,

    /// <summary>Cuts the stream: every record with a higher LSN before this one is void.</summary>
    TruncateTail = 3,
}
