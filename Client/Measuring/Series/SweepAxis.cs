using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.Commands;
using SfPerf.Commands.Parameters;
using SfPerf.Workload;

namespace SfPerf.Client.Measuring.Series;

/// <summary>A parameter and the values it takes in a sweep.</summary>
internal sealed record SweepAxis(string Name, IReadOnlyList<string> Values)
{
    /// <summary>Gets whether it is how many operations a phase keeps outstanding.</summary>
    public bool IsLoad => LoadAxes.Contains(Name);

    private static IEnumerable<string> LoadAxes =>
        new[] { PhaseNames.Write, PhaseNames.Read, PhaseNames.Mixed }.Select(LoadOf);

    /// <summary>Reads <c>NAME=VALUES</c>.</summary>
    public static SweepAxis Parse(string text) =>
        text.Split('=', 2) is [{ Length: > 0 } name, var values] && AxisValues.Parse(values) is { } parsed
            ? new SweepAxis(name, parsed)
            : throw new SfPerfException(ExitCode.BadParameters, $"--axis {text}: write NAME=1,2,4 or NAME=1..512x2.");

    /// <summary>The axes of a parameter file, checked when it was loaded.</summary>
    public static IReadOnlyList<SweepAxis> Of(ParameterSet set) => [.. set.Axes.Select(a =>
        new SweepAxis(a.Name[ParameterCatalogue.AxesPrefix.Length..], AxisValues.Parse(a.Text)!))];

    /// <summary>The same axis, its numbers in rising order.</summary>
    public SweepAxis Rising() =>
        this with { Values = [.. Values.OrderBy(NumberOf)] };

    private long NumberOf(string value) => long.TryParse(value, out var number)
        || ParameterUnit.Of(Name)?.TryParse(value, out number) == true ? number : long.MaxValue;

    /// <summary>Every combination of the axes' values, the last axis fastest.</summary>
    public static IEnumerable<KeyValuePair<string, string>[]> Combine(IReadOnlyList<SweepAxis> axes) => axes.Aggregate(
        (IEnumerable<KeyValuePair<string, string>[]>)[[]],
        (all, axis) => all.SelectMany(a => axis.Values.Select(v =>
            (KeyValuePair<string, string>[])[.. a, KeyValuePair.Create(axis.Name, v)])));

    /// <summary>Returns the axis that says how many operations a phase keeps outstanding.</summary>
    public static string LoadOf(string phase) => phase switch
    {
        PhaseNames.Write => "NumOutstandingWriteOperations",
        PhaseNames.Read => "NumOutstandingReadOperations",
        _ => "NumOutstandingMixedOperations",
    };
}
