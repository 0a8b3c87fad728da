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
    /// <param name="used">Gives the processor time that this process has used so far, exact to a millisecond. .NET 8,
    /// for which this assembly is built, too, cannot.</param>
    /// <param name="token">Ends it.</param>
    public static async Task<IReadOnlyList<CostFigure>> MeasureAsync(Func<TimeSpan> used, CancellationToken token)
    {
        ArgumentNullException.ThrowIfNull(used);
        return [Recorder(used), await DriverAsync(used, token).ConfigureAwait(false)];
    }

    private static CostFigure Recorder(Func<TimeSpan> used)
    {
        var clock = new RunClock(TimeProvider.System);
        var (best, bytes) = (double.MaxValue, double.MaxValue);
        var begin = clock.Now;
        var recorder = new WorkerRecorder(new KindSeries(OperationKind.Write, "write", openLoop: false), clock, begin);
        for (var round = 0; round < Rounds; round++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            var start = used();
            for (var i = 0; i < Operations; i++)
                recorder.Succeeded(begin, begin, begin + (i & 0xFFFFF));
            best = Math.Min(best, (used() - start).TotalNanoseconds / Operations);
            bytes = Math.Min(bytes, (GC.GetAllocatedBytesForCurrentThread() - before) / (double)Operations);
        }
        return new CostFigure("recorder", best, bytes, NanosecondsMax: 50);
    }

    private static async Task<CostFigure> DriverAsync(Func<TimeSpan> used, CancellationToken token)
    {
        var target = new NullTarget();
        await using (target.ConfigureAwait(false))
        {
            var runner = new LoadRunner(target, new RunSpecification { Items = 2048 });
            await runner.PrepareAsync(token).ConfigureAwait(false);
            var (best, bytes) = (double.MaxValue, double.MaxValue);
            for (var round = 0; round < Rounds; round++)
            {
                var (_, once) = await PhaseAsync(runner, 1, used, token).ConfigureAwait(false);
                var (took, more) = await PhaseAsync(runner, Long, used, token).ConfigureAwait(false);
                best = Math.Min(best, took.TotalNanoseconds / (Long * Operations));
                // What a phase itself takes, its histograms and its result, does not grow with its length.
                bytes = Math.Min(bytes, Math.Max(0, more - once) / (double)((Long - 1) * Operations));
            }
            return new CostFigure("driver", best, bytes, NanosecondsMax: 300);
        }
    }

    private static async Task<(TimeSpan Took, long Bytes)> PhaseAsync(
        LoadRunner runner, int length, Func<TimeSpan> used, CancellationToken token)
    {
        var (before, start) = (GC.GetTotalAllocatedBytes(precise: true), used());
        _ = await runner.RunPhaseAsync(
            new PhaseSpecification { Name = "write", Operations = length * Operations }, token).ConfigureAwait(false);
        token.ThrowIfCancellationRequested();
        return (used() - start, GC.GetTotalAllocatedBytes(precise: true) - before);
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
