using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Html.Sections;

/// <summary>What disturbed a phase, as shades of the time axis, and what was done to the store, as marks.</summary>
internal static class PhaseBands
{
    private const double PauseMs = 50;
    private const double OthersShare = 0.10;

    internal static IReadOnlyList<Band> Of(RunRecord run, PhaseRecord phase)
    {
        Band[] bands =
        [
            .. WarmUp(phase),
            .. Merge(Seconds(run, phase, "cpu", others: true, OthersShare * Math.Max(1, run.Environment.Cores)),
                BandKind.Noise),
            .. Merge(Seconds(run, phase, "gc-pause-ms", others: false, PauseMs), BandKind.Collector),
        ];
        return [.. bands.Where(b => b.From < phase.Seconds).Select(b => b with { To = Math.Min(b.To, phase.Seconds) })];
    }

    internal static IReadOnlyList<Mark> Events(RunRecord run, PhaseRecord phase) =>
        [.. (run.Events ?? []).Where(e => e.Phase == phase.Name).Select(e => new Mark(e.Second, e.Text))];

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

    private static IEnumerable<(int Second, string Process)> Seconds(
        RunRecord run, PhaseRecord phase, string counter, bool others, double above) =>
        (run.Counters ?? []).Where(c => c.Phase == phase.Name && c.Counter == counter
                && (c.Process == CounterSeriesRecord.Others) == others)
            .SelectMany(c => c.PerSecond.Select((value, i) => (Second: c.FromSecond + i, c.Process, Value: value)))
            .Where(v => v.Value > above).Select(v => (v.Second, v.Process));

    private static IEnumerable<Band> Merge(IEnumerable<(int Second, string Process)> seconds, BandKind kind)
    {
        Band? open = null;
        foreach (var second in seconds.GroupBy(s => s.Second).OrderBy(g => g.Key))
        {
            var name = string.Join(", ", second.Select(s => s.Process).Order(StringComparer.Ordinal));
            if (open is not null && open.To == second.Key)
            {
                open = open with { To = second.Key + 1 };
                continue;
            }
            if (open is not null)
                yield return open;
            open = new Band(second.Key, second.Key + 1, kind, name);
        }
        if (open is not null)
            yield return open;
    }
}
