using System;
using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;

namespace SfPerf.Platform;

/// <summary>CRC-32C (Castagnoli), by the processor's instruction where it has one.</summary>
public static class Crc32C
{
    /// <summary>The checksum of the bytes. "123456789" gives e3069283.</summary>
    public static uint Compute(ReadOnlySpan<byte> bytes) => ~Append(uint.MaxValue, bytes);

    /// <summary>Continues a raw (not inverted) checksum.</summary>
    public static uint Append(uint crc, ReadOnlySpan<byte> bytes)
    {
        foreach (var word in MemoryMarshal.Cast<byte, ulong>(bytes))
        {
            crc = BitOperations.Crc32C(
                crc, BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word));
        }

        foreach (var b in bytes[(bytes.Length & ~7)..])
            crc = BitOperations.Crc32C(crc, b);
        return crc;
    }
}
