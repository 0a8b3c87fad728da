namespace SfPerf.Reports.Html.Charts;

/// <summary>A place on the horizontal axis: an event, a knee, a change. It may have an empty name.</summary>
internal sealed record Mark(double At, string Name);
