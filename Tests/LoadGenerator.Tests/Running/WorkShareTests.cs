using System;
using System.Linq;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Running;

public sealed class WorkShareTests
{
    [Theory]
    [InlineData(10, 3)]
    [InlineData(2, 3)]
    [InlineData(0, 2)]
    [InlineData(7_000_000_000, 1024)]
    public void Shares_add_up_to_the_total_and_the_first_take_the_remainder(long total, int generators)
    {
        var shares = Enumerable.Range(0, generators).Select(i => WorkShare.Of(total, i, generators)).ToArray();
        Assert.Equal(total, shares.Sum());
        Assert.Equal(shares.OrderDescending(), shares);
        Assert.InRange(shares[0] - shares[^1], 0, 1);
    }

    [Fact]
    public void What_each_generator_needs_is_refused_when_one_would_have_none()
    {
        Assert.Equal([2, 1, 1], Enumerable.Range(0, 3).Select(i => WorkShare.OfNeeded(4, i, 3, "items")));
        var refused = Assert.Throws<ArgumentException>(() => WorkShare.OfNeeded(2, 0, 3, "items"));
        Assert.StartsWith("2 items cannot be divided over 3 generators.", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_generator_outside_the_run_has_no_share() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => WorkShare.Of(10, 3, 3));
}
