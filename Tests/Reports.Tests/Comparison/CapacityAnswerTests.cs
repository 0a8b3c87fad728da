using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Thresholds;
using Xunit;

namespace SfPerf.Reports.Tests.Comparison;

public sealed class CapacityAnswerTests
{
    [Fact]
    public void Tries_that_agree_are_an_answer()
    {
        var answer = Search(rate => rate > 1000 ? "40 ms" : null, null);
        Assert.True(answer.IsDecided);
        Assert.Equal("kept at 1,000/s, broken at 1,031/s, each time", answer.Reason);
        Assert.Equal((1000.0, 1031.0), (answer.Low!.Value, answer.High!.Value));
    }

    [Fact]
    public void A_driver_at_its_limit_where_the_promise_breaks_is_no_answer()
    {
        var answer = Search(rate => rate > 1000 ? "40 ms" : null, rate => rate > 800);
        Assert.False(answer.IsDecided);
        Assert.True(answer.DriverWasTheLimit);
        Assert.Equal("no answer: at 1,031/s the driver was at its limit, not the store (it used its processors); the "
            + "store keeps at least 1,000/s", answer.Reason);
        // What it could still drive is kept, whatever it took.
        Assert.True(Search(rate => rate > 1000 ? "40 ms" : null, rate => rate <= 1000).IsDecided);
    }

    [Fact]
    public void A_promise_that_breaks_only_while_others_take_the_machine_is_no_answer()
    {
        var search = new CapacitySearch(500, 1_000_000, 0.05);
        var tries = new List<CapacityTried>();
        while (!search.Ended)
        {
            var broken = search.Rate > 1000;
            tries.Add(new CapacityTried((long)search.Rate, broken ? "40 ms" : null, broken ? "noisy" : "clean"));
            search.Report(!broken);
        }
        var answer = CapacityAnswer.Of(tries, search);
        Assert.False(answer.IsDecided);
        Assert.Equal("no answer: the machine was not quiet while 1,031/s was tried; the store keeps at least 1,000/s",
            answer.Reason);
        Assert.Equal("the machine was not quiet where the promise was broken", answer.Objection);
        var json = CapacityJson.Write(Threshold.Parse("write:p(99) < 20ms"), tries, answer, "runs/x");
        Assert.Contains("\"outcome\": \"doubtful\"", json);
        Assert.Contains("\"verdict\": \"inconclusive\"", json);
    }

    [Fact]
    public void Tries_that_contradict_each_other_are_no_answer()
    {
        var number = 0;
        var answer = Search(rate => rate > 600 && (rate > 1000 || number++ % 2 == 0) ? "40 ms" : null, null);
        Assert.True(!answer.IsDecided || answer.High <= answer.Low * 1.15, answer.Reason);
        Assert.Equal(!answer.IsDecided, answer.Reason.StartsWith("no answer: "));
    }

    [Fact]
    public void A_promise_that_no_rate_keeps_is_an_answer()
    {
        var answer = Search(_ => "40 ms", null);
        Assert.Equal((true, "broken at every rate that was tried"), (answer.IsDecided, answer.Reason));
        Assert.Null(answer.Kept);
    }

    private static CapacityAnswer Search(
        System.Func<long, string?> objection, System.Predicate<long>? driverIsTheLimit)
    {
        var search = new CapacitySearch(500, 1_000_000, 0.05);
        var tries = new List<CapacityTried>();
        while (!search.Ended)
        {
            var rate = (long)search.Rate;
            var bound = driverIsTheLimit?.Invoke(rate) == true;
            tries.Add(new CapacityTried(rate, objection(rate), bound ? "driver-bound" : "clean")
            {
                DriverLimits = bound ? ["it used its processors"] : [],
            });
            search.Report(tries.Last().Objection is null);
        }

        return CapacityAnswer.Of(tries, search);
    }
}
