using System.Linq;
using SfPerf.LoadGenerator.SelfTesting;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.SelfTesting;

public sealed class PairOrderTests
{
    [Fact]
    public void Each_side_is_first_in_every_other_pair() =>
        Assert.Equal([[false, true], [true, false], [false, true]], Enumerable.Range(0, 3).Select(PairOrder.Of));

    [Fact]
    public void A_random_order_has_both_sides_in_each_pair_and_either_first_about_as_often()
    {
        var orders = Enumerable.Range(0, 1000).Select(p => PairOrder.Random(1, p)).ToList();
        Assert.All(orders, o => Assert.NotEqual(o[0], o[1]));
        Assert.InRange(orders.Count(o => o[0]), 450, 550);
        // Neighbours know nothing of each other.
        Assert.InRange(orders.Zip(orders.Skip(1)).Count(p => p.First[0] == p.Second[0]), 450, 550);
    }

    [Fact]
    public void The_same_seed_gives_the_same_order_and_another_seed_another()
    {
        var order = Enumerable.Range(0, 64).Select(p => PairOrder.Random(5, p)[0]).ToList();
        Assert.Equal(order, Enumerable.Range(0, 64).Select(p => PairOrder.Random(5, p)[0]));
        Assert.NotEqual(order, Enumerable.Range(0, 64).Select(p => PairOrder.Random(6, p)[0]));
    }
}
