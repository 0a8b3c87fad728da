using System.Collections.Generic;
using System.Threading;
using SfPerf.Metrics.Results;

namespace SfPerf.LoadGenerator.Recording;

/// <summary>Keeps every single operation of a run, with the time stamps that the driver takes anyway, for whoever must
/// tell what happened within a second: a fail-over takes a tenth of one. It is for moderate rates: an operation takes
/// 32 bytes until it is taken away, and all workers share one lock. Without a log, an operation costs nothing more.
/// </summary>
public sealed class OperationLog
{
    private readonly Lock _gate = new();

    // Guarded by the gate.
    private List<LoggedOperation> _operations = [];

    /// <summary>Takes away what was logged since the last call, in the order in which operations ended, roughly.
    /// </summary>
    public IReadOnlyList<LoggedOperation> Take()
    {
        lock (_gate)
        {
            var taken = _operations;
            _operations = new List<LoggedOperation>(taken.Count);
            return taken;
        }
    }

    internal void Add(OperationKind kind, long intended, long ended, string? error)
    {
        lock (_gate)
            _operations.Add(new LoggedOperation(kind, intended, ended, error));
    }
}
