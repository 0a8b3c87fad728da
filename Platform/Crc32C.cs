using System;
using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace SfPerf.Platform;

/// <summary>CRC-32C (Castagnoli), by the processor's instruction where it has one.</summary>
public static class Crc32C
{
    private const int LongLane = 32; // in words of 8 bytes
    private const int ShortLane = 8;

    /// <summary>The checksum of the bytes. "123456789" gives e3069283.</summary>
    public static uint Compute(ReadOnlySpan<byte> bytes) => ~Append(uint.MaxValue, bytes);

    /// <summary>Continues a raw (not inverted) checksum.</summary>
    public static uint Append(uint crc, ReadOnlySpan<byte> bytes)
    {
        var words = MemoryMarshal.Cast<byte, ulong>(bytes);
        if (words.Length >= 3 * ShortLane && Pclmulqdq.IsSupported && Sse42.X64.IsSupported)
        {
            for (; words.Length >= 3 * LongLane; words = words[(3 * LongLane)..])
                crc = AppendLanes(crc, words[..(3 * LongLane)], 0xdd7e3b0c, 0xb9e02b86);
            for (; words.Length >= 3 * ShortLane; words = words[(3 * ShortLane)..])
                crc = AppendLanes(crc, words[..(3 * ShortLane)], 0x0d3b6092, 0x9e4addf8);
        }
        foreach (var word in words)
        {
            crc = BitOperations.Crc32C(
                crc, BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word));
        }

        foreach (var b in bytes[(bytes.Length & ~7)..])
            crc = BitOperations.Crc32C(crc, b);
        return crc;
    }

    // The instruction needs three cycles and can begin in each of them, so three checksums, of a third of the words
    // each, take the time of one. That of a third counts as if as many zeros followed it as there are bits behind it:
    // it is multiplied by the power x^(bits - 33) modulo the polynomial, bits reflected, and added to the last word,
    // whose own step does the rest of the division. (V. Gopal et al., "Fast CRC Computation for iSCSI Polynomial Using
    // CRC32 Instruction", Intel, 2011.)
    private static uint AppendLanes(uint crc, ReadOnlySpan<ulong> words, uint twoLanes, uint oneLane)
    {
        var lane = words.Length / 3;
        ref var first = ref MemoryMarshal.GetReference(words);
        ref var second = ref Unsafe.Add(ref first, lane);
        ref var third = ref Unsafe.Add(ref second, lane);
        var (crc2, crc3) = (0u, 0u);
        var i = 0;
        for (; i < lane - 1; i++)
        {
            crc = BitOperations.Crc32C(crc, Unsafe.Add(ref first, i));
            crc2 = BitOperations.Crc32C(crc2, Unsafe.Add(ref second, i));
            crc3 = BitOperations.Crc32C(crc3, Unsafe.Add(ref third, i));
        }
        crc = BitOperations.Crc32C(crc, Unsafe.Add(ref first, i));
        crc2 = BitOperations.Crc32C(crc2, Unsafe.Add(ref second, i));
        return BitOperations.Crc32C(
            crc3, Unsafe.Add(ref third, i) ^ Product(crc, twoLanes) ^ Product(crc2, oneLane));
    }

    private static ulong Product(uint left, uint right) => Pclmulqdq.CarrylessMultiply(
        Vector128.CreateScalar((ulong)left), Vector128.CreateScalar((ulong)right), 0).ToScalar();
}
