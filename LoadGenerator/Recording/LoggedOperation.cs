using SfPerf.Metrics.Results;

namespace SfPerf.LoadGenerator.Recording;

/// <summary>Represents one operation that has ended, with its own time stamps.</summary>
/// <param name="Kind">The kind of operation.</param>
/// <param name="Intended">The time stamp at which it was to start; in a closed loop, at which it did.</param>
/// <param name="Ended">The time stamp at which it ended.</param>
/// <param name="Error">The kind of failure; null for a success.</param>
public readonly record struct LoggedOperation(OperationKind Kind, long Intended, long Ended, string? Error);
