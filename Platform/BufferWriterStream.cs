using System;
using System.Buffers;
using System.IO;

namespace SfPerf.Platform;

/// <summary>Lets serializers that want a stream append to a buffer. It can only be written; one caller at a time.
/// </summary>
/// <param name="target">The buffer.</param>
public sealed class BufferWriterStream(IBufferWriter<byte> target) : Stream
{
    /// <inheritdoc/>
    public override bool CanRead => false;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => true;

    /// <inheritdoc/>
    public override long Length => throw OnlyWritten();

    /// <inheritdoc/>
    public override long Position
    {
        get => throw OnlyWritten();
        set => throw OnlyWritten();
    }

    /// <inheritdoc/>
    public override void Flush()
    {
        // Every write is in the buffer already.
    }

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => target.Write(buffer.AsSpan(offset, count));

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer) => target.Write(buffer);

    /// <inheritdoc/>
    public override void WriteByte(byte value)
    {
        target.GetSpan(1)[0] = value;
        target.Advance(1);
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw OnlyWritten();

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw OnlyWritten();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw OnlyWritten();

    private static NotSupportedException OnlyWritten() => new("The stream can only be written to.");
}
