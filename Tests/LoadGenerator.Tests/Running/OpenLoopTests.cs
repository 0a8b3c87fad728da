using System;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Running;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Running;

public sealed class OpenLoopTests
{
    private static readonly TimeSpan Service = TimeSpan.FromMilliseconds(200);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Operations_are_started_at_the_rate_whatever_the_target_takes(bool poisson)
    {
        var target = new TestTarget
        {
            Write = async (_, _, token) => await Task.Delay(Service, TimeProvider.System, token),
        };
        var phase = (await ClosedLoopTests.RunAsync(target, new RunSpecification
        {
            Items = 10,
            Phases =
            [
                new()
                {
                    Name = "write", Operations = 400, Outstanding = 400,
                    Arrivals = new ArrivalSpecification { Rate = 400, Poisson = poisson },
                },
            ],
        })).Phases[1];
        Assert.Equal((400L, 0L, 0L), (phase.Operations, phase.Failed, phase.Abandoned));
        Assert.Equal(400, phase.OfferedRate);
        Assert.Equal((400L, 400L), (phase.Service!.Count, phase.Lateness!.Count));
        // One after the other, they would take 80 s.
        Assert.InRange(phase.Seconds, 0.8, 60);
        Assert.True(phase.Latency.Mean >= phase.Service.Mean);
    }

    [Fact]
    public void Constant_arrivals_are_evenly_spaced_and_Poisson_ones_have_the_mean_and_spread_of_Poisson()
    {
        var constant = new ArrivalSchedule(new ArrivalSpecification { Rate = 250 }, 1, 0, 1000, 1_000_000);
        Assert.Equal([1000L, 5000L, 9000L], Enumerable.Range(0, 3).Select(_ => constant.Next()));
        var poisson = new ArrivalSchedule(new ArrivalSpecification { Rate = 100, Poisson = true }, 1, 0, 0, 1_000_000);
        var times = Enumerable.Range(0, 100_000).Select(_ => poisson.Next()).ToArray();
        var gaps = times.Zip(times.Skip(1), (a, b) => (double)(b - a)).ToArray();
        var mean = gaps.Average();
        var deviation = Math.Sqrt(gaps.Average(g => (g - mean) * (g - mean)));
        Assert.InRange(mean, 9_900, 10_100);
        Assert.InRange(deviation / mean, 0.98, 1.02);
    }
}
