using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Statistics;
using Xunit;

namespace SfPerf.Metrics.Tests.Statistics;

public sealed class CapacitySearchTests
{
    [Fact]
    public void A_promise_that_no_rate_keeps_is_given_up_at_the_lowest_rate()
    {
        var search = new CapacitySearch(10_000, 1_000_000, 0.05, lowest: 36.7);
        var lowest = search.Rate;
        while (!search.Ended)
        {
            lowest = Math.Min(lowest, search.Rate);
            search.Report(false);
        }
        Assert.Equal(37, lowest);
        Assert.True(search.Agrees);
        Assert.Equal(0, search.Found.Kept);
    }

    [Fact]
    public void A_first_rate_below_the_lowest_one_is_tried()
    {
        var search = new CapacitySearch(10, 1_000_000, 0.05, lowest: 37);
        Assert.Equal(10, search.Rate);
        search.Report(false);
        Assert.Equal(10, search.Rate);
    }

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
        Assert.InRange(search.Found.Kept, capacity / 1.05, capacity);
        Assert.Equal((search.Found.Kept, search.Found.Broken), (search.Found.Low, search.Found.High));
        Assert.True(search.Agrees);
        Assert.InRange(tries, 2, 60);
    }

    [Fact]
    public void The_tries_that_are_left_are_known_once_both_ends_are()
    {
        var search = new CapacitySearch(100, 1_000_000, 0.05);
        Assert.Null(search.TriesLeft);
        search.Report(true);
        search.Report(false);
        // 100 and 200 are known: the gap of 100 % is halved to 50, 25, 12.5, 6.25 and 3.125 % of what passes. Then what
        // passed is tried once more, and what failed twice.
        Assert.Equal(8, search.TriesLeft);
        while (!search.Ended)
            search.Report(false);
        Assert.Equal(0, search.Found.Kept);
    }

    // A machine that stops breaks a promise that the store would keep.
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(7)]
    public void One_odd_failure_does_not_decide(int odd)
    {
        var search = new CapacitySearch(500, 1_000_000, 0.05);
        for (var i = 0; !search.Ended; i++)
            search.Report(search.Rate <= 1000 && i != odd);
        Assert.InRange(search.Found.Kept, 1000 / 1.05, 1000);
        Assert.True(search.Agrees);
        Assert.InRange(search.Found.Low, 1000 / 1.15, 1000);
        Assert.InRange(search.Found.High, 1000, 1000 * 1.15);
    }

    [Fact]
    public void An_end_that_fails_when_it_is_tried_again_sends_the_search_down()
    {
        // The store is slower from the tenth try on, and stays so.
        var search = new CapacitySearch(500, 1_000_000, 0.05);
        for (var i = 0; !search.Ended; i++)
            search.Report(search.Rate <= (i < 7 ? 1000 : 500));
        Assert.True(!search.Agrees || search.Found.Kept <= 500);
    }

    [Fact]
    public void Tries_that_end_by_chance_give_no_answer_or_one_that_most_tries_share()
    {
        for (var seed = 1; seed <= 200; seed++)
        {
            // Between 500 and 1000 a try passes by chance.
            var random = new Random(seed);
            var search = new CapacitySearch(400, 1_000_000, 0.05);
            while (!search.Ended)
                search.Report(search.Rate < 500 || (search.Rate < 1000 && random.Next(2) == 0));
            Assert.InRange(search.Tries, 4, CapacitySearch.TriesMax);
            if (search.Agrees)
                Assert.True(search.Found.High <= search.Found.Low * 1.16, $"seed {seed}: {search.Found}");
        }
    }

    // The store's own capacity scatters by 3 %, and one try of thirty is lost to the machine.
    [Fact]
    public void Five_searches_of_one_store_agree_within_15_percent_or_give_no_answer()
    {
        var answered = 0;
        for (var seed = 1; seed <= 100; seed++)
        {
            var random = new Random(seed);
            var answers = new List<double>();
            foreach (var from in new[] { 130, 370, 500, 2_900, 20_000 })
            {
                var search = new CapacitySearch(from, 1_000_000, 0.05);
                while (!search.Ended)
                    search.Report(search.Rate <= 970 + (60 * random.NextDouble()) && random.Next(30) > 0);
                if (search.Agrees)
                    answers.Add(search.Found.Kept);
            }

            Assert.True(answers.Count == 0 || answers.Max() <= answers.Min() * 1.15,
                $"seed {seed}: {string.Join(", ", answers)}");
            answered += answers.Count;
        }

        Assert.InRange(answered, 400, 500);
    }

    [Fact]
    public void The_interval_reaches_from_where_all_passed_to_where_all_failed()
    {
        var found = CapacityInterval.Of([
            (100, true), (100, true), (110, true), (110, false), (110, true), (120, false), (120, false), (120, true),
            (130, false), (130, false), (130, false), (140, false),
        ]);
        Assert.Equal(new CapacityInterval(110, 120, 100, 130), found);
        Assert.Equal(0.3, found.Width, 9);
    }

    [Fact]
    public void The_search_ends_at_the_highest_rate_and_where_nothing_passes()
    {
        var search = new CapacitySearch(100, 300, 0.05);
        while (!search.Ended)
            search.Report(true);
        Assert.Equal((300, double.PositiveInfinity, true), (search.Found.Kept, search.Found.Broken, search.Agrees));
        search = new CapacitySearch(100, 300, 0.05);
        while (!search.Ended)
            search.Report(false);
        Assert.Equal((0, 1, true), (search.Found.Kept, search.Found.Broken, search.Agrees));
    }
}
