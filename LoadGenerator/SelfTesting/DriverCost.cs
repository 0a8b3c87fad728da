using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Recording;
using SfPerf.LoadGenerator.Running;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Metrics.Results;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.SelfTesting;

/// <summary>
/// Measures the processor time that measuring itself costs: the best of some rounds, for a busy machine only adds. The
/// processor time is the whole process's, so nothing else may run in it meanwhile.
/// </summary>
public static class DriverCost
{
    private const int Rounds = 7;
    private const int Operations = 1_000_000;
    private const int Long = 3;

    /// <summary>Measures the recorder alone, then all that the driver does for an operation on a target that does
    /// nothing. Takes some seconds.</summary>
    public static async Task<IReadOnlyList<CostFigure>> MeasureAsync(CancellationToken token) =>
        [Recorder(), await DriverAsync(token).ConfigureAwait(false)];

    private static CostFigure Recorder()
    {
        var clock = new RunClock(TimeProvider.System);
        var (best, bytes) = (double.MaxValue, double.MaxValue);
        var begin = clock.Now;
        var recorder = new WorkerRecorder(new KindSeries(OperationKind.Write, "write", openLoop: false), clock, begin);
        for (var round = 0; round < Rounds; round++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            var start = Environment.CpuUsage.TotalTime;
            for (var i = 0; i < Operations; i++)
                recorder.Succeeded(begin, begin, begin + (i & 0xFFFFF));
            best = Math.Min(best, (Environment.CpuUsage.TotalTime - start).TotalNanoseconds / Operations);
            bytes = Math.Min(bytes, (GC.GetAllocatedBytesForCurrentThread() - before) / (double)Operations);
        }
        return new CostFigure("recorder", best, bytes, NanosecondsMax: 50);
    }

    private static async Task<CostFigure> DriverAsync(CancellationToken token)
    {
        var target = new NullTarget();
        await using (target.ConfigureAwait(false))
        {
            var runner = new LoadRunner(target, new RunSpecification { Items = 2048 });
            await runner.PrepareAsync(token).ConfigureAwait(false);
            var (best, bytes) = (double.MaxValue, double.MaxValue);
            for (var round = 0; round < Rounds; round++)
            {
                var (_, once) = await PhaseAsync(runner, 1, token).ConfigureAwait(false);
                var (took, more) = await PhaseAsync(runner, Long, token).ConfigureAwait(false);
                best = Math.Min(best, took.TotalNanoseconds / (Long * Operations));
                // What a phase itself takes, its histograms and its result, does not grow with its length.
                bytes = Math.Min(bytes, Math.Max(0, more - once) / (double)((Long - 1) * Operations));
            }
            return new CostFigure("driver", best, bytes, NanosecondsMax: 300);
        }
    }

    private static async Task<(TimeSpan Took, long Bytes)> PhaseAsync(
        LoadRunner runner, int length, CancellationToken token)
    {
        var (before, start) = (GC.GetTotalAllocatedBytes(precise: true), Environment.CpuUsage.TotalTime);
        _ = await runner.RunPhaseAsync(
            new PhaseSpecification { Name = "write", Operations = length * Operations }, token).ConfigureAwait(false);
        token.ThrowIfCancellationRequested();
        return (Environment.CpuUsage.TotalTime - start, GC.GetTotalAllocatedBytes(precise: true) - before);
    }

    private sealed class NullTarget : ILoadTarget
    {
        public Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token) =>
            Task.FromResult(new TargetPreparation([0]));

        public ValueTask WriteAsync(int item, long sequence, CancellationToken token) => default;

        public ValueTask ReadAsync(int item, CancellationToken token) => default;

        public ValueTask DisposeAsync() => default;
    }
}
