using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Metrics.Results;

namespace SfPerf.Scenarios.Concurrency;

/// <summary>Measures all cases in rounds and prints each run as the published program does.</summary>
internal sealed class ConcurrencyScenario(
    ConcurrencySettings settings, TextWriter output, ScenarioProgress progress)
{
    private const int WarmupThreads = 4;

    // What two cores do, roughly: for the time left only.
    private const double CallsPerSecond = 40_000;
    private const double EchoesPerSecond = 160_000;

    // The runs after which a short case is usually narrow enough.
    private const double UsualRuns = 5;

    /// <summary>The parts of one round.</summary>
    public static IReadOnlyList<ScenarioBlock> Blocks(ConcurrencySettings settings)
    {
        var blocks = new List<ScenarioBlock>();
        foreach (var scheme in settings.Schemes)
        {
            foreach (var size in settings.Cases)
            {
                var once = Arm.Order(0).Sum(arm => Seconds(arm, size));
                var runs = Math.Clamp(Math.Floor(settings.RepeatSeconds / once), 1, UsualRuns);
                blocks.AddRange(Arm.Order(0).Select(arm => new ScenarioBlock(
                    ThreadRun.PhaseName(arm, scheme, size), Seconds(arm, size) * runs)));
            }

            foreach (var blocking in settings.SharedCalls > 0 ? new[] { true, false } : [])
            {
                blocks.AddRange(SharedArms(0).Select(arm => new ScenarioBlock(
                    SharedRun.PhaseName(arm, scheme, blocking),
                    settings.SharedCalls * settings.ServiceMilliseconds / 1000.0)));
            }
        }

        return blocks;
    }

    /// <summary>Makes calls that are not counted, so that the first arm does not pay for compiling the code.</summary>
    public async Task WarmUpAsync(CancellationToken token)
    {
        var size = new ThreadCase(WarmupThreads, Math.Max(2, settings.Warmup / WarmupThreads));
        foreach (var scheme in settings.Schemes)
        {
            foreach (var arm in new[] { Arm.Single, Arm.Multiple, Arm.Bare })
                await MeasureAsync(arm, scheme, size, _ => { }, token).ConfigureAwait(false);
        }
    }

    /// <summary>Runs every case once with every arm.</summary>
    public async Task<IReadOnlyList<ArmResult>> RoundAsync(int round, CancellationToken token)
    {
        var results = new List<ArmResult>();
        foreach (var scheme in settings.Schemes)
        {
            foreach (var size in settings.Cases)
                results.AddRange(await CaseAsync(round, scheme, size, token).ConfigureAwait(false));
            foreach (var blocking in settings.SharedCalls > 0 ? new[] { true, false } : [])
            {
                foreach (var arm in SharedArms(round))
                {
                    progress.Begin();
                    results.Add(await SharedRun.MeasureAsync(arm, scheme, blocking, settings, token)
                        .ConfigureAwait(false));
                    Tell(round, results[^1].Phase);
                }
            }
        }

        return results;
    }

    private async Task<IReadOnlyList<ArmResult>> CaseAsync(
        int round, string scheme, ThreadCase size, CancellationToken token)
    {
        var repeats = new CaseRepeats(settings.RepeatSeconds);
        while (repeats.WantsMore)
        {
            var start = Stopwatch.GetTimestamp();
            var results = await RunAsync(round, repeats.Count, scheme, size, token).ConfigureAwait(false);
            repeats.Add(results, Stopwatch.GetElapsedTime(start).TotalSeconds);
        }

        return [.. Arm.Order(round).Select(repeats.Result)];
    }

    private async Task<IReadOnlyDictionary<Arm, ArmResult>> RunAsync(
        int round, int run, string scheme, ThreadCase size, CancellationToken token)
    {
        var results = new Dictionary<Arm, ArmResult>();
        // Every second run of a round runs backwards, as every second round does.
        foreach (var arm in Arm.Order(round + run))
        {
            progress.Begin();
            var result = await MeasureAsync(arm, scheme, size,
                address => output.WriteLine($"Starting {arm.Type!.Name} on {address}..."), token)
                .ConfigureAwait(false);
            if (result.Phase.Operations == 0)
            {
                throw new SfPerfException(ExitCode.NothingMeasured, $"{result.Name}: not one call succeeded: "
                    + $"{string.Join(", ", result.Phase.Errors.Keys)}.");
            }

            if (arm != Arm.Bare)
                Print(arm, size, result);
            Tell(round, result.Phase, again: run > 0);
            results.Add(arm, result);
        }

        return results;
    }

    private static double Seconds(Arm arm, ThreadCase size) =>
        (double)size.Threads * size.Calls / (arm == Arm.Bare ? EchoesPerSecond : CallsPerSecond);

    private static IEnumerable<Arm> SharedArms(int round) =>
        Arm.Order(round).Where(a => a == Arm.Single || a == Arm.Multiple);

    private Task<ArmResult> MeasureAsync(
        Arm arm, string scheme, ThreadCase size, Action<Uri> opened, CancellationToken token) =>
        DedicatedThread.RunAsync(() => ThreadRun.Measure(arm, scheme, size, settings, opened, token));

    private void Print(Arm arm, ThreadCase size, ArmResult result)
    {
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $" Type={arm.Type!.Name} ThreadCount={size.Threads} ThreadCallCount={size.Calls}"));
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $" runtime: {result.Figures[FigureNames.Ticks]:0} ticks {Math.Floor(result.Seconds * 1000)} msec"));
    }

    private void Tell(int round, PhaseResult result, bool again = false) => progress.End(round, result.Name,
        string.Create(
            CultureInfo.InvariantCulture, $"{result.Seconds * 1000:0} ms, {result.OperationsPerSecond:N0} calls/s")
        + (result.Failed > 0 ? $", {result.Failed} failed ({string.Join(", ", result.Errors.Keys)})" : ""), again);
}
