using System;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace SfPerf.Fabric.ReliableState.Serialization;

/// <summary>The memory of a simple value, little endian (as on every machine that .NET 10 runs on).</summary>
internal sealed class BlittableCodec<T> : ValueCodec<T>
    where T : unmanaged
{
    internal override bool IsExact => true;

    internal override void Write(T value, ByteWriter writer) =>
        MemoryMarshal.Write(writer.Take(Unsafe.SizeOf<T>()), in value);

    internal override T Read(ReadOnlyMemory<byte> bytes) => bytes.Length == Unsafe.SizeOf<T>()
        ? MemoryMarshal.Read<T>(bytes.Span)
        : throw new InvalidDataException($"A {typeof(T)} has {Unsafe.SizeOf<T>()} bytes, found {bytes.Length}.");
}
