using System;
using System.Buffers.Binary;
using System.IO;
using System.Runtime.CompilerServices;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>
/// Reads a message; every length is checked against what is left before anything is allocated for it.
/// </summary>
internal ref struct MessageReader(ReadOnlySpan<byte> bytes)
{
    private ReadOnlySpan<byte> _rest = bytes;

    /// <summary>Gets where the arrays of byte[] values come from; null: each is a new one.</summary>
    internal ReusedArrays? Arrays { get; init; }

    internal readonly int Left => _rest.Length;

    internal int ReadInt32() => BinaryPrimitives.ReadInt32LittleEndian(Take(sizeof(int)));

    internal ulong ReadUInt64() => BinaryPrimitives.ReadUInt64LittleEndian(Take(sizeof(ulong)));

    internal ushort ReadUInt16() => BinaryPrimitives.ReadUInt16LittleEndian(Take(sizeof(ushort)));

    internal T ReadUnmanaged<T>()
        where T : unmanaged => Unsafe.ReadUnaligned<T>(in Take(Unsafe.SizeOf<T>())[0]);

    /// <summary>Reads a length and that many bytes.</summary>
    /// <returns>False for the length -1, which stands for null.</returns>
    internal bool TryReadBytes(out ReadOnlySpan<byte> bytes)
    {
        var length = ReadInt32();
        if (length == -1)
        {
            bytes = default;
            return false;
        }
        bytes = Take(length);
        return true;
    }

    internal ReadOnlySpan<byte> Take(int count)
    {
        if ((uint)count > (uint)_rest.Length)
            throw new InvalidDataException($"The message ends {_rest.Length} bytes on where {count} were announced.");
        var taken = _rest[..count];
        _rest = _rest[count..];
        return taken;
    }
}
