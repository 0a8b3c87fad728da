using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Comparison;

/// <summary>Describes what was varied over runs, told by their phases and by the label that <c>sweep</c> gives each
/// point.</summary>
/// <param name="Kind">What kind of thing.</param>
/// <param name="Name">As people call it.</param>
internal sealed record LoadAxis(LoadAxisKind Kind, string Name)
{
    private const string PointLabel = "sweep";

    /// <summary>The axes that runs may vary: the load, and each other number that a sweep set.</summary>
    internal static IEnumerable<LoadAxis> Of(IReadOnlyList<RunRecord> runs)
    {
        yield return new LoadAxis(LoadAxisKind.Outstanding, "outstanding operations");
        yield return new LoadAxis(LoadAxisKind.Rate, "operations intended a second");
        foreach (var name in runs.SelectMany(Settings).Select(s => s.Name).Distinct(StringComparer.Ordinal))
        {
            if (!IsLoad(name))
                yield return new LoadAxis(LoadAxisKind.Parameter, name);
        }
    }

    /// <summary>Where a run lies on the axis; null when it does not.</summary>
    internal double? ValueOf(RunRecord run, PhaseRecord phase) => Kind switch
    {
        LoadAxisKind.Outstanding => phase.OfferedRate is null ? phase.Outstanding : null,
        LoadAxisKind.Rate => phase.OfferedRate,
        _ => Settings(run).Where(s => s.Name == Name).Select(s => double.TryParse(
            s.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) ? value : (double?)null)
            .FirstOrDefault(),
    };

    /// <summary>What else a sweep set: runs on one curve have it in common.</summary>
    internal string RestOf(RunRecord run) => string.Join(' ', Settings(run)
        .Where(s => Kind == LoadAxisKind.Parameter ? s.Name != Name : !IsLoad(s.Name))
        .Select(s => $"{s.Name}={s.Value}"));

    /// <summary>Whether a parameter sets the load itself.</summary>
    internal static bool IsLoad(string name) =>
        name.Contains("Outstanding", StringComparison.Ordinal)
        || name.EndsWith("RatePerSecond", StringComparison.Ordinal);

    private static IEnumerable<(string Name, string Value)> Settings(RunRecord run) =>
        (run.Labels?.GetValueOrDefault(PointLabel) ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(s => s.Split('=', 2)).Where(s => s.Length == 2).Select(s => (s[0], s[1]));
}

/// <summary>Specifies what was varied.</summary>
internal enum LoadAxisKind
{
    /// <summary>The operations kept outstanding.</summary>
    Outstanding = 0,

    /// <summary>The operations intended a second.</summary>
    Rate = 1,

    /// <summary>Any other parameter.</summary>
    Parameter = 2,
}

/// <summary>Represents one load and what came of it: medians over the runs at that load.</summary>
/// <param name="Load">Operations outstanding, operations intended a second, or whatever else was varied.</param>
/// <param name="Runs">The runs at it.</param>
/// <param name="Rate">Operations a second.</param>
/// <param name="MeanMs">Mean latency.</param>
/// <param name="P50Ms">Median latency; null where no run carries it.</param>
/// <param name="P99Ms">99th percentile; null where no run carries it.</param>
public sealed record LoadLevel(double Load, int Runs, double Rate, double MeanMs, double? P50Ms, double? P99Ms)
{
    /// <summary>Gets the lowest rate of a run.</summary>
    public double RateLowest { get; init; }

    /// <summary>Gets the highest rate of a run.</summary>
    public double RateHighest { get; init; }
}
