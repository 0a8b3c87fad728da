namespace SfPerf.Reports.Html.Charts;

/// <summary>A shaded part of the horizontal axis.</summary>
/// <param name="From">Its left end.</param>
/// <param name="To">Its right end.</param>
/// <param name="Kind">How it is shaded, and what the key below the chart calls it.</param>
/// <param name="Name">Shown when pointed at.</param>
internal sealed record Band(double From, double To, BandKind Kind, string Name);

/// <summary>Specifies why a part of the time is shaded.</summary>
internal enum BandKind
{
    /// <summary>The store was warming up.</summary>
    WarmUp = 0,

    /// <summary>A collector stopped a process.</summary>
    Collector = 1,

    /// <summary>Programs that take no part used the processors.</summary>
    Noise = 2,

    /// <summary>Every other version, so that one sees where it changed.</summary>
    Version = 3,
}

/// <summary>A place on the horizontal axis: an event, a knee, a change. It may have an empty name.</summary>
internal sealed record Mark(double At, string Name);
