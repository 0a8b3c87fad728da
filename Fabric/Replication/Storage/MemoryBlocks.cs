using System;
using System.Collections.Generic;
using System.IO;

namespace SfPerf.Fabric.Replication.Storage;

/// <summary>
/// Bytes of any number in blocks of one size, written once from the beginning to the end. They are read only after the
/// writing has ended, then by any number of readers.
/// </summary>
internal sealed class MemoryBlocks
{
    private const int BlockBytes = 256 << 10;
    private readonly List<byte[]> _blocks = [];

    internal long Length { get; private set; }

    internal Stream OpenWrite() => new Writer(this);

    internal Stream OpenRead() => new Reader(this);

    private void Append(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            var offset = (int)(Length % BlockBytes);
            if (offset == 0)
                _blocks.Add(GC.AllocateUninitializedArray<byte>(BlockBytes));
            var count = Math.Min(bytes.Length, BlockBytes - offset);
            bytes[..count].CopyTo(_blocks[^1].AsSpan(offset));
            bytes = bytes[count..];
            Length += count;
        }
    }

    private int CopyTo(Span<byte> buffer, long position)
    {
        var offset = (int)(position % BlockBytes);
        var count = (int)Math.Min(Math.Min(buffer.Length, BlockBytes - offset), Length - position);
        if (count > 0)
            _blocks[(int)(position / BlockBytes)].AsSpan(offset, count).CopyTo(buffer);
        return count;
    }

    private abstract class OneWay : Stream
    {
        public override bool CanSeek => false;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override void Flush()
        {
        }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();
    }

    private sealed class Writer(MemoryBlocks blocks) : OneWay
    {
        public override bool CanRead => false;

        public override bool CanWrite => true;

        public override long Length => blocks.Length;

        public override int Read(Span<byte> buffer) => throw new NotSupportedException();

        public override void Write(ReadOnlySpan<byte> buffer) => blocks.Append(buffer);
    }

    private sealed class Reader(MemoryBlocks blocks) : OneWay
    {
        private long _position;

        public override bool CanRead => true;

        public override bool CanWrite => false;

        public override int Read(Span<byte> buffer)
        {
            var count = blocks.CopyTo(buffer, _position);
            _position += count;
            return count;
        }

        public override void Write(ReadOnlySpan<byte> buffer) => throw new NotSupportedException();
    }
}
