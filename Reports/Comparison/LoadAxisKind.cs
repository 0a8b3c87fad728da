namespace SfPerf.Reports.Comparison;

/// <summary>What was varied.</summary>
internal enum LoadAxisKind
{
    /// <summary>The operations kept outstanding.</summary>
    Outstanding = 0,

    /// <summary>The operations intended a second.</summary>
    Rate = 1,

    /// <summary>Any other parameter.</summary>
    Parameter = 2,
}
