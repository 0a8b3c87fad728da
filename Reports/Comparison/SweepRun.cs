using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Comparison;

/// <summary>A run of a sweep.</summary>
/// <param name="Settings">The value of each axis, in the order of the axes.</param>
/// <param name="Run">What came out.</param>
public sealed record SweepRun(IReadOnlyList<KeyValuePair<string, string>> Settings, RunRecord Run)
{
    /// <summary>Gets the settings as text.</summary>
    public string Point => TextWithout(null);

    /// <summary>The settings as text but for one axis.</summary>
    public string TextWithout(string? axis) => string.Join(' ', Settings.Where(s =>
        !string.Equals(s.Key, axis, StringComparison.Ordinal)).Select(s => $"{s.Key}={s.Value}"));
}
