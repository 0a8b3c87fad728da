using System;

namespace SfPerf.Fabric.Log;

/// <summary>One record of a stream, as appended or as read back.</summary>
/// <param name="Type">What it is.</param>
/// <param name="Epoch">The term under which it was first written.</param>
/// <param name="Lsn">Its number; dense within the stream.</param>
/// <param name="CommittedLsn">The highest LSN known to be committed when it was written.</param>
/// <param name="PayloadCrc">The CRC-32C of the payload.</param>
/// <param name="Payload">The owner's bytes. Where they live, and how long, is said where the record is handed
/// out.</param>
public readonly record struct LogRecord(
    LogRecordType Type, LogEpoch Epoch, long Lsn, long CommittedLsn, uint PayloadCrc, ReadOnlyMemory<byte> Payload);
