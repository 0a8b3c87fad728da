using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Html.Sections;

/// <summary>What disturbed a phase, as shades of the time axis, and what was done to the store, as marks.</summary>
internal static class PhaseBands
{
    private const int MarksMax = 40;
    private const int NameLengthMax = 50;

    internal static IReadOnlyList<Band> Of(RunRecord run, PhaseRecord phase)
    {
        Band[] bands =
        [
            .. WarmUp(phase),
            .. Disturbance.Noise(run, phase).Select(d => new Band(d.From, d.To, BandKind.Noise, d.Processes)),
            .. Disturbance.Collector(run, phase).Select(d => new Band(d.From, d.To, BandKind.Collector, d.Processes)),
        ];
        return [.. bands.Where(b => b.From < phase.Seconds).Select(b => b with { To = Math.Min(b.To, phase.Seconds) })];
    }

    /// <summary>The events of a phase, but for those that are shades: of several that lie so close together that one
    /// could not read them, the first has its name.</summary>
    internal static IReadOnlyList<Mark> Events(RunRecord run, PhaseRecord phase)
    {
        var marks = new List<(double At, string Name, int More)>();
        foreach (var e in (run.Events ?? []).Where(e => e.Phase == phase.TimeName
            && e.Kind is not (EventRecord.Noise or EventRecord.Collector)).OrderBy(e => e.Second))
        {
            if (marks.Count > 0 && e.Second - marks[^1].At < phase.Seconds / MarksMax)
                marks[^1] = marks[^1] with { More = marks[^1].More + 1 };
            else
                marks.Add((e.Second, e.Text, 0));
        }
        return [.. marks.Select(m => new Mark(m.At, Short(m.Name) + (m.More > 0 ? $" (+{m.More})" : "")))];
    }

    // What stands in brackets, such as processes, is in the table.
    private static string Short(string text)
    {
        var name = text.Split(" (")[0];
        return name.Length <= NameLengthMax ? name : $"{name[..(NameLengthMax - 1)]}…";
    }

    /// <summary>The key of the shades that are there.</summary>
    internal static string Key(IReadOnlyList<Band> bands)
    {
        var kinds = bands.Select(b => b.Kind).Distinct().Order().ToArray();
        return kinds.Length == 0 ? "" : "<p class=\"key\">Shaded:"
            + string.Concat(kinds.Select(k => $"<i class=\"{LineChart.StyleOf(k)}\"></i>{NameOf(k)}")) + "</p>\n";
    }

    private static string NameOf(BandKind kind) => kind switch
    {
        BandKind.WarmUp => "warm-up",
        BandKind.Collector => "a collector stopped its process for more than 50 ms",
        BandKind.Noise => "other programs used more than 10 % of the processors",
        _ => "every other version",
    };

    private static IEnumerable<Band> WarmUp(PhaseRecord phase)
    {
        if (phase.Steady is { Found: true, FromSecond: > 0 } steady)
            yield return new Band(0, steady.FromSecond, BandKind.WarmUp, "warm-up");
    }
}
