using System;
using System.Linq;
using SfPerf.LoadGenerator.Running;
using SfPerf.LoadGenerator.SelfTesting;
using SfPerf.Metrics.Results;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Running;

/// <summary>What holds for every rate, number of operations and number of drivers; on virtual time.</summary>
public sealed class PacingTests
{
    private const int Cases = 50;

    [Fact]
    public void Counts_are_exact_and_every_operation_is_in_one_second_and_one_bucket()
    {
        var random = new Random(11);
        for (var i = 0; i < Cases; i++)
        {
            var (operations, outstanding) = (random.Next(1, 3000), random.Next(1, 70));
            var open = random.Next(2) == 0;
            var rate = random.Next(50, 5000);
            var service = TimeSpan.FromMicroseconds(random.Next(1, 100_000));
            var result = Run(service, random.Next(1, 40), new PhaseSpecification
            {
                Name = "write", Operations = operations, Outstanding = outstanding,
                Arrivals = open ? new ArrivalSpecification
                {
                    Rate = rate, Poisson = random.Next(2) == 0, BacklogMax = TimeSpan.FromHours(1),
                } : null,
            });
            var about = $"case {i}: {operations} operations, {outstanding} outstanding, {(open ? rate : 0)}/s";
            Assert.True((operations, 0, 0) == (result.Operations, result.Failed, result.Abandoned), about);
            Assert.True(operations == result.PerSecond.Sum(r => r.Operations), about);
            Assert.True(operations == result.Latency.Count, about);
            Assert.True(result.PerSecond.Count == Math.Ceiling(result.Seconds), about);
            Assert.True(result.Latency.Min >= service.TotalNanoseconds, about);
            if (open)
            {
                Assert.True((operations, result.LateStarts) == (result.Service!.Count,
                    operations - result.Lateness!.Count), about);
            }
        }
    }

    [Fact]
    public void With_servers_to_spare_an_open_loop_starts_on_time_and_ends_with_its_last_operation()
    {
        var random = new Random(12);
        for (var i = 0; i < Cases; i++)
        {
            var (operations, rate) = (random.Next(1, 2000), random.Next(1, 10_000));
            var result = Run(TimeSpan.FromMilliseconds(20), 2000, new PhaseSpecification
            {
                Name = "write", Operations = operations, Outstanding = 2000,
                Arrivals = new ArrivalSpecification { Rate = rate },
            });
            Assert.Equal((0L, 20_000_000L, 20_000_000L),
                (result.LateStarts, result.Latency.Min, result.Latency.Max));
            Assert.InRange(result.Seconds - ((operations - 1.0) / rate) - 0.02, -1e-6, 1e-6);
            // One second holds what the rate says: neither a burst at the start nor one later.
            Assert.All(result.PerSecond, r => Assert.InRange(r.Operations, 0, rate + 1));
        }
    }

    [Fact]
    public void Evenly_spaced_drivers_do_not_start_together()
    {
        for (var drivers = 2; drivers <= 64; drivers++)
        {
            var arrivals = new ArrivalSpecification { Rate = 1000.0 / drivers };
            var starts = Enumerable.Range(0, drivers).SelectMany(driver =>
            {
                var schedule = new ArrivalSchedule(arrivals, 1, driver, 0, 1_000_000_000);
                return Enumerable.Range(0, 100).Select(_ => schedule.Next()).ToArray();
            }).Order().ToArray();
            Assert.Equal(drivers, starts.Count(s => s < (drivers * 1_000_000L) - 1000));
            // On average there is one each millisecond.
            Assert.True(starts.Zip(starts.Skip(1), (a, b) => b - a).Min() >= 440_000, $"{drivers} drivers");
        }
    }

    [Fact]
    public void A_run_tells_each_part_its_number()
    {
        var run = new RunSpecification { Items = 8 };
        Assert.Equal([0, 1, 2], Enumerable.Range(0, 3).Select(i => run.Part(i, 3).Generator));
    }

    [Fact]
    public void The_backlog_of_a_warm_up_is_not_carried_into_the_phase()
    {
        var arrivals = new ArrivalSpecification { Rate = 200 };
        var phase = new PhaseSpecification { Name = "write", Operations = 400, Outstanding = 1, Arrivals = arrivals };
        var results = RunAll(TimeSpan.FromMilliseconds(4), 1,
        [
            phase with { Name = "write-warm-up", Arrivals = new ArrivalSpecification { Rate = 1000 } }, phase,
        ]);
        // The warm-up came four times too fast.
        Assert.True(results[1].LateStarts > 300);
        Assert.Equal((400L, 0L, 4_000_000L), (results[2].Operations, results[2].LateStarts, results[2].Latency.Max));
    }

    [Fact]
    public void A_rate_the_store_does_not_sustain_ends_the_phase_and_says_so()
    {
        var result = Run(TimeSpan.FromMilliseconds(50), 1, new PhaseSpecification
        {
            Name = "write", Operations = 100_000, Outstanding = 1,
            Arrivals = new ArrivalSpecification { Rate = 1000, BacklogMax = TimeSpan.FromMilliseconds(300) },
        });
        Assert.Equal("the offered rate of 1000/s was not sustained: the backlog exceeded 0.3 s", result.Stopped);
        // The eighth has waited for more than 300 ms when 309 have come; the seventh began at 300 ms and is let end.
        Assert.Equal(
            (7L, 7L, 308L, 302L), (result.Operations, result.Latency.Count, result.LateStarts, result.Abandoned));
    }

    [Fact]
    public void A_store_that_stops_after_the_last_start_is_not_waited_for_without_end()
    {
        var result = Run(TimeSpan.FromSeconds(8), 1, new PhaseSpecification
        {
            Name = "write", Operations = 20, Outstanding = 1, Arrivals = new ArrivalSpecification { Rate = 1000 },
        });
        Assert.Equal("the offered rate of 1000/s was not sustained: the backlog exceeded 10 s", result.Stopped);
        // One ended after 8 s; the next was under way when the oldest of the rest had waited 10 s.
        Assert.Equal((1L, 19L), (result.Operations, result.Abandoned));
        Assert.InRange(result.Seconds, 10, 11);
    }

    [Fact]
    public void Progress_never_goes_back_and_ends_with_the_whole()
    {
        long last = 0, underWay = -1;
        var result = Run(TimeSpan.FromMilliseconds(10), 4, new PhaseSpecification
        {
            Name = "write", Operations = 5000, Outstanding = 8,
        }, p =>
        {
            Assert.True(p.Kinds.Single().Operations >= last);
            Assert.InRange(p.UnderWay, 0, 8);
            underWay = Math.Max(underWay, p.UnderWay);
            last = p.Kinds.Single().Operations;
        });
        Assert.Equal((5000L, 5000L, 8L), (last, result.Operations, underWay));
    }

    private static PhaseResult Run(
        TimeSpan service, int servers, PhaseSpecification phase, Action<RunProgress>? progress = null) =>
        RunAll(service, servers, [phase], progress)[1];

    private static PhaseResult[] RunAll(
        TimeSpan service, int servers, PhaseSpecification[] phases, Action<RunProgress>? progress = null)
    {
        var time = new VirtualTime();
        var runner = new LoadRunner(new QueueTarget(time, servers, service),
            new RunSpecification { Items = 10, Phases = phases },
            new LoadRunnerOptions { Time = time, SingleThreaded = true, Progress = progress });
        return [.. time.Run(() => runner.RunAsync(default)).Phases];
    }
}
