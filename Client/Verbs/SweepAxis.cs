using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace SfPerf.Client.Verbs;

/// <summary>A parameter and the values it takes in a sweep: <c>NAME=1,2,4</c> or <c>NAME=1..512x2</c>.</summary>
internal sealed record SweepAxis(string Name, IReadOnlyList<string> Values)
{
    private const int ValuesMax = 1000;

    public static SweepAxis Parse(string text)
    {
        if (text.Split('=', 2) is not [{ Length: > 0 } name, { Length: > 0 } values])
            throw Bad(text);
        if (values.Split("..") is not [var from, var rest])
            return new SweepAxis(name, values.Split(',', StringSplitOptions.TrimEntries));
        if (rest.Split('x') is not [var to, var factor] || !Number(from, out var first) || !Number(to, out var last)
            || !Number(factor, out var step) || first < 1 || step < 2)
            throw Bad(text);
        var steps = new List<string>();
        for (var value = first; value <= last && steps.Count < ValuesMax; value *= step)
            steps.Add(value.ToString(CultureInfo.InvariantCulture));
        return steps.Count > 0 ? new SweepAxis(name, steps) : throw Bad(text);
    }

    /// <summary>Every combination of the axes' values, the last axis fastest.</summary>
    public static IEnumerable<string[]> Combine(IReadOnlyList<SweepAxis> axes) => axes.Aggregate(
        (IEnumerable<string[]>)[[]],
        (all, axis) => all.SelectMany(a => axis.Values.Select(v => (string[])[.. a, $"{axis.Name}={v}"])));

    private static bool Number(string text, out long value) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value);

    private static SfPerfException Bad(string text) =>
        new(ExitCode.BadParameters, $"--axis {text}: write NAME=1,2,4 or NAME=1..512x2.");
}
