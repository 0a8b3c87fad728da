using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Results;

/// <summary>Sums that must agree in any result, however it was measured and added up. Where they do not, no figure of
/// it may be believed.</summary>
public static class SumCheck
{
    /// <summary>Returns what does not agree, a sentence each; empty when all does.</summary>
    public static IReadOnlyList<string> Of(PhaseResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        var (operations, failed) = (result.Operations, result.Failed);
        (string What, long Found, long Expected)[] sums =
        [
            ("latencies", result.Latency.Count, operations),
            ("latencies from the actual start", result.Service?.Count ?? operations, operations),
            ("successes of all seconds", result.PerSecond.Sum(r => r.Operations), operations),
            ("failures of all seconds", result.PerSecond.Sum(r => r.Failed), failed),
            ("failures of all kinds", result.Errors.Values.Sum(), failed),
            ("failures of all kinds in all seconds", OfKindsInSeconds(result), failed),
            ("latencies of failures", result.FailedLatency.Count, failed),
        ];
        return [.. sums.Where(s => s.Found != s.Expected)
            .Select(s => $"{result.Name}: {s.Found} {s.What}, expected {s.Expected}.")];
    }

    // A load driver of an earlier version does not report them.
    private static long OfKindsInSeconds(PhaseResult result) => result.PerSecond.All(r => r.Errors.Count == 0)
        ? result.Failed : result.PerSecond.Sum(r => r.Errors.Values.Sum());
}
