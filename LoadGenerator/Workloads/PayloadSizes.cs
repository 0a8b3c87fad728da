using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.LoadGenerator.Workloads;

/// <summary>The sizes of values: one size, a list drawn from evenly, or a range drawn from evenly. The size of a write
/// depends on the seed and its sequence only, so it can be told again later.</summary>
public sealed record PayloadSizes
{
    private readonly int[] _sizes;

    private PayloadSizes(int[] sizes, bool range)
    {
        if (sizes.Length == 0 || sizes.Any(s => s is < 1 or > BytesMax))
            throw new ArgumentOutOfRangeException(nameof(sizes), string.Join(", ", sizes), $"1 to {BytesMax} bytes");
        if (range && sizes[0] > sizes[1])
            throw new ArgumentOutOfRangeException(nameof(sizes), $"{sizes[0]} to {sizes[1]}", "The range is empty.");
        (_sizes, IsRange) = (sizes, range);
    }

    /// <summary>The largest value, 64 MiB.</summary>
    public const int BytesMax = 64 << 20;

    /// <summary>Gets the sizes: the only one, all of a list, or the two ends of a range.</summary>
    public IReadOnlyList<int> Sizes => _sizes;

    /// <summary>Gets whether <see cref="Sizes"/> holds the ends of a range.</summary>
    public bool IsRange { get; }

    /// <summary>Gets the largest size.</summary>
    public int Largest => _sizes.Max();

    /// <summary>Every value has this size.</summary>
    public static PayloadSizes Fixed(int bytes) => new([bytes], false);

    /// <summary>Each value has one of these sizes, all equally likely; name a size twice to double its share.</summary>
    public static PayloadSizes OneOf(params int[] bytes) => new([.. bytes], false);

    /// <summary>Each value has a size from the range, all equally likely.</summary>
    public static PayloadSizes Between(int lowest, int highest) => new([lowest, highest], true);

    /// <summary>The size of the value that a write carries.</summary>
    public int Of(int seed, long sequence)
    {
        if (_sizes.Length == 1)
            return _sizes[0];
        var random = Mix.Hash((ulong)seed, (ulong)sequence);
        return IsRange
            ? _sizes[0] + (int)(random % (ulong)(_sizes[1] - _sizes[0] + 1))
            : _sizes[(int)(random % (ulong)_sizes.Length)];
    }
}
