using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Html;

/// <summary>Describes what a report is about.</summary>
/// <param name="Runs">All runs, those compared with first.</param>
/// <param name="Detailed">The few whose single seconds are drawn.</param>
/// <param name="Comparison">Null when there is nothing to compare with.</param>
internal sealed record ReportPage(
    IReadOnlyList<ReportRun> Runs, IReadOnlyList<ReportRun> Detailed, RunComparison? Comparison)
{
    private const int DetailedMax = 4;

    /// <summary>Gets whether all runs are points of sweeps or tries of a search for capacity.</summary>
    internal bool IsSeries => Comparison is null && Runs.All(r =>
        r.Run.Labels is { } labels && (labels.ContainsKey("sweep") || labels.ContainsKey(CapacityRule.Label)));

    /// <summary>Gets the measured phases of the runs that are drawn in detail.</summary>
    internal IEnumerable<(ReportRun Run, PhaseRecord Phase)> DetailedPhases =>
        Detailed.SelectMany(r => r.Measured.Select(p => (r, p)));

    /// <summary>Gets the measured phases of all runs.</summary>
    internal IEnumerable<(ReportRun Run, PhaseRecord Phase)> Phases =>
        Runs.SelectMany(r => r.Measured.Select(p => (r, p)));

    /// <summary>Makes the page of runs and those they are compared with. Without the latter, the sides of <c>ab</c> are
    /// compared when both are there.</summary>
    internal static ReportPage Of(IReadOnlyList<ReportRun> before, IReadOnlyList<ReportRun> after)
    {
        if (before.Count > 0)
        {
            before = [.. before.Select(r => r with { Group = "base" })];
            after = [.. after.Select(r => r with { Group = "new" })];
            return new ReportPage([.. before, .. after], BothSides(before, after),
                RunComparison.Of(Records(before), Records(after)));
        }
        var (a, b) = AbSides.Of(Records(after));
        if (a.Count == 0 || b.Count == 0)
            return new ReportPage(after, [.. after.TakeLast(DetailedMax)], null);
        return new ReportPage(after,
            BothSides([.. after.Where(r => a.Contains(r.Run))], [.. after.Where(r => b.Contains(r.Run))]),
            RunComparison.Of(a, b));
    }

    private static ReportRun[] BothSides(IReadOnlyList<ReportRun> before, IReadOnlyList<ReportRun> after) =>
        [.. before.TakeLast(DetailedMax / 2), .. after.TakeLast(DetailedMax / 2)];

    /// <summary>What a phase is called in headings: with its run where there are several.</summary>
    internal string NameOf(ReportRun run, PhaseRecord phase) =>
        Runs.Count == 1 ? phase.Name : $"{run.Title}, {phase.Name}";

    private static RunRecord[] Records(IReadOnlyList<ReportRun> runs) => [.. runs.Select(r => r.Run)];
}
