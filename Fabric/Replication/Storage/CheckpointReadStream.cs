using System;
using System.Buffers.Binary;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Replication.Storage;

/// <summary>
/// Reads what <see cref="CheckpointWriteStream"/> framed, and checks every block before it gives out a byte.
/// </summary>
/// <param name="source">The file.</param>
/// <param name="name">Its name, for messages.</param>
/// <param name="framed">Whether the frames are given out as well, for a copy of the file.</param>
internal sealed class CheckpointReadStream(Stream source, string name, bool framed = false) : Stream
{
    private const int BlocksBetweenTurns = (1 << 20) / CheckpointWriteStream.BlockBytesMax;

    private readonly byte[] _block =
        new byte[CheckpointWriteStream.BlockHeaderBytes + CheckpointWriteStream.BlockBytesMax];
    private int _start;
    private int _end;
    private long _number;
    private bool _complete;

    /// <summary>Gets what is wrong with the file, as far as it was read; null when nothing is.</summary>
    internal InvalidDataException? Corruption { get; private set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer)
    {
        if (buffer.Length == 0)
            return 0;
        while (_start == _end)
        {
            if (_complete)
                return 0;
            ReadBlock();
        }
        var length = Math.Min(buffer.Length, _end - _start);
        _block.AsSpan(_start, length).CopyTo(buffer);
        _start += length;
        return length;
    }

    /// <inheritdoc/>
    /// <remarks>It reads on the caller's thread, which costs less than the way to another one for each block, and gives
    /// others of the pool a turn after each MiB.</remarks>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return _start < _end || _number % BlocksBetweenTurns != 0
            ? new ValueTask<int>(Read(buffer.Span)) : ReadAfterTurnAsync(buffer);
    }

    /// <summary>Reads the rest, to check it.</summary>
    /// <exception cref="InvalidDataException">It is not whole.</exception>
    internal void ReadToEnd()
    {
        var part = new byte[CheckpointWriteStream.BlockBytesMax];
        while (Read(part) > 0)
        {
            // Each block is checked as it is read.
        }
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            source.Dispose();
        base.Dispose(disposing);
    }

    private async ValueTask<int> ReadAfterTurnAsync(Memory<byte> buffer)
    {
        await Task.Yield();
        return Read(buffer.Span);
    }

    private void ReadBlock()
    {
        const int Header = CheckpointWriteStream.BlockHeaderBytes;
        var head = _block.AsSpan(0, Header);
        if (source.ReadAtLeast(head, Header, throwOnEndOfStream: false) < Header)
            throw Corruption = new InvalidDataException($"Checkpoint '{name}' ends before its last block.");
        var length = BinaryPrimitives.ReadInt32LittleEndian(head);
        var crc = BinaryPrimitives.ReadUInt32LittleEndian(head[4..]);
        if (length is < 0 or > CheckpointWriteStream.BlockBytesMax
            || source.ReadAtLeast(_block.AsSpan(Header, length), length, throwOnEndOfStream: false) < length
            || CheckpointWriteStream.Crc(_number, _block.AsSpan(Header, length)) != crc)
        {
            throw Corruption = new InvalidDataException($"Checkpoint '{name}' is corrupt in block {_number}.");
        }

        _number++;
        _complete = length == 0;
        (_start, _end) = (framed ? 0 : Header, Header + length);
    }
}
