using System;
using System.Buffers;
using System.Buffers.Binary;
using System.IO;
using SfPerf.Platform;

namespace SfPerf.Fabric.ReliableState.Serialization;

/// <summary>
/// A growing buffer that can be cut back; it keeps a small array and returns a large one to the pool. One caller at a
/// time.
/// </summary>
internal sealed class ByteWriter : IBufferWriter<byte>
{
    private const int KeptBytesMax = 64 * 1024;

    private byte[] _kept = new byte[512];   // the largest small array so far
    private byte[] _buffer;                 // the kept array, or a larger one of the pool
    private BinaryWriter? _binary;
    private Stream? _stream;

    internal ByteWriter() => _buffer = _kept;

    internal int Length { get; private set; }

    internal ReadOnlySpan<byte> Written => _buffer.AsSpan(0, Length);

    internal ReadOnlyMemory<byte> WrittenMemory => _buffer.AsMemory(0, Length);

    /// <summary>Gets a stream that appends to this buffer.</summary>
    internal Stream Stream => _stream ??= new BufferWriterStream(this);

    /// <summary>Gets a writer that appends to this buffer; flush it after use.</summary>
    internal BinaryWriter Binary => _binary ??= new BinaryWriter(Stream);

    /// <summary>Gets room for exactly so many bytes, counted as written.</summary>
    internal Span<byte> Take(int byteCount)
    {
        if (_buffer.Length - Length < byteCount)
            Grow(byteCount);
        var span = _buffer.AsSpan(Length, byteCount);
        Length += byteCount;
        return span;
    }

    internal void WriteByte(byte value) => Take(1)[0] = value;

    internal void WriteInt32(int value) => BinaryPrimitives.WriteInt32LittleEndian(Take(sizeof(int)), value);

    internal void WriteInt64(long value) => BinaryPrimitives.WriteInt64LittleEndian(Take(sizeof(long)), value);

    internal void Write(ReadOnlySpan<byte> bytes) => bytes.CopyTo(Take(bytes.Length));

    internal void PatchByte(int offset, byte value) => _buffer[offset] = value;

    internal void PatchInt32(int offset, int value) =>
        BinaryPrimitives.WriteInt32LittleEndian(_buffer.AsSpan(offset, sizeof(int)), value);

    /// <summary>Forgets what was written after <paramref name="length"/>.</summary>
    internal void CutTo(int length) => Length = length;

    /// <summary>Empties the buffer, for the next user.</summary>
    internal void Reset()
    {
        Length = 0;
        if (_buffer == _kept)
            return;
        ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = _kept;
    }

    public void Advance(int count) => Length += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _buffer.AsMemory(Length);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _buffer.AsSpan(Length);
    }

    // A reader of the interface expects room for at least one byte.
    private void Reserve(int byteCount)
    {
        if (_buffer.Length - Length < Math.Max(byteCount, 1))
            Grow(Math.Max(byteCount, 1));
    }

    private void Grow(int byteCount)
    {
        var needed = checked(Length + byteCount);
        var size = (int)Math.Min(Array.MaxLength, Math.Max(needed, 2L * _buffer.Length));
        var larger = size <= KeptBytesMax ? new byte[size] : ArrayPool<byte>.Shared.Rent(size);
        _buffer.AsSpan(0, Length).CopyTo(larger);
        if (_buffer != _kept)
            ArrayPool<byte>.Shared.Return(_buffer);
        if (size <= KeptBytesMax)
            _kept = larger;
        _buffer = larger;
    }
}
