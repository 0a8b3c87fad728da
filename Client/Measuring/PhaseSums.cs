using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Results;

namespace SfPerf.Client.Measuring;

/// <summary>Adds up the phases of several generators.</summary>
internal static class PhaseSums
{
    /// <summary>Sums the phases of one name; a generator that did not reach a phase adds nothing to it.</summary>
    public static IReadOnlyList<PhaseResult> Combine(IEnumerable<IReadOnlyList<PhaseResult>> generators)
    {
        var all = generators.SelectMany(g => g).ToList();
        return [.. all.Select(r => r.Name).Distinct().Select(name =>
            PhaseResult.Combine([.. all.Where(r => r.Name == name)]))];
    }
}
