using System;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Client.Runs;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Client.Tests.Runs;

public sealed class CounterSamplerTests
{
    [Fact]
    public async Task Each_second_of_a_phase_has_a_rate()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs /proc");
        var time = new ManualTimeProvider();
        var started = time.GetUtcNow();
        var sampler = new CounterSampler([("me", Environment.ProcessId)], time);
        for (var i = 0; i < 3; i++)
        {
            time.Advance(TimeSpan.FromSeconds(1));
            await WaitForSamplesAsync(sampler, started, i + 1);
        }

        await sampler.DisposeAsync();
        var cpu = sampler.Series([Phase(started, 3)]).Single(s => s.Counter == "cpu");
        Assert.Equal(("me", "write", 3), (cpu.Process, cpu.Phase, cpu.PerSecond.Count));
    }

    private static async Task WaitForSamplesAsync(CounterSampler sampler, DateTimeOffset started, int count)
    {
        for (var i = 0; i < 10_000; i++)
        {
            if (sampler.Series([Phase(started, 3)]).FirstOrDefault()?.PerSecond.Count >= count)
                return;
            await Task.Yield();
        }
    }

    private static PhaseResult Phase(DateTimeOffset started, double seconds) => new()
    {
        Name = "write", Kind = OperationKind.Write, StartedUtc = started, Operations = 0, Seconds = seconds,
        Outstanding = 1, Latency = new LatencyHistogram(),
    };
}
