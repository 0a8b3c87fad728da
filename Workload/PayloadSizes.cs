using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Workload;

/// <summary>The sizes of values: one size, a list drawn from evenly, or a range drawn from evenly or with small sizes
/// most often. The size of a write depends on the seed and its sequence only, so it can be told again later.</summary>
public sealed record PayloadSizes
{
    private readonly int[] _sizes;
    private readonly Zipfian? _zipfian;

    private PayloadSizes(int[] sizes, bool range, bool zipfian = false)
    {
        if (sizes.Length == 0 || sizes.Any(s => s is < 1 or > BytesMax))
            throw new ArgumentOutOfRangeException(nameof(sizes), string.Join(", ", sizes), $"1 to {BytesMax} bytes");
        if (range && sizes[0] > sizes[1])
            throw new ArgumentOutOfRangeException(nameof(sizes), $"{sizes[0]} to {sizes[1]}", "The range is empty.");
        (_sizes, IsRange) = (sizes, range);
        _zipfian = zipfian ? new Zipfian(sizes[1] - sizes[0] + 1L) : null;
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

    /// <summary>Each value has a size from the range, the smaller the more often: YCSB's zipfian.</summary>
    public static PayloadSizes ZipfianBetween(int lowest, int highest) => new([lowest, highest], true, true);

    /// <summary>Makes sizes of a distribution.</summary>
    /// <param name="distribution">How sizes are drawn.</param>
    /// <param name="bytes">The one size, the list, or sizes whose smallest and largest are the range.</param>
    public static PayloadSizes Of(SizeDistribution distribution, params int[] bytes) => distribution switch
    {
        SizeDistribution.Fixed => Fixed(bytes.Single()),
        SizeDistribution.List => OneOf(bytes),
        SizeDistribution.Uniform => Between(bytes.Min(), bytes.Max()),
        SizeDistribution.Zipfian => ZipfianBetween(bytes.Min(), bytes.Max()),
        _ => throw new ArgumentOutOfRangeException(nameof(distribution), distribution, null),
    };

    /// <summary>The size of the value that a write carries.</summary>
    public int Of(int seed, long sequence)
    {
        if (_sizes.Length == 1)
            return _sizes[0];
        var random = SplitMix64.Hash((ulong)seed, (ulong)sequence);
        if (_zipfian is not null)
            return _sizes[0] + (int)_zipfian.Next(new SplitMix64(random).NextDouble());
        return IsRange
            ? _sizes[0] + (int)(random % (ulong)(_sizes[1] - _sizes[0] + 1))
            : _sizes[(int)(random % (ulong)_sizes.Length)];
    }
}

/// <summary>Specifies how the sizes of values are drawn.</summary>
public enum SizeDistribution
{
    /// <summary>One size.</summary>
    Fixed = 0,

    /// <summary>Each of a list, equally likely.</summary>
    List = 1,

    /// <summary>Any size of a range, equally likely.</summary>
    Uniform = 2,

    /// <summary>Any size of a range, the smaller the more often: YCSB's zipfian.</summary>
    Zipfian = 3,
}
