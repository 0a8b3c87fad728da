using System;

namespace SfPerf.Metrics.Statistics;

/// <summary>
/// Determines how an estimate becomes a verdict: a difference must be both real and large enough to matter.
/// </summary>
/// <param name="Delta">The practical threshold as a share, such as 0.05.</param>
/// <param name="Alpha">The level of the test, such as 0.05.</param>
public sealed record VerdictRule(double Delta, double Alpha)
{
    /// <summary>The fewest values a side that can give a verdict: with fewer, the exact test cannot reach 5
    /// %.</summary>
    public const int SamplesMin = 4;

    /// <summary>The verdict.</summary>
    /// <param name="estimate">The ratio of the second side to the first.</param>
    /// <param name="adjustedP">The probability after correction for the number of comparisons.</param>
    /// <param name="samples">The number of values on the smaller side, or of pairs.</param>
    /// <param name="higherIsBetter">Whether a ratio above 1 is good.</param>
    public Verdict Decide(RatioEstimate estimate, double adjustedP, int samples, bool higherIsBetter)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        var (low, high) = (1 - Delta, 1 / (1 - Delta));
        if (samples < SamplesMin)
            return Verdict.Inconclusive;
        if (estimate.Low > low && estimate.High < high)
            return Verdict.Same;
        if (adjustedP >= Alpha)
            return Verdict.Inconclusive;
        if (estimate.High < low)
            return higherIsBetter ? Verdict.Regressed : Verdict.Improved;
        if (estimate.Low > high)
            return higherIsBetter ? Verdict.Improved : Verdict.Regressed;
        return Verdict.Inconclusive;
    }

    /// <summary>About how many more values (or pairs) would decide; null when that is unknown.</summary>
    public int? MoreNeeded(RatioEstimate estimate, int samples)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        if (samples < SamplesMin)
            return SamplesMin - samples;
        if (estimate.Low <= 0 || double.IsInfinity(estimate.High))
            return null;
        var half = Math.Log(estimate.High / estimate.Low) / 2;
        var gap = Math.Abs(-Math.Log(1 - Delta) - Math.Abs(Math.Log(estimate.Ratio)));
        if (gap < half / 10)
            return null;
        return Math.Max(1, (int)Math.Ceiling(samples * (half / gap * half / gap)) - samples);
    }
}

/// <summary>Specifies what a comparison says about the second side.</summary>
public enum Verdict
{
    /// <summary>The sample does not decide.</summary>
    Inconclusive = 0,

    /// <summary>The whole interval lies within the practical threshold: alike, as far as it matters.</summary>
    Same = 1,

    /// <summary>The whole interval lies beyond the practical threshold on the good side, and the test agrees.</summary>
    Improved = 2,

    /// <summary>The whole interval lies beyond the practical threshold on the bad side, and the test agrees.</summary>
    Regressed = 3,
}
