using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>The same phase of all runs of one name: what other tools call a benchmark.</summary>
internal sealed record RunSeries(string Run, string Phase, IReadOnlyList<(RunRecord Run, PhaseRecord Phase)> Values)
{
    internal static IEnumerable<RunSeries> Of(IEnumerable<RunRecord> runs) =>
        runs.SelectMany(r => r.Phases.Where(p => p is { Operations: > 0, Kind: not "prepare" })
            .Select(p => (Run: r, Phase: p)))
            .GroupBy(v => (v.Run.Name, v.Phase.Name))
            .OrderBy(g => g.Key.Item1, StringComparer.Ordinal)
            .Select(g => new RunSeries(g.Key.Item1, g.Key.Item2, [.. g]));
}
