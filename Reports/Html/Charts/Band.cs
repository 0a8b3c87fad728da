namespace SfPerf.Reports.Html.Charts;

/// <summary>A shaded part of the horizontal axis.</summary>
internal sealed record Band(double From, double To, string Name);
