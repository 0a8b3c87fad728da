using System.Globalization;
using SfPerf.Metrics.Statistics;

namespace SfPerf.Scenarios;

/// <summary>A claim about a ratio and what became of it. Decided by the whole interval, never by the estimate alone.
/// </summary>
/// <param name="Claim">The claim, a sentence without its full stop.</param>
/// <param name="Outcome">What the measurement says.</param>
/// <param name="Evidence">The ratio it rests on.</param>
internal sealed record Expectation(string Claim, Outcome Outcome, string Evidence)
{
    /// <summary>Gets whether it rests on a count, which other programs on the machine do not change.</summary>
    public bool IsCounted { get; init; }

    /// <summary>The claim that a ratio is at least <paramref name="bound"/>.</summary>
    public static Expectation AtLeast(string claim, RatioEstimate ratio, double bound) => new(
        claim, ratio.Low >= bound ? Outcome.Confirmed : ratio.High < bound ? Outcome.Contradicted
        : Outcome.Inconclusive, Text(ratio));

    /// <summary>The claim that a ratio lies within bounds: an equivalence test by inclusion of the interval.</summary>
    public static Expectation Within(string claim, RatioEstimate ratio, double low, double high) => new(
        claim, ratio.Low >= low && ratio.High <= high ? Outcome.Confirmed
        : ratio.High < low || ratio.Low > high ? Outcome.Contradicted : Outcome.Inconclusive, Text(ratio));

    /// <summary>The claim that a difference lies within bounds.</summary>
    public static Expectation Within(
        string claim, DifferenceEstimate difference, double low, double high, string unit) => new(
        claim, difference.Low >= low && difference.High <= high ? Outcome.Confirmed
        : difference.High < low || difference.Low > high ? Outcome.Contradicted : Outcome.Inconclusive,
        $"{Figure(difference.Mean)} {unit} " + (double.IsInfinity(difference.High)
            ? "[one round gives no interval]" : $"[{Figure(difference.Low)}..{Figure(difference.High)}]"));

    /// <summary>The claim that something was counted so.</summary>
    public static Expectation Counted(string claim, bool holds, string evidence) =>
        new(claim, holds ? Outcome.Confirmed : Outcome.Contradicted, evidence) { IsCounted = true };

    /// <summary>Gets the outcome as it is printed and saved.</summary>
    public string OutcomeText => Outcome.ToString().ToLowerInvariant();

    /// <summary>The ratio and its interval, as tables show them.</summary>
    public static string Text(RatioEstimate ratio) => $"{Figure(ratio.Ratio)} [{Interval(ratio)}]";

    /// <summary>The interval alone.</summary>
    public static string Interval(RatioEstimate ratio) => double.IsInfinity(ratio.High)
        ? "one round gives no interval" : $"{Figure(ratio.Low)}..{Figure(ratio.High)}";

    private static string Figure(double value) =>
        value.ToString(value < 10 ? "0.000" : "0.0", CultureInfo.InvariantCulture);
}

/// <summary>Specifies what a measurement says about an expectation.</summary>
internal enum Outcome
{
    Inconclusive = 0,
    Confirmed = 1,
    Contradicted = 2,
}
