using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Output;
using SfPerf.Client.Parameters;
using SfPerf.LoadGenerator.Running;

namespace SfPerf.Client.Runs;

/// <summary>Runs the phases of a run in order and keeps what was measured, whatever happens.</summary>
internal static class RunEngine
{
    /// <summary>Measures; an interruption or a failure is in the result, beside the phases before it.</summary>
    public static async Task<Measurement> MeasureAsync(
        IRunSession session, RunParameters parameters, IProgressView view, TimeProvider time, CancellationToken token)
    {
        var measurement = new Measurement(time.GetUtcNow());
        try
        {
            if (await session.PrepareAsync(token).ConfigureAwait(false) is { } preparation)
                measurement.Phases.Add(preparation);
            foreach (var phase in parameters.Phases)
                if (!token.IsCancellationRequested)
                    measurement.Phases.AddRange(
                        await session.RunPhaseAsync(phase, view, token).ConfigureAwait(false));
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
    }
}
