using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using SfPerf.Fabric.Log.Records;

namespace SfPerf.Fabric.Replication.Wire;

/// <summary>
/// Writes the parts of a frame one after the other, little-endian, into memory that the caller sized.
/// </summary>
internal ref struct FrameWriter
{
    private readonly Span<byte> _target;
    private int _at;

    internal FrameWriter(Span<byte> target, FrameType type, int channel)
    {
        _target = target;
        _target[0] = (byte)type;
        BinaryPrimitives.WriteInt32LittleEndian(_target[1..], channel);
        _at = Frames.ChannelHeadBytes;
    }

    internal readonly ReadOnlySpan<byte> Written => _target[.._at];

    internal void Write(byte value) => _target[_at++] = value;

    internal void Write(uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(_target[_at..], value);
        _at += sizeof(uint);
    }

    internal void Write(long value)
    {
        BinaryPrimitives.WriteInt64LittleEndian(_target[_at..], value);
        _at += sizeof(long);
    }

    internal void Write(LogEpoch epoch)
    {
        Write(epoch.DataLossNumber);
        Write(epoch.ConfigurationNumber);
    }

    internal void Write(Guid value)
    {
        value.TryWriteBytes(_target[_at..]);
        _at += 16;
    }

    internal void Write(IReadOnlyList<LogEpochStart> epochs)
    {
        Write((uint)epochs.Count);
        foreach (var (epoch, firstLsn) in epochs)
        {
            Write(epoch);
            Write(firstLsn);
        }
    }

    internal static int Bytes(IReadOnlyList<LogEpochStart> epochs) => sizeof(uint) + epochs.Count * 24;
}
