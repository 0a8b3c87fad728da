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
}
