using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Scenarios.Bare;

namespace SfPerf.Scenarios.Concurrency;

/// <summary>
/// Represents one run of the published program: host, threads, calls; the host's opening and closing are not timed.
/// </summary>
internal static class ThreadRun
{
    /// <summary>Runs it. The clock starts when all threads stand ready and stops when the last has closed.
    /// <paramref name="opened"/> is told the address when the host is open.</summary>
    public static ArmResult Measure(
        Arm arm, string scheme, ThreadCase size, ConcurrencySettings settings, Action<Uri> opened,
        CancellationToken token)
    {
        // The published loop begins at 1 and so makes a call less than it says.
        var calls = settings.OffByOne ? size.Calls - 1 : size.Calls;
        var name = PhaseName(arm, scheme, size);
        if (arm == Arm.Bare)
        {
            using var server = new BareServer(scheme, size.Threads);
            return Measure(name, size, () => new EchoWorker(server.Address, calls), token);
        }

        using var host = new TestHost(arm.Type!, typeof(ISimple), scheme, size.Threads, settings.MaxCalls);
        opened(host.Address);
        WorkService.TakePeak();
        var result = Measure(name, size, () => new PutWorker(scheme, host.Address, size.Threads, calls), token);
        return result with
        {
            Figures = new Dictionary<string, double>(result.Figures) { [FigureNames.Peak] = WorkService.TakePeak() },
        };
    }

    /// <summary>The name of a phase of a run.</summary>
    public static string PhaseName(Arm arm, string scheme, ThreadCase size) => $"{scheme} {size} {arm.Name}";

    private static ArmResult Measure(string name, ThreadCase size, Func<Worker> make, CancellationToken token)
    {
        Worker[] workers = [.. Enumerable.Range(0, size.Threads).Select(_ => make())];
        using var ready = new CountdownEvent(workers.Length);
        using var go = new ManualResetEventSlim();
        var threads = Array.ConvertAll(workers, worker => DedicatedThread.Start(() =>
        {
            ready.Signal();
            go.Wait(CancellationToken.None);
            worker.Run(token);
        }));
        ready.Wait(CancellationToken.None);
        var started = TimeProvider.System.GetUtcNow();
        var cpu = Environment.CpuUsage.TotalTime;
        var start = Stopwatch.GetTimestamp();
        go.Set();
        foreach (var thread in threads)
            thread.Join();
        var ticks = Stopwatch.GetTimestamp() - start;
        token.ThrowIfCancellationRequested();
        var latency = new LatencyHistogram();
        foreach (var worker in workers)
            worker.AddTo(latency);
        var errors = workers.Where(w => w.Error is not null).GroupBy(w => w.Error!).ToArray();
        var phase = new PhaseResult
        {
            Name = name, Kind = OperationKind.Read, StartedUtc = started,
            Operations = latency.Count, Failed = errors.Sum(g => g.Count()),
            Errors = errors.ToDictionary(g => g.Key, g => (long)g.Count()),
            Seconds = (double)ticks / Stopwatch.Frequency, Outstanding = size.Threads, Latency = latency,
        };
        return new ArmResult(phase, new Dictionary<string, double>
        {
            [FigureNames.Ticks] = ticks,
            [FigureNames.Cpu] = (Environment.CpuUsage.TotalTime - cpu).TotalSeconds,
        });
    }
}
