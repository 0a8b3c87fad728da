using System;
using System.IO;

namespace SfPerf.Fabric.ReliableState.Serialization;

/// <summary>Lets serializers that want a stream append to a <see cref="ByteWriter"/>.</summary>
internal sealed class ByteWriterStream(ByteWriter writer) : Stream
{
    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Flush()
    {
    }

    public override void Write(byte[] buffer, int offset, int count) => writer.Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer) => writer.Write(buffer);

    public override void WriteByte(byte value) => writer.WriteByte(value);

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
