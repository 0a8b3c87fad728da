namespace SfPerf.Reports.Html.Charts;

/// <summary>Why a part of the time is shaded.</summary>
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
