using System;
using System.Buffers.Binary;
using System.IO;
using System.Text;
using SfPerf.Fabric.Log.Records;

namespace SfPerf.Fabric.Replication.Wire;

/// <summary>Reads what <see cref="FrameWriter"/> wrote; a frame that is too short is an error of the peer's.</summary>
internal ref struct FrameReader
{
    private const int EpochsMax = 1 << 16;
    private readonly ReadOnlySpan<byte> _frame;
    private int _at;

    internal FrameReader(ReadOnlySpan<byte> frame)
    {
        _frame = frame;
        Type = (FrameType)Take(1)[0];
        Channel = BinaryPrimitives.ReadInt32LittleEndian(Take(sizeof(int)));
    }

    internal FrameType Type { get; }

    internal int Channel { get; }

    internal readonly int Position => _at;

    internal byte ReadByte() => Take(1)[0];

    internal uint ReadUInt32() => BinaryPrimitives.ReadUInt32LittleEndian(Take(sizeof(uint)));

    internal long ReadInt64() => BinaryPrimitives.ReadInt64LittleEndian(Take(sizeof(long)));

    internal LogEpoch ReadEpoch() => new(ReadInt64(), ReadInt64());

    internal Guid ReadGuid() => new(Take(16));

    internal string ReadText() => Encoding.UTF8.GetString(Take(_frame.Length - _at));

    internal LogEpochStart[] ReadEpochs()
    {
        var count = ReadUInt32();
        if (count > EpochsMax || count * 24 > _frame.Length - _at)
            throw new InvalidDataException($"A {Type} frame announces {count} epochs.");
        var epochs = new LogEpochStart[count];
        for (var i = 0; i < epochs.Length; i++)
            epochs[i] = new LogEpochStart(ReadEpoch(), ReadInt64());
        return epochs;
    }

    private ReadOnlySpan<byte> Take(int bytes)
    {
        if (_frame.Length - _at < bytes)
            throw new InvalidDataException($"A replication frame of {_frame.Length} bytes is too short.");
        _at += bytes;
        return _frame.Slice(_at - bytes, bytes);
    }
}
