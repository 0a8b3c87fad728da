using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Output;
using SfPerf.Machine;
using SfPerf.Metrics.Results;

namespace SfPerf.Client.Measuring;

/// <summary>The generators of one run, ready to run phases one after the other.</summary>
internal interface IRunSession : IAsyncDisposable
{
    /// <summary>Prepares all generators; ends when each has made first contact with every partition.</summary>
    Task<PhaseResult?> PrepareAsync(CancellationToken token);

    /// <summary>The reading of this machine, with what the driver has used so far where that is another process.
    /// </summary>
    MachineReading WithDriver(MachineReading reading);

    /// <summary>
    /// Runs one phase on all generators and returns their sum, after that of its warm-up if there is one. A cancelled
    /// phase does not throw: it returns what was measured until then, with the reason.
    /// </summary>
    /// <param name="phase">A name of PhaseNames.</param>
    /// <param name="view">Shown the sum of all generators a few times a second.</param>
    /// <param name="token">Cancels the phase.</param>
    Task<IReadOnlyList<PhaseResult>> RunPhaseAsync(string phase, IProgressView view, CancellationToken token);
}
