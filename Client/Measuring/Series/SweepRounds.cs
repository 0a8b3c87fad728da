using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Measuring.Series;

/// <summary>
/// Determines which points of a sweep are still measured. Until the knee, the first round goes up each curve only as
/// long as the rate rises; the other rounds repeat what the first one measured.
/// </summary>
internal sealed class SweepRounds(IReadOnlyList<SweepPoint> points, bool untilKnee)
{
    private readonly List<(SweepPoint Point, RunRecord Run)> _first = [];
    private readonly HashSet<SweepPoint> _skipped = [];

    /// <summary>Returns whether a point is to be measured.</summary>
    public bool Takes(SweepPoint point) => !_skipped.Contains(point);

    /// <summary>Takes what came out of a point in the first round; its curve's loads come in rising order.</summary>
    /// <returns>The points that are left out from now on.</returns>
    public IReadOnlyList<SweepPoint> Report(SweepPoint point, RunRecord run)
    {
        _first.Add((point, run));
        var curve = _first.Where(f => f.Point.Curve == point.Curve).ToList();
        if (!untilKnee || !IsFlat(curve.Select(f => f.Run)))
            return [];
        SweepPoint[] above = [.. points.Where(p => p.Curve == point.Curve && curve.TrueForAll(f => f.Point != p))];
        _skipped.UnionWith(above);
        return above;
    }

    // Phases whose load does not vary have one level, and say nothing.
    private static bool IsFlat(IEnumerable<RunRecord> runs)
    {
        LoadCurve[] curves = [.. runs.SelectMany(r => r.Measured).GroupBy(p => p.Name)
            .Select(LoadCurve.OfOutstanding).Where(c => c.Levels.Count > 1)];
        return curves.Length > 0 && curves.All(c => c.IsFlat);
    }
}
