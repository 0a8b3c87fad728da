using System;
using System.Buffers.Binary;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication.Storage;

/// <summary>
/// Frames what a state writes: blocks of {length, CRC-32C over block number and bytes, bytes}, the last one empty. A
/// file without that last block is not a checkpoint.
/// </summary>
/// <param name="target">Where the blocks go.</param>
/// <param name="pace">Holds up who writes asynchronously; null for nobody.</param>
internal sealed class CheckpointWriteStream(Stream target, CheckpointPace? pace = null) : Stream
{
    internal const int BlockBytesMax = 256 << 10;
    internal const int BlockHeaderBytes = 8;
    private byte[] _block = new byte[16 << 10];         // grows: most states of many partitions are small
    private int _filled;
    private long _number;
    private long _written;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>Writes the rest and the closing block. The target is neither flushed nor closed.</summary>
    internal void Complete()
    {
        if (_filled > 0)
            WriteBlock();
        WriteBlock();
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (buffer.Length > 0)
        {
            var length = Math.Min(buffer.Length, BlockBytesMax - _filled);
            MakeRoom(length);
            buffer[..length].CopyTo(_block.AsSpan(BlockHeaderBytes + _filled));
            _filled += length;
            buffer = buffer[length..];
            if (_filled == BlockBytesMax)
                WriteBlock();
        }
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Write(buffer.Span);
        return pace?.WaitAsync(_written, cancellationToken) ?? default;
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    internal static uint Crc(long number, ReadOnlySpan<byte> bytes)
    {
        Span<byte> place = stackalloc byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(place, number);
        return ~Crc32C.Append(Crc32C.Append(uint.MaxValue, place), bytes);
    }

    private void MakeRoom(int bytes)
    {
        var needed = BlockHeaderBytes + _filled + bytes;
        if (needed > _block.Length)
            Array.Resize(ref _block, Math.Clamp(2 * _block.Length, needed, BlockHeaderBytes + BlockBytesMax));
    }

    private void WriteBlock()
    {
        BinaryPrimitives.WriteInt32LittleEndian(_block, _filled);
        BinaryPrimitives.WriteUInt32LittleEndian(
            _block.AsSpan(4), Crc(_number++, _block.AsSpan(BlockHeaderBytes, _filled)));
        target.Write(_block.AsSpan(0, BlockHeaderBytes + _filled));
        _written += BlockHeaderBytes + _filled;
        _filled = 0;
    }
}
