namespace SfPerf.Metrics.Statistics;

/// <summary>A place in a series from which on values are others than before.</summary>
/// <param name="Index">The first value after the change.</param>
/// <param name="Before">The mean of the values since the change before.</param>
/// <param name="After">The mean of the values until the next change.</param>
/// <param name="P">The probability of such a difference of means by chance.</param>
public sealed record ChangePoint(int Index, double Before, double After, double P)
{
    /// <summary>Gets after / before.</summary>
    public double Ratio => After / Before;
}
