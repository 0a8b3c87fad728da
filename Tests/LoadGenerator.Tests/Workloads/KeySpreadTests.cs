using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.LoadGenerator.Workloads;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Workloads;

public sealed class KeySpreadTests
{
    private static readonly List<(long Low, long High)> Quarters =
    [
        (long.MinValue, -4611686018427387905), (-4611686018427387904, -1), (0, 4611686018427387903),
        (4611686018427387904, long.MaxValue),
    ];

    [Fact]
    public void Each_partition_gets_the_same_number_of_keys_in_turn()
    {
        var keys = KeySpread.Choose(1000, Quarters, seed: 1, generator: 0);
        for (var i = 0; i < keys.Length; i++)
            Assert.InRange(keys[i], Quarters[i % 4].Low, Quarters[i % 4].High);
        Assert.Equal(1000, keys.Distinct().Count());
    }

    [Fact]
    public void The_seed_decides_and_generators_share_no_key()
    {
        var keys = KeySpread.Choose(1000, Quarters, 1, 0);
        Assert.Equal(keys, KeySpread.Choose(1000, Quarters, 1, 0));
        Assert.Empty(keys.Intersect(KeySpread.Choose(1000, Quarters, 1, 1)));
        Assert.Empty(keys.Intersect(KeySpread.Choose(1000, Quarters, 2, 0)));
    }

    [Fact]
    public void One_partition_over_the_whole_range_works()
    {
        var keys = KeySpread.Choose(10_000, [(long.MinValue, long.MaxValue)], 1, 0);
        Assert.Equal(10_000, keys.Distinct().Count());
        Assert.InRange(keys.Count(k => k < 0), 4_700, 5_300);
    }

    [Fact]
    public void A_range_with_as_many_keys_as_items_gives_each_of_them_once()
    {
        var keys = KeySpread.Choose(200, [(0, 99), (100, 199)], 1, 0);
        Assert.Equal(Enumerable.Range(0, 200).Select(k => (long)k), keys.Order());
    }

    [Theory]
    [InlineData(101, 0, 99, 0, 99, "100 keys (0 to 99), and 101 of the items")]
    [InlineData(201, 0, 99, 100, 299, "100 keys (0 to 99), and 101 of the items")]
    [InlineData(200, 0, 999, 1000, 1098, "99 keys (1000 to 1098), and 100 of the items")]
    public void A_range_with_fewer_keys_than_items_is_refused(
        int items, long low, long high, long nextLow, long nextHigh, string expected)
    {
        var ranges = new HashSet<(long, long)> { (low, high), (nextLow, nextHigh) }.ToList();
        var failure = Assert.Throws<ArgumentException>(() => KeySpread.Choose(items, ranges, 1, 0));
        Assert.Contains(expected, failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_most_items_of_a_run_fit_in_one_partition_for_every_generator() =>
        Assert.Equal(10_000_000, KeySpread.Choose(10_000_000, [(long.MinValue, long.MaxValue)], 1, 1).Length);

    [Fact]
    public void A_second_generator_needs_a_range_in_which_it_meets_no_key_of_the_first()
    {
        var failure = Assert.Throws<ArgumentException>(() => KeySpread.Choose(1000, [(0, 1L << 35)], 1, 1));
        Assert.Contains("one load driver", failure.Message, StringComparison.Ordinal);
        Assert.Equal(1000, KeySpread.Choose(1000, [(0, 1L << 36)], 1, 1).Distinct().Count());
    }
}
