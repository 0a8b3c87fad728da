using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>The same phase of runs made alike: what other tools call a benchmark.</summary>
/// <param name="Run">The runs' name.</param>
/// <param name="Phase">The phase.</param>
/// <param name="Settings">What tells this benchmark from others: its load and size, and whatever else varies between
/// the runs that are exported together.</param>
/// <param name="Values">One a run, in the order given.</param>
internal sealed record RunSeries(
    string Run, string Phase, IReadOnlyList<(string Name, string Value)> Settings,
    IReadOnlyList<(RunRecord Run, PhaseRecord Phase)> Values)
{
    private const string Size = "OperationDataSizeInBytes";

    internal static IReadOnlyList<RunSeries> Of(IReadOnlyList<RunRecord> runs)
    {
        var varying = Varying(runs);
        return [.. runs.SelectMany(r => r.Measured.Where(p => p.Operations > 0).Select(p => (Run: r, Phase: p)))
            .GroupBy(v => (v.Run.Name, Phase: v.Phase.Name, Key: Text(SettingsOf(v.Run, v.Phase, varying), "=", ",")))
            .OrderBy(g => g.Key.Name, StringComparer.Ordinal).Select(g => new RunSeries(
                g.Key.Name, g.Key.Phase, SettingsOf(g.First().Run, g.First().Phase, varying), [.. g]))];
    }

    /// <summary>The settings as text.</summary>
    internal string Text(string assign, string separate) => Text(Settings, assign, separate);

    private static string Text(IEnumerable<(string Name, string Value)> settings, string assign, string separate) =>
        string.Join(separate, settings.Select(s => s.Name + assign + s.Value));

    private static (string Name, string Value)[] SettingsOf(
        RunRecord run, PhaseRecord phase, IReadOnlyCollection<string> varying)
    {
        var settings = new List<(string, string)>
        {
            ("outstanding", phase.Outstanding.ToString(CultureInfo.InvariantCulture)),
        };
        if (phase.OfferedRate is { } rate)
            settings.Add(("rate", rate.ToString(CultureInfo.InvariantCulture)));
        if (run.Parameters.TryGetValue(Size, out var size))
            settings.Add(("size", size.ToString()));
        settings.AddRange(Facts(run).Where(f => varying.Contains(f.Name)));
        return [.. settings];
    }

    // Figures that are exported apart, before a change and after it, must have the same names: so a fact is part of the
    // name only where it varies among the runs at hand.
    private static string[] Varying(IReadOnlyList<RunRecord> runs) => [.. runs.SelectMany(Facts)
        .GroupBy(f => f.Name).Where(g => g.Count() < runs.Count || g.Select(f => f.Value).Distinct().Skip(1).Any())
        .Select(g => g.Key)];

    private static IEnumerable<(string Name, string Value)> Facts(RunRecord run)
    {
        foreach (var (name, value) in run.Parameters)
        {
            if (name is not ("Name" or "Seed" or "PhaseSecondsMax" or Size) && !LoadAxis.IsLoad(name)
                && !(name.StartsWith("Num", StringComparison.Ordinal)
                    && name.EndsWith("OperationsTotal", StringComparison.Ordinal)))
            {
                yield return (name, value.ToString());
            }
        }

        foreach (var (name, value) in run.Labels ?? new Dictionary<string, string>())
        {
            if (name is not ("pair" or "side" or "sweep" or "capacity"))
                yield return (name, value);
        }
    }
}
