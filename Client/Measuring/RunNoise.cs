using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Machine;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Thresholds;
using SfPerf.Workload;

namespace SfPerf.Client.Measuring;

/// <summary>Judges how far a run's figures may be believed: phase by phase, so that a disturbance of one is not thinned
/// by another.</summary>
internal static class RunNoise
{
    // Processor time is counted in steps of 10 ms, and a starting phase compiles: a shorter one says little by itself.
    private const double SecondsMin = 2;
    private const int OperationsPerWorkerMin = 100;

    /// <summary>Judges.</summary>
    /// <param name="blocks">The phases.</param>
    /// <param name="counters">Of the processes that took part.</param>
    /// <param name="storeHere">Whether the store shares this machine.</param>
    /// <param name="promise">The promise that the run is to keep; null for none.</param>
    /// <returns>Null when no phase was measured.</returns>
    public static NoiseFinding? Judge(IReadOnlyList<MeasuredBlock> blocks,
        IReadOnlyList<CounterSeriesRecord> counters, bool storeHere, Threshold? promise = null)
    {
        if (blocks.Count == 0)
            return null;
        var parts = blocks.All(b => b.Seconds >= SecondsMin) ? blocks : [MeasuredBlock.Join(blocks)];
        return NoiseFinding.Worst([.. parts.Select(b =>
            (b.Name, new NoiseGuard().Judge(Evidence(b, counters, storeHere, promise))))]);
    }

    /// <summary>The process of the store that its collector stopped for the largest share of a phase.</summary>
    internal static (string Process, double Share)? StorePause(
        IReadOnlyList<PhaseResult> results, IReadOnlyList<CounterSeriesRecord> counters)
    {
        var phases = results.Where(r => PhaseNames.IsMeasured(r.Name)).Select(r => r.Name).ToHashSet();
        var shares = counters
            .Where(c => c.Counter == "gc-pause-ms" && phases.Contains(c.Phase) && IsStore(c.Process))
            .Select(c => (c.Process, Share: c.PerSecond.Average() / 1000)).ToList();
        return shares.Count > 0 ? shares.MaxBy(s => s.Share) : null;
    }

    /// <summary>Little's law over the kinds of operations that share a phase's workers.</summary>
    /// <returns>Null where it says nothing: workers waited for their turn or after failures, or made few operations.
    /// </returns>
    internal static double? LittleResidual(IReadOnlyList<PhaseResult> results)
    {
        PhaseResult[] kinds = [.. results.Where(r => PhaseNames.IsMeasured(r.Name))];
        if (kinds.Length == 0 || kinds.Any(k => k.Failed > 0 || k.OfferedRate is not null || k.Stopped is not null)
            || kinds[0].Seconds < 1
            || kinds.Sum(k => k.Operations) < kinds[0].Outstanding * (long)OperationsPerWorkerMin)
        {
            return null;
        }

        return (kinds.Sum(k => k.Latency.Sum) / 1e9 / kinds[0].Seconds / kinds[0].Outstanding) - 1;
    }

    private static NoiseEvidence Evidence(
        MeasuredBlock block, IReadOnlyList<CounterSeriesRecord> counters, bool storeHere, Threshold? promise)
    {
        // The worst phase stands for the block. If the run has a promise, the phase that is to keep it does.
        var open = block.Results.Where(p => p.Lateness is { Count: > 0 } && p.Latency.Count > 0)
            .Where(p => promise is null || p.Name == promise.Phase)
            .MaxBy(p => p.Lateness!.ValueAt(99) / (double)Math.Max(1, p.Latency.ValueAt(50)));
        var steady = block.Results.Select(SteadyRecord.From).OfType<SteadyRecord>().ToList();
        var residuals = block.Results.GroupBy(r => r.StartedUtc).Select(g => LittleResidual([.. g]));
        return new NoiseEvidence(block.Before, block.After, Environment.ProcessorCount, storeHere)
        {
            LatenessP99 = open?.Lateness!.ValueAt(99),
            ResponseP50 = promise is null ? open?.Latency.ValueAt(50) : null,
            Promise = open is not null && promise is { IsTime: true }
                ? (promise.Bound * 1e6, promise.FigureOf(open.Latency)!.Value, promise.FigureOf(open.Lateness!)!.Value)
                : null,
            LittleResidual = residuals.MaxBy(r => Math.Abs(r ?? 0)),
            StorePause = StorePause(block.Results, counters),
            Steady = steady.Count == 0 ? null : steady.TrueForAll(s => s.Found),
        };
    }

    private static bool IsStore(string process) => process != CounterSampler.Driver
        && process != CounterSampler.Others && !process.StartsWith("LoadDriver ", StringComparison.Ordinal);
}
