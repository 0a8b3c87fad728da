using System;
using System.Numerics;

namespace SfPerf.Fabric.Cluster.Configuration;

internal static class Checksum
{
    internal static uint Crc32C(ReadOnlySpan<byte> bytes)
    {
        var crc = uint.MaxValue;
        foreach (var b in bytes) crc = BitOperations.Crc32C(crc, b);
        return ~crc;
    }
}
