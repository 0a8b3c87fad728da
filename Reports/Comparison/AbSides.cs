using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Comparison;

/// <summary>The two sides that <c>ab</c> measured, told by its labels.</summary>
public static class AbSides
{
    /// <summary>The label, and the folder, of the runs of side A, which is the base.</summary>
    public const string Base = "a";

    /// <summary>The label, and the folder, of the runs of side B, which is compared with the base.</summary>
    public const string New = "b";

    /// <summary>Parts runs into side <c>a</c> and side <c>b</c>. Of a block that was measured again because it
    /// was noisy, the last counts.</summary>
    /// <returns>Empty sides where no run carries the label.</returns>
    public static (IReadOnlyList<RunRecord> A, IReadOnlyList<RunRecord> B) Of(IReadOnlyList<RunRecord> runs) =>
        (Side(runs, Base), Side(runs, New));

    private static RunRecord[] Side(IReadOnlyList<RunRecord> runs, string side) =>
        [.. runs.Where(r => Label(r, "side") == side).OrderBy(r => r.StartedUtc).GroupBy(r => Label(r, "pair"))
            .Select(g => g.Last())];

    private static string? Label(RunRecord run, string name) => run.Labels?.GetValueOrDefault(name);
}
