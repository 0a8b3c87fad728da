using System;
using System.Buffers;
using System.IO;

namespace SfPerf.Platform;

/// <summary>Lets serializers that want a stream append to a buffer. It can only be written; one caller at a time.
/// </summary>
public sealed class BufferWriterStream(IBufferWriter<byte> target) : Stream
{
    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw OnlyWritten();

    public override long Position
    {
        get => throw OnlyWritten();
        set => throw OnlyWritten();
    }

    public override void Flush()
    {
        // Every write is in the buffer already.
    }

    public override void Write(byte[] buffer, int offset, int count) => target.Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer) => target.Write(buffer);

    public override void WriteByte(byte value)
    {
        target.GetSpan(1)[0] = value;
        target.Advance(1);
    }

    public override int Read(byte[] buffer, int offset, int count) => throw OnlyWritten();

    public override long Seek(long offset, SeekOrigin origin) => throw OnlyWritten();

    public override void SetLength(long value) => throw OnlyWritten();

    private static NotSupportedException OnlyWritten() => new("The stream can only be written to.");
}
