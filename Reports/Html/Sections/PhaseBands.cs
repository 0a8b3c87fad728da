using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Html.Sections;

/// <summary>
/// Presents what disturbed a phase, as shades of the time axis, and what was done to the store, as marks.
/// </summary>
internal static class PhaseBands
{
    private const int NamesMax = 8;
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

    /// <summary>The events of a phase, but for those that are shades. Of several that lie so close together that their
    /// names would cover each other, the gravest has its name.</summary>
    internal static IReadOnlyList<Mark> Events(RunRecord run, PhaseRecord phase)
    {
        EventRecord[] events = [.. (run.Events ?? []).Where(e => e.Phase == phase.TimeName
            && e.Kind is not (EventRecord.Noise or EventRecord.Collector)).OrderBy(e => e.Second)];
        var marks = new List<Mark>();
        while (marks.Count < events.Length)
        {
            var first = events[marks.Count].Second;
            EventRecord[] near = [.. events.Skip(marks.Count)
                .TakeWhile(e => e.Second == first || e.Second - first < phase.Seconds / NamesMax)];
            var gravest = near.MinBy(Rank)!;
            var more = near.Length > 1 ? $" (+{near.Length - 1})" : "";
            marks.AddRange(near.Select(e =>
                new Mark(e.Second, ReferenceEquals(e, gravest) ? Short(e.Text) + more : "")));
        }
        return marks;
    }

    // What was done comes before what followed.
    private static int Rank(EventRecord happened) => happened.Kind switch
    {
        null or "kill" or "stop" or "recover" or "move" or "data-loss" => 0,
        "quorum" => 1,
        "primary" => 2,
        "process-ended" => 3,
        _ => 4,
    };

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
