using System.IO;

namespace SfPerf.ServiceModel.Wire;

/// <summary>A growing pooled buffer that XML writers write into. Not safe for several threads.</summary>
internal sealed class OutputBuffer : Stream
{
    private const int Smallest = 4096;
    private const int KeptMax = 64 * 1024;

    private byte[] _bytes = [];
    private int _length;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => _length;

    public override long Position
    {
        get => _length;
        set => throw new NotSupportedException();
    }

    internal int Count => _length;

    internal byte[] Bytes => _bytes;

    internal ArraySegment<byte> Segment => new(_bytes, 0, _length);

    internal ReadOnlyMemory<byte> Written => _bytes.AsMemory(0, _length);

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer) => buffer.CopyTo(Take(buffer.Length));

    public override void WriteByte(byte value) => Take(1)[0] = value;

    /// <summary>Lengthens the buffer by <paramref name="count"/> bytes for the caller to fill at once.</summary>
    internal Span<byte> Take(int count)
    {
        if (_bytes.Length - _length < count)
            Grow(count);
        var taken = _bytes.AsSpan(_length, count);
        _length += count;
        return taken;
    }

    internal void Truncate(int length) => _length = length;

    /// <summary>Moves the bytes from <paramref name="from"/> on to <paramref name="to"/>.</summary>
    internal void MoveTail(int from, int to)
    {
        var count = _length - from;
        if (to > from)
            Take(to - from);
        Buffer.BlockCopy(_bytes, from, _bytes, to, count);
        _length = to + count;
    }

    /// <summary>Empties the buffer and gives a large array back.</summary>
    internal void Clear()
    {
        _length = 0;
        if (_bytes.Length > KeptMax)
            Release();
    }

    internal void Release()
    {
        _length = 0;
        ByteArrays.Return(_bytes);
        _bytes = [];
    }

    private void Grow(int count)
    {
        var size = Math.Max(Smallest, Math.Max(_length + count, Math.Min(_bytes.Length * 2L, Array.MaxLength)));
        var larger = ByteArrays.Rent((int)size);
        Buffer.BlockCopy(_bytes, 0, larger, 0, _length);
        ByteArrays.Return(_bytes);
        _bytes = larger;
    }
}
