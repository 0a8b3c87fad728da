using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Measuring.Series;

/// <summary>Represents one combination of the values of a sweep's axes.</summary>
internal sealed record SweepPoint(IReadOnlyList<KeyValuePair<string, string>> Settings, RunPlan Plan)
{
    public string Name => string.Join(' ', Assignments(Settings));

    /// <summary>Gets the settings but for the load: points that have them in common make a curve.</summary>
    public string Curve => string.Join(' ', Assignments(Settings.Where(s => !new SweepAxis(s.Key, []).IsLoad)));

    public static IEnumerable<string> Assignments(IEnumerable<KeyValuePair<string, string>> settings) =>
        settings.Select(s => $"{s.Key}={s.Value}");

    public SweepRun With(RunRecord run) => new(Settings, run);
}
