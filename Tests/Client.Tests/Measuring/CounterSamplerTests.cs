using System;
using System.Diagnostics;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Client.Measuring;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Client.Tests.Measuring;

public sealed class CounterSamplerTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(3);

    [Fact]
    public async Task Each_second_of_a_phase_has_a_rate_for_each_process_and_for_all_others()
    {
        var time = new ManualTimeProvider();
        var started = time.GetUtcNow();
        // A process beside this one, so that its runtime is asked.
        using var other = Process.Start(new ProcessStartInfo(Product.Sfperf, ["selftest", "--comparisons", "16"])
        {
            RedirectStandardOutput = true, RedirectStandardError = true,
        })!;
        try
        {
            await other.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
            var sampler = new CounterSampler(new ClusterProcesses([("other", other.Id)], [other.Id]), null, time);
            var real = Stopwatch.GetTimestamp();
            var seconds = 0;
            while (!Has("other", "gc-pause-ms") || !Has("sfperf", "allocated-bytes"))
            {
                time.Advance(TimeSpan.FromSeconds(1));
                await Task.Delay(TimeSpan.FromMilliseconds(200), TimeProvider.System,
                    TestContext.Current.CancellationToken);
                seconds++;
                Assert.True(Stopwatch.GetElapsedTime(real) < Limit);
            }

            await sampler.DisposeAsync();
            var series = sampler.Series([Phase(started, seconds)]);
            string[] expected = OperatingSystem.IsLinux()
                ? ["cpu", "written-bytes", "read-bytes", "gc-gen0", "gc-gen1", "gc-gen2", "gc-pause-ms",
                    "allocated-bytes"]
                : ["cpu", "gc-gen0", "gc-gen1", "gc-gen2", "gc-pause-ms", "allocated-bytes"];
            Assert.Equal(expected, series.Where(s => s.Process == "sfperf").Select(s => s.Counter));
            Assert.Equal(expected, series.Where(s => s.Process == "other").Select(s => s.Counter));
            Assert.All(series, s => Assert.Equal("write", s.Phase));
            if (OperatingSystem.IsLinux())
                Assert.Contains(series, s => s is { Process: "other programs", Counter: "cpu" });

            bool Has(string process, string counter) =>
                sampler.Series([Phase(started, seconds)]).Any(s => s.Process == process && s.Counter == counter);
        }
        finally
        {
            other.Kill();
        }
    }

    [Fact]
    public async Task Processes_that_vanish_and_others_that_take_their_place_are_told_apart()
    {
        var time = new ManualTimeProvider();
        var started = time.GetUtcNow();
        using var first = Sleeper();
        using var second = Sleeper();
        var now = new ClusterProcesses([("host", first.Id)], [first.Id]);
        try
        {
            var sampler = new CounterSampler(now, _ => Task.FromResult(now), time);
            var seconds = await RunUntilAsync(() => Has("host"));
            first.Kill();
            await first.WaitForExitAsync(TestContext.Current.CancellationToken);
            now = new ClusterProcesses([("host", second.Id)], [second.Id]);
            seconds += await RunUntilAsync(() => Has("host #2"));
            await sampler.DisposeAsync();
            var cpu = sampler.Series([Phase(started, seconds)]).Where(s => s.Counter == "cpu").ToList();
            Assert.Equal(["sfperf", "host", "host #2"], cpu.Select(s => s.Process).Where(p => p != "other programs"));
            Assert.True(cpu[2].FromSecond >= cpu[1].PerSecond.Count);
            Assert.Equal([first.Id, second.Id], sampler.Own);

            bool Has(string process) =>
                sampler.Series([Phase(started, 1000)]).Any(s => s.Process == process && s.Counter == "cpu");
        }
        finally
        {
            second.Kill();
        }

        async Task<int> RunUntilAsync(Func<bool> ready)
        {
            var real = Stopwatch.GetTimestamp();
            var passed = 0;
            for (; !ready(); passed++)
            {
                time.Advance(TimeSpan.FromSeconds(1));
                await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System,
                    TestContext.Current.CancellationToken);
                Assert.True(Stopwatch.GetElapsedTime(real) < Limit);
            }

            return passed;
        }

        static Process Sleeper() => Process.Start(new ProcessStartInfo(OperatingSystem.IsWindows() ? "ping" : "sleep",
            OperatingSystem.IsWindows() ? ["-n", "600", "127.0.0.1"] : ["600"])
        {
            RedirectStandardOutput = true,
        })!;
    }

    private static PhaseResult Phase(DateTimeOffset started, double seconds) => new()
    {
        Name = "write", Kind = OperationKind.Write, StartedUtc = started, Operations = 0, Seconds = seconds,
        Outstanding = 1, Latency = new LatencyHistogram(),
    };
}
