namespace SfPerf.Reports.Html.Charts;

/// <summary>A place on the horizontal axis with a name: an event, a knee, a change.</summary>
internal sealed record Mark(double At, string Name);
