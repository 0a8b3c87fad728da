using System.Collections.Generic;

namespace SfPerf.Reports.Runs;

/// <summary>Represents one counter of one process over time.</summary>
/// <param name="Process">Such as <c>sfperf</c> or <c>StatefulStore _Node_1</c>; <c>other programs</c> for all that took
/// no part.</param>
/// <param name="Counter">Such as <c>cpu</c> (cores in use), <c>gc-pause-ms</c>, <c>allocated-bytes</c>,
/// <c>written-bytes</c>.</param>
/// <param name="Phase">The phase the seconds belong to.</param>
/// <param name="PerSecond">One value a second.</param>
public sealed record CounterSeriesRecord(string Process, string Counter, string Phase, IReadOnlyList<double> PerSecond)
{
    /// <summary>The process name of all programs together that took no part.</summary>
    public const string Others = "other programs";

    /// <summary>Gets the second of the phase that the first value is of.</summary>
    public int FromSecond { get; init; }
}
