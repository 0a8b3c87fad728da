using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Reports.Html.Charts;

/// <summary>Represents one line of a chart.</summary>
/// <param name="Name">At the end of the line.</param>
/// <param name="Points">In the order they are joined; a Y that is no number is a gap.</param>
/// <param name="IsModel">Whether the line is a model or a bound, not a measurement.</param>
internal sealed record Series(string Name, IReadOnlyList<(double X, double Y)> Points, bool IsModel = false)
{
    internal IEnumerable<(double X, double Y)> Known => Points.Where(p => double.IsFinite(p.Y));

    /// <summary>The parts between gaps.</summary>
    internal IEnumerable<IReadOnlyList<(double X, double Y)>> Parts()
    {
        var part = new List<(double X, double Y)>();
        foreach (var point in Points)
        {
            if (double.IsFinite(point.Y))
            {
                part.Add(point);
                continue;
            }
            if (part.Count > 0)
                yield return part;
            part = [];
        }
        if (part.Count > 0)
            yield return part;
    }
}
