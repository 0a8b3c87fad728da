namespace SfPerf.Reports.Html.Charts;

/// <summary>A shaded part of the horizontal axis.</summary>
/// <param name="From">Its left end.</param>
/// <param name="To">Its right end.</param>
/// <param name="Kind">How it is shaded, and what the key below the chart calls it.</param>
/// <param name="Name">Shown when pointed at.</param>
internal sealed record Band(double From, double To, BandKind Kind, string Name);
