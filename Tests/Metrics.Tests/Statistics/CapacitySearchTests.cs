using System.Collections.Generic;
using SfPerf.Metrics.Statistics;
using Xunit;

namespace SfPerf.Metrics.Tests.Statistics;

public sealed class CapacitySearchTests
{
    [Theory]
    [InlineData(1234)]
    [InlineData(100)]
    [InlineData(37)]
    [InlineData(99_999)]
    public void The_largest_rate_is_found_within_the_tolerance(double capacity)
    {
        var search = new CapacitySearch(100, 1_000_000, 0.05);
        var tries = 0;
        for (; !search.Ended; tries++)
            search.Report(search.Rate <= capacity);
        Assert.InRange(search.Largest, capacity / 1.05, capacity);
        Assert.InRange(tries, 2, 60);
    }

    [Fact]
    public void The_rates_that_are_left_are_known_once_both_ends_are()
    {
        var search = new CapacitySearch(100, 1_000_000, 0.05);
        Assert.Null(search.RatesLeft);
        foreach (var passed in new[] { true, true, false, false })
            search.Report(passed);
        // 100 and 200 are known: the gap of 100 % is halved to 50, 25, 12.5, 6.25 and 3.125 % of what passes.
        Assert.Equal(5, search.RatesLeft);
        while (!search.Ended)
            search.Report(false);
        Assert.Equal(0, search.RatesLeft);
    }

    [Fact]
    public void One_odd_outcome_of_three_does_not_decide()
    {
        var search = new CapacitySearch(100, 1000, 0.5);
        var outcomes = new Queue<bool>([true, false, true, false, true, true]);
        while (outcomes.Count > 0)
            search.Report(outcomes.Dequeue());
        Assert.Equal((200, 400), (search.Largest, search.Rate));
    }

    [Fact]
    public void The_search_ends_at_the_highest_rate_and_where_nothing_passes()
    {
        var search = new CapacitySearch(100, 300, 0.05);
        while (!search.Ended)
            search.Report(true);
        Assert.Equal((300, double.PositiveInfinity), (search.Largest, search.SmallestFailed));
        search = new CapacitySearch(100, 300, 0.05);
        while (!search.Ended)
            search.Report(false);
        Assert.Equal(0, search.Largest);
    }
}
