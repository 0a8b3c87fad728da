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

    // Both guarded by the gate. A kind that has not succeeded has no entry.
    private readonly Dictionary<OperationKind, long> _lastSuccess = [];
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

    /// <summary>Tells whether an operation of a kind has succeeded at or after a time, also one that was taken away.
    /// </summary>
    /// <param name="kind">The kind.</param>
    /// <param name="since">A time stamp of the driver's clock.</param>
    public bool HasSucceeded(OperationKind kind, long since)
    {
        lock (_gate)
            return _lastSuccess.TryGetValue(kind, out var last) && last >= since;
    }

    internal void Add(OperationKind kind, long intended, long ended, string? error)
    {
        lock (_gate)
        {
            _operations.Add(new LoggedOperation(kind, intended, ended, error));
            if (error is null)
                _lastSuccess[kind] = ended;
        }
    }
}
