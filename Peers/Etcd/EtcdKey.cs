using System;
using System.Buffers.Text;
using System.IO;

namespace SfPerf.Peers.Etcd;

/// <summary>Our keys' names in etcd: <c>sfperf-</c> and sixteen hexadecimal digits that rise with the key, since etcd
/// keeps names in the order of their bytes.</summary>
internal static class EtcdKey
{
    /// <summary>The bytes of a name.</summary>
    internal const int Length = 23;

    private const int DigitsAt = 7;
    private const ulong Sign = 1UL << 63;

    /// <summary>Gets what lies behind all names.</summary>
    internal static ReadOnlySpan<byte> End => "sfperf."u8;

    internal static void Write(long key, Span<byte> name)
    {
        "sfperf-"u8.CopyTo(name);
        Utf8Formatter.TryFormat((ulong)key ^ Sign, name[DigitsAt..], out _, new System.Buffers.StandardFormat('x', 16));
    }

    /// <summary>Reads a name.</summary>
    /// <exception cref="InvalidDataException">It is none of ours.</exception>
    internal static long Read(ReadOnlySpan<byte> name) =>
        name.Length == Length && Utf8Parser.TryParse(name[DigitsAt..], out ulong number, out var used, 'x')
            && used == Length - DigitsAt
            ? (long)(number ^ Sign)
            : throw new InvalidDataException($"etcd returned a key of {name.Length} bytes, which is none of ours.");
}
