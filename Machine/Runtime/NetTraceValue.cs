using System;
using System.Buffers.Binary;
using System.IO;
using System.Runtime.InteropServices;

namespace SfPerf.Machine.Runtime;

/// <summary>Takes values off the front of an event's bytes.</summary>
internal static class NetTraceValue
{
    internal static int Int32(ref ReadOnlySpan<byte> bytes) =>
        BinaryPrimitives.ReadInt32LittleEndian(Take(ref bytes, sizeof(int)));

    internal static long Int64(ref ReadOnlySpan<byte> bytes) =>
        BinaryPrimitives.ReadInt64LittleEndian(Take(ref bytes, sizeof(long)));

    /// <summary>A text that ends with a zero.</summary>
    internal static string Text(ref ReadOnlySpan<byte> bytes)
    {
        var characters = MemoryMarshal.Cast<byte, char>(bytes);
        var length = characters.IndexOf('\0');
        if (length < 0)
            throw new InvalidDataException("A text in the runtime's event stream does not end.");
        bytes = bytes[((length + 1) * sizeof(char))..];
        return new string(characters[..length]);
    }

    /// <summary>A value of a type; null for one whose length is not known.</summary>
    internal static object? Read(ref ReadOnlySpan<byte> bytes, TypeCode code) => code switch
    {
        TypeCode.Int32 or TypeCode.UInt32 or TypeCode.Boolean => Int32(ref bytes),
        TypeCode.Int64 or TypeCode.UInt64 or TypeCode.DateTime => Int64(ref bytes),
        TypeCode.Single => BinaryPrimitives.ReadSingleLittleEndian(Take(ref bytes, sizeof(float))),
        TypeCode.Double => BinaryPrimitives.ReadDoubleLittleEndian(Take(ref bytes, sizeof(double))),
        TypeCode.String => Text(ref bytes),
        _ => null,
    };

    private static ReadOnlySpan<byte> Take(ref ReadOnlySpan<byte> bytes, int length)
    {
        if (bytes.Length < length)
            throw new InvalidDataException("An event of the runtime is cut short.");
        var taken = bytes[..length];
        bytes = bytes[length..];
        return taken;
    }
}
