using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>A growing byte buffer that one message is written into. Not thread safe; reused.</summary>
internal sealed class MessageBuffer : IBufferWriter<byte>
{
    private const int KeptBytesMax = 64 << 10;
    private byte[] _bytes = new byte[256];

    internal int Length { get; private set; }

    internal ReadOnlyMemory<byte> Memory => _bytes.AsMemory(0, Length);

    internal Span<byte> Span => _bytes.AsSpan(0, Length);

    /// <summary>Empties the buffer and reserves room in front for a header written last.</summary>
    internal void Reset(int headerBytes)
    {
        if (_bytes.Length > KeptBytesMax)
            _bytes = new byte[256];
        Length = headerBytes;
    }

    internal void WriteInt32(int value)
    {
        BinaryPrimitives.WriteInt32LittleEndian(GetSpan(sizeof(int)), value);
        Length += sizeof(int);
    }

    internal void Write(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(GetSpan(bytes.Length));
        Length += bytes.Length;
    }

    internal void WriteUnmanaged<T>(T value)
        where T : unmanaged
    {
        Unsafe.WriteUnaligned(ref GetSpan(Unsafe.SizeOf<T>())[0], value);
        Length += Unsafe.SizeOf<T>();
    }

    /// <summary>Overwrites four bytes written before.</summary>
    internal void PatchInt32(int position, int value) =>
        BinaryPrimitives.WriteInt32LittleEndian(_bytes.AsSpan(position), value);

    public void Advance(int count) => Length += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Grow(Math.Max(sizeHint, 1));
        return _bytes.AsMemory(Length);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Grow(Math.Max(sizeHint, 1));
        return _bytes.AsSpan(Length);
    }

    private void Grow(int more)
    {
        if (_bytes.Length - Length < more)
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, checked(Length + more)));
    }
}
