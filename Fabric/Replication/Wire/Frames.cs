using System;
using System.Buffers.Binary;
using System.Text;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Transport;
using SfPerf.Platform.Admission;

namespace SfPerf.Fabric.Replication.Wire;

/// <summary>The frames between a primary and one secondary: docs/formats/replication-frame.md.</summary>
internal static class Frames
{
    /// <summary>The bytes that each frame begins with: its type and its channel.</summary>
    internal const int ChannelHeadBytes = 1 + 4;

    internal const int NumberBytes = ChannelHeadBytes + 8;
    internal const int RecordHeadBytes = ChannelHeadBytes + 1 + 8 + 8 + 16 + 4;
    private const int ReasonCharactersMax = 250;
    private const uint Protocol = 0x4C504552; // "REPL"

    /// <summary>What may wait to be sent to another host; one partition alone may not fill it.</summary>
    internal const int SendQueueBytesMax = 128 << 20;

    internal static ConnectionOptions Options(ReplicationHostOptions host) => new()
    {
        Protocol = Protocol,
        Version = 3,
        Admission = AdmissionPolicy.OwnUser,
        ClusterSecret = host.ClusterSecret,
        FrameBytesMax = Math.Max(host.RecordBytesMax, CopyBlockBytes) + 4096,
        SendQueueBytesMax = SendQueueBytesMax,
        Time = host.Time,
    };

    internal const int CopyBlockBytes = 256 << 10;

    internal static byte[] Hello(int channel, Guid partitionId, long target, long primary, LogEpoch epoch)
    {
        var writer = new FrameWriter(stackalloc byte[64], FrameType.Hello, channel);
        writer.Write(partitionId);
        writer.Write(target);
        writer.Write(primary);
        writer.Write(epoch);
        return writer.Written.ToArray();
    }

    internal static byte[] Welcome(int channel, LogEpoch accepted, long appliedLsn, ProgressVector progress)
    {
        var writer = new FrameWriter(
            new byte[64 + FrameWriter.Bytes(progress.Epochs)], FrameType.Welcome, channel);
        writer.Write(accepted);
        writer.Write(appliedLsn);
        writer.Write(progress.LastLsn);
        writer.Write(progress.Epochs);
        return writer.Written.ToArray();
    }

    internal static byte[] Start(int channel, CatchUpDecision decision)
    {
        var writer = new FrameWriter(stackalloc byte[16], FrameType.Start, channel);
        writer.Write((byte)decision.Mode);
        writer.Write(decision.KeepLsn);
        return writer.Written.ToArray();
    }

    /// <summary>The head of a record; which channel it is for is written into it by <see cref="Address"/>.</summary>
    internal static Span<byte> RecordHead(Span<byte> target, in LogRecord record, long committedLsn)
    {
        var writer = new FrameWriter(target, FrameType.Record, 0);
        writer.Write((byte)record.Type);
        writer.Write(record.Lsn);
        writer.Write(committedLsn);
        writer.Write(record.Epoch);
        writer.Write(record.PayloadCrc);
        return target[..writer.Written.Length];
    }

    /// <summary>Sets the channel that a frame is for; one record goes out on several.</summary>
    internal static ReadOnlySpan<byte> Address(Span<byte> frame, int channel)
    {
        BinaryPrimitives.WriteInt32LittleEndian(frame[1..], channel);
        return frame;
    }

    internal static Span<byte> Number(Span<byte> target, FrameType type, int channel, long value)
    {
        var writer = new FrameWriter(target, type, channel);
        writer.Write(value);
        return target[..writer.Written.Length];
    }

    internal static byte[] CopyBegin(int channel, ProgressVector history)
    {
        var writer = new FrameWriter(
            new byte[64 + FrameWriter.Bytes(history.Epochs)], FrameType.CopyBegin, channel);
        writer.Write(history.LastLsn);
        writer.Write(history.Epochs);
        return writer.Written.ToArray();
    }

    /// <summary>The head of a copy's block, or the whole frame of its end.</summary>
    internal static byte[] Bare(FrameType type, int channel) =>
        new FrameWriter(stackalloc byte[ChannelHeadBytes], type, channel).Written.ToArray();

    internal static byte[] Close(int channel, string reason) =>
    [
        .. Bare(FrameType.Close, channel),
        .. Encoding.UTF8.GetBytes(reason.Length > ReasonCharactersMax ? reason[..ReasonCharactersMax] : reason),
    ];
}
