using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Parameters;

namespace SfPerf.Client.Verbs;

/// <summary>A parameter and the values it takes in a sweep.</summary>
internal sealed record SweepAxis(string Name, IReadOnlyList<string> Values)
{
    /// <summary>Reads <c>NAME=VALUES</c>.</summary>
    public static SweepAxis Parse(string text) =>
        text.Split('=', 2) is [{ Length: > 0 } name, var values] && AxisValues.Parse(values) is { } parsed
            ? new SweepAxis(name, parsed)
            : throw new SfPerfException(ExitCode.BadParameters, $"--axis {text}: write NAME=1,2,4 or NAME=1..512x2.");

    /// <summary>The axes of a parameter file, checked when it was loaded.</summary>
    public static IReadOnlyList<SweepAxis> Of(ParameterSet set) => [.. set.Axes.Select(a =>
        new SweepAxis(a.Name[ParameterCatalogue.AxesPrefix.Length..], AxisValues.Parse(a.Text)!))];

    /// <summary>Every combination of the axes' values, the last axis fastest.</summary>
    public static IEnumerable<string[]> Combine(IReadOnlyList<SweepAxis> axes) => axes.Aggregate(
        (IEnumerable<string[]>)[[]],
        (all, axis) => all.SelectMany(a => axis.Values.Select(v => (string[])[.. a, $"{axis.Name}={v}"])));
}
