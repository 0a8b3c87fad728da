using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Output;
using SfPerf.Client.Parameters;
using SfPerf.Commands;
using SfPerf.LoadGenerator.Running;
using SfPerf.Machine;
using SfPerf.Metrics.Results;

namespace SfPerf.Client.Measuring;

/// <summary>Runs the phases of a run in order and keeps what was measured, whatever happens.</summary>
/// <param name="session">The generators.</param>
/// <param name="read">Reads the machine.</param>
/// <param name="time">The clock.</param>
internal sealed class RunEngine(IRunSession session, Func<MachineReading> read, TimeProvider time)
{
    /// <summary>Measures; an interruption or a failure is in the result, beside the phases before it.</summary>
    public async Task<Measurement> MeasureAsync(
        string id, RunParameters parameters, IProgressView view, PartialRun partial, CancellationToken token)
    {
        var measurement = new Measurement(id, time.GetUtcNow());
        partial.Begin(id, measurement.StartedUtc);
        try
        {
            if (await session.PrepareAsync(token).ConfigureAwait(false) is { } preparation)
                Keep([preparation]);
            var before = session.WithDriver(read());
            foreach (var phase in parameters.Phases)
            {
                if (!token.IsCancellationRequested)
                {
                    var results = await session.RunPhaseAsync(phase, view, token).ConfigureAwait(false);
                    var after = session.WithDriver(read());
                    Keep(results);
                    measurement.Blocks.Add(new MeasuredBlock(phase, before, after, results));
                    before = after;
                    Check(results);
                }
            }
        }
        catch (OperationCanceledException) when (token.IsCancellationRequested)
        {
            measurement.Cancelled = true;
        }
        catch (TargetUnreachableException e)
        {
            measurement.Failure = new SfPerfException(ExitCode.Unreachable, e.Message, e);
        }
        catch (SfPerfException e)
        {
            measurement.Failure = e;
        }

        measurement.Cancelled |= token.IsCancellationRequested;
        return measurement;

        void Keep(IReadOnlyList<PhaseResult> results)
        {
            measurement.Phases.AddRange(results);
            partial.End(results);
        }
    }

    private static void Check(IReadOnlyList<PhaseResult> results)
    {
        if (results.SelectMany(SumCheck.Of).ToArray() is { Length: > 0 } wrong)
        {
            throw new SfPerfException(
                ExitCode.Internal, $"The figures contradict each other: {string.Join(' ', wrong)}");
        }
    }
}
