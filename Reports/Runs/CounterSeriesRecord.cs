using System.Collections.Generic;

namespace SfPerf.Reports.Runs;

/// <summary>One counter of one process over time.</summary>
/// <param name="Process">Such as <c>driver</c> or <c>primary</c>.</param>
/// <param name="Counter">Such as <c>cpu</c> (cores in use), <c>gc-pause-ms</c>, <c>allocated-bytes</c>,
/// <c>written-bytes</c>.
/// </param>
/// <param name="Phase">The phase the seconds belong to.</param>
/// <param name="PerSecond">One value a second, from the phase's first.</param>
public sealed record CounterSeriesRecord(string Process, string Counter, string Phase, IReadOnlyList<double> PerSecond);
