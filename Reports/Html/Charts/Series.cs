using System.Collections.Generic;

namespace SfPerf.Reports.Html.Charts;

/// <summary>One line of a chart.</summary>
/// <param name="Name">In the legend.</param>
/// <param name="Points">In the order they are joined.</param>
/// <param name="Dashed">Whether the line is a model or a bound, not a measurement.</param>
internal sealed record Series(string Name, IReadOnlyList<(double X, double Y)> Points, bool Dashed = false);
