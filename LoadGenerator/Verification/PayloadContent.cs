using System;
using System.Buffers.Binary;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.Verification;

/// <summary>
/// Represents what a value holds: a header that names run, item and version, then bytes that do not compress, from a
/// place the version decides. A value too short for the header holds the beginning of a hash of item and version.
/// </summary>
internal sealed class PayloadContent
{
    internal const long Damaged = -1;
    internal const long OtherRun = -2;

    /// <summary>A value of fewer bytes has no header.</summary>
    internal const int HeaderBytes = 32;

    private const int NoiseStarts = 4096;
    private const int CandidatesMax = 1024;
    private readonly ulong _tag;
    private readonly ulong _seed;
    private byte[] _noise = [];

    internal PayloadContent(int seed, Guid runTag)
    {
        Span<byte> tag = stackalloc byte[16];
        runTag.TryWriteBytes(tag);
        _tag = BinaryPrimitives.ReadUInt64LittleEndian(tag) ^ BinaryPrimitives.ReadUInt64LittleEndian(tag[8..]);
        _seed = (ulong)seed;
    }

    internal void Fill(Span<byte> value, int item, long version)
    {
        if (value.Length < HeaderBytes)
        {
            FillShort(value, item, version);
            return;
        }
        WriteHeader(value, item, version);
        NoiseOf(version, value.Length - HeaderBytes).CopyTo(value[HeaderBytes..]);
    }

    /// <summary>The version of a value of ours, <see cref="OtherRun"/>, or <see cref="Damaged"/>.</summary>
    internal long VersionOf(ReadOnlySpan<byte> value, int item, long floor, long latest)
    {
        if (value.Length < HeaderBytes)
            return VersionOfShort(value, item, floor, latest);
        var version = BinaryPrimitives.ReadInt64LittleEndian(value[8..]);
        Span<byte> header = stackalloc byte[HeaderBytes];
        var tag = BinaryPrimitives.ReadUInt64LittleEndian(value);
        WriteHeader(header, item, version, tag, value.Length);
        if (!value[..HeaderBytes].SequenceEqual(header))
            return Damaged;
        if (!value[HeaderBytes..].SequenceEqual(NoiseOf(version, value.Length - HeaderBytes)))
            return tag == _tag ? Damaged : OtherRun;
        return tag == _tag ? version : OtherRun;
    }

    /// <summary>Reads a value whose item is not known, which a value without a header does not tell.</summary>
    /// <returns>As <see cref="VersionOf"/>.</returns>
    internal long Read(ReadOnlySpan<byte> value, out int item)
    {
        item = value.Length < HeaderBytes ? 0 : BinaryPrimitives.ReadInt32LittleEndian(value[16..]);
        return value.Length < HeaderBytes ? Damaged : VersionOf(value, item, 0, long.MaxValue);
    }

    private void WriteHeader(Span<byte> value, int item, long version) =>
        WriteHeader(value, item, version, _tag, value.Length);

    private static void WriteHeader(Span<byte> value, int item, long version, ulong tag, int length)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(value, tag);
        BinaryPrimitives.WriteInt64LittleEndian(value[8..], version);
        BinaryPrimitives.WriteInt32LittleEndian(value[16..], item);
        BinaryPrimitives.WriteInt32LittleEndian(value[20..], length);
        BinaryPrimitives.WriteUInt64LittleEndian(value[24..],
            SplitMix64.Hash(SplitMix64.Hash(tag, (ulong)version), ((ulong)(uint)item << 32) | (uint)length));
    }

    private void FillShort(Span<byte> value, int item, long version)
    {
        var seed = SplitMix64.Hash(
            SplitMix64.Hash(_tag, (ulong)version), ((ulong)(uint)item << 32) | (uint)value.Length);
        var state = new SplitMix64(seed);
        Span<byte> word = stackalloc byte[8];
        while (!value.IsEmpty)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(word, state.Next());
            var length = Math.Min(8, value.Length);
            word[..length].CopyTo(value);
            value = value[length..];
        }
    }

    private long VersionOfShort(ReadOnlySpan<byte> value, int item, long floor, long latest)
    {
        if (value.IsEmpty)
            return Damaged;
        Span<byte> expected = stackalloc byte[HeaderBytes];
        expected = expected[..value.Length];
        var oldest = Math.Max(1, latest - CandidatesMax);
        for (var version = latest; version >= oldest; version--)
        {
            FillShort(expected, item, version);
            if (value.SequenceEqual(expected))
                return version;
        }
        return floor == 0 ? OtherRun : Damaged;
    }

    private ReadOnlySpan<byte> NoiseOf(long version, int length)
    {
        var start = (int)(SplitMix64.Hash(_seed, (ulong)version) % NoiseStarts);
        return Noise(length).AsSpan(start, length);
    }

    private byte[] Noise(int length)
    {
        var noise = _noise;
        if (noise.Length >= length + NoiseStarts)
            return noise;
        // Two callers may both build it: the bytes depend on the seed alone, so either result serves.
        noise = new byte[(Math.Max(length, 4096) * 2) + NoiseStarts];
        var state = new SplitMix64(_seed);
        var words = System.Runtime.InteropServices.MemoryMarshal.Cast<byte, ulong>(noise.AsSpan());
        for (var i = 0; i < words.Length; i++)
            words[i] = state.Next();
        return _noise = noise;
    }
}
