using System;
using System.Linq;
using SfPerf.Metrics.Results;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Workloads;

public sealed class OperationSharesTests
{
    [Fact]
    public void Kinds_are_chosen_by_their_shares()
    {
        var shares = new OperationShares(0.5, 0.2, 0.1, 0.2);
        var chosen = Enumerable.Range(0, 1000).Select(i => shares.Choose((i + 0.5) / 1000)).CountBy(k => k)
            .ToDictionary();
        Assert.Equal(
            [500, 200, 100, 200],
            new[] { OperationKind.Read, OperationKind.Write, OperationKind.Insert, OperationKind.ReadModifyWrite }
                .Select(k => chosen[k]));
        Assert.Equal(OperationKind.ReadModifyWrite, shares.Choose(0.9999999999999999));
        Assert.True(shares.IsMixed);
    }

    [Fact]
    public void A_kind_without_a_share_is_never_chosen()
    {
        Assert.Equal([OperationKind.Read], OperationShares.Reads.Kinds);
        Assert.False(OperationShares.Reads.IsMixed);
        Assert.Equal(0, OperationShares.Reads.Of(OperationKind.Insert));
    }

    [Theory]
    [InlineData(0.5, 0.6)]
    [InlineData(-0.5, 1.5)]
    [InlineData(double.NaN, 1)]
    public void Shares_that_are_no_parts_of_1_are_refused(double read, double update) =>
        Assert.Throws<ArgumentException>(() => new OperationShares(read, update));
}
