using System;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Transport;
using SfPerf.Platform.Admission;

namespace SfPerf.Fabric.Replication.Wire;

/// <summary>The frames between a primary and one secondary: docs/formats/replication-frame.md.</summary>
internal static class Frames
{
    internal const int RecordHeadBytes = 1 + 1 + 8 + 8 + 16 + 4;
    private const uint Protocol = 0x4C504552; // "REPL"

    internal static ConnectionOptions Options(ReplicationHostOptions host) => new()
    {
        Protocol = Protocol,
        Version = 2,
        Admission = AdmissionPolicy.OwnUser,
        ClusterSecret = host.ClusterSecret,
        FrameBytesMax = Math.Max(host.RecordBytesMax, CopyBlockBytes) + 4096,
        SendQueueBytesMax = 32 << 20,
        Time = host.Time,
    };

    internal const int CopyBlockBytes = 256 << 10;

    internal static byte[] Hello(Guid partitionId, long target, long primary, LogEpoch epoch)
    {
        var writer = new FrameWriter(stackalloc byte[64], FrameType.Hello);
        writer.Write(partitionId);
        writer.Write(target);
        writer.Write(primary);
        writer.Write(epoch);
        return writer.Written.ToArray();
    }

    internal static byte[] Welcome(LogEpoch accepted, long appliedLsn, ProgressVector progress)
    {
        var writer = new FrameWriter(new byte[64 + FrameWriter.Bytes(progress.Epochs)], FrameType.Welcome);
        writer.Write(accepted);
        writer.Write(appliedLsn);
        writer.Write(progress.LastLsn);
        writer.Write(progress.Epochs);
        return writer.Written.ToArray();
    }

    internal static byte[] Start(CatchUpDecision decision)
    {
        var writer = new FrameWriter(stackalloc byte[16], FrameType.Start);
        writer.Write((byte)decision.Mode);
        writer.Write(decision.KeepLsn);
        return writer.Written.ToArray();
    }

    internal static ReadOnlySpan<byte> RecordHead(Span<byte> target, in LogRecord record, long committedLsn)
    {
        var writer = new FrameWriter(target, FrameType.Record);
        writer.Write((byte)record.Type);
        writer.Write(record.Lsn);
        writer.Write(committedLsn);
        writer.Write(record.Epoch);
        writer.Write(record.PayloadCrc);
        return writer.Written;
    }

    internal static ReadOnlySpan<byte> Number(Span<byte> target, FrameType type, long value)
    {
        var writer = new FrameWriter(target, type);
        writer.Write(value);
        return writer.Written;
    }

    internal static byte[] CopyBegin(ProgressVector history)
    {
        var writer = new FrameWriter(new byte[64 + FrameWriter.Bytes(history.Epochs)], FrameType.CopyBegin);
        writer.Write(history.LastLsn);
        writer.Write(history.Epochs);
        return writer.Written.ToArray();
    }
}
