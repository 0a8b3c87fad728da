using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.LoadGenerator.Running;
using SfPerf.Metrics.Results;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.SelfTesting;

/// <summary>Measures simulated stores whose right answers are known, on virtual time, with the very runner, pacing
/// arithmetic and recorders that measure real ones.</summary>
public static class SelfTest
{
    private const double Tolerance = 0.02;
    private const int Servers = 8;
    private static readonly TimeSpan Service = TimeSpan.FromMilliseconds(10);

    /// <summary>Runs every check and writes a line for each.</summary>
    /// <returns>Whether all are right.</returns>
    public static bool Run(TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(output);
        var checks = Checks().ToList();
        foreach (var check in checks)
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{(check.Passed ? "ok  " : "FAIL")} {check.Name}: {check.Measured:0.#####}, ")
                + string.Create(CultureInfo.InvariantCulture, $"right {check.Expected:0.#####}"));
        }

        output.WriteLine($"{checks.Count(c => c.Passed)} of {checks.Count} figures right within {Tolerance:0%}");
        return checks.All(c => c.Passed);
    }

    /// <summary>Every check, as it is made.</summary>
    public static IEnumerable<SelfTestCheck> Checks()
    {
        foreach (var outstanding in new[] { 1, 4, 8, 32 })
        {
            foreach (var check in ClosedLoop(outstanding))
                yield return check;
        }

        foreach (var load in new[] { 0.5, 0.8 })
            yield return WaitAtOneServer(load);
        foreach (var check in Stall())
            yield return check;
    }

    /// <summary>A closed loop of N on c servers: X = min(N, c) / S, latency = N / X.</summary>
    private static IEnumerable<SelfTestCheck> ClosedLoop(int outstanding)
    {
        var result = Measure(Servers, Service, null, new PhaseSpecification
        {
            Name = "closed", Operations = 20_000, Outstanding = outstanding,
        });
        var rate = Math.Min(outstanding, Servers) / Service.TotalSeconds;
        var name = $"closed loop, {outstanding} outstanding on {Servers} servers of 10 ms";
        yield return new SelfTestCheck($"{name}: ops/s", rate, result.OperationsPerSecond, Tolerance);
        yield return new SelfTestCheck(
            $"{name}: mean ms", outstanding / rate * 1000, result.Latency.Mean / 1e6, Tolerance);
        yield return new SelfTestCheck(
            $"{name}: p99 ms", outstanding / rate * 1000, result.Latency.ValueAt(99) / 1e6, Tolerance);
    }

    /// <summary>Poisson arrivals at one server of fixed service time (M/D/1): mean wait = load x S / (2 (1 - load)).
    /// </summary>
    private static SelfTestCheck WaitAtOneServer(double load)
    {
        var service = Service / 50;
        var result = Measure(1, service, null, new PhaseSpecification
        {
            Name = "M/D/1",
            Operations = 600_000,
            Outstanding = 1000,
            Arrivals = new ArrivalSpecification { Rate = load / service.TotalSeconds, Poisson = true },
        });
        return new SelfTestCheck(
            string.Create(CultureInfo.InvariantCulture, $"open loop, Poisson at load {load}: mean wait ms"),
            load * service.TotalMilliseconds / (2 * (1 - load)),
            (result.Latency.Mean / 1e6) - service.TotalMilliseconds, Tolerance);
    }

    /// <summary>A pause of 1.4 s in 30 s at 2,000/s: it must show in the response time, and not in the service time, of
    /// which only the operations under way suffer. The right answers come from first come, first served.</summary>
    private static IEnumerable<SelfTestCheck> Stall()
    {
        const double Rate = 2000;
        const double Seconds = 30;
        const int Slots = 100;
        var (begin, end) = (10.0, 11.4);
        var result = Measure(Slots, Service, t =>
            t.StallAfter(TimeSpan.FromSeconds(begin), TimeSpan.FromSeconds(end - begin)),
            new PhaseSpecification
            {
                Name = "stall",
                Duration = TimeSpan.FromSeconds(Seconds),
                Outstanding = Slots,
                Arrivals = new ArrivalSpecification { Rate = Rate },
            });
        var free = new double[Slots];
        var responses = new List<double>();
        for (var i = 0; i < Rate * Seconds; i++)
        {
            var slot = Array.IndexOf(free, free.Min());
            var start = Math.Max(i / Rate, free[slot]);
            if (start >= begin && start < end)
                start = end;
            free[slot] = start + Service.TotalSeconds;
            responses.Add(free[slot] - (i / Rate));
        }
        responses.Sort();
        var right = responses[(int)Math.Ceiling(responses.Count * 0.99) - 1] * 1000;
        yield return new SelfTestCheck("1.4 s pause: response p99 ms", right, result.Latency.ValueAt(99) / 1e6,
            Tolerance);
        yield return new SelfTestCheck("1.4 s pause: service p99 ms", Service.TotalMilliseconds,
            result.Service!.ValueAt(99) / 1e6, Tolerance);
        yield return new SelfTestCheck("1.4 s pause: operations", Rate * Seconds, result.Operations, 0);
    }

    private static PhaseResult Measure(
        int servers, TimeSpan service, Action<QueueTarget>? arrange, PhaseSpecification phase)
    {
        var time = new VirtualTime();
        var target = new QueueTarget(time, servers, service);
        var runner = new LoadRunner(target, new RunSpecification { Items = 1000, Phases = [phase] },
            new LoadRunnerOptions { Time = time, SingleThreaded = true });
        arrange?.Invoke(target);
        return time.Run(() => runner.RunAsync(default)).Phases[1];
    }
}
