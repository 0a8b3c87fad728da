using System;

namespace SfPerf.Fabric.Actors;

/// <summary>
/// CRC-64/WE: polynomial 42F0E1EBA9EA3693, most significant bit first, begun and ended with all ones.
/// </summary>
internal static class Crc64
{
    private const ulong Polynomial = 0x42F0E1EBA9EA3693;
    private static readonly ulong[] Table = MakeTable();

    internal static ulong Of(ReadOnlySpan<byte> bytes)
    {
        var crc = ulong.MaxValue;
        foreach (var value in bytes)
            crc = (crc << 8) ^ Table[(crc >> 56) ^ value];
        return ~crc;
    }

    private static ulong[] MakeTable()
    {
        var table = new ulong[256];
        for (var i = 0; i < table.Length; i++)
        {
            var crc = (ulong)i << 56;
            for (var bit = 0; bit < 8; bit++)
                crc = (crc << 1) ^ ((long)crc < 0 ? Polynomial : 0);
            table[i] = crc;
        }

        return table;
    }
}
