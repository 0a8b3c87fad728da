using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Text;

namespace SfPerf.Scenarios.Channels;

/// <summary>Represents what the rounds say.</summary>
internal sealed class ChannelTable(
    IReadOnlyList<IReadOnlyList<ArmResult>> rounds, IReadOnlyList<int> calls)
{
    private const double PublishedFactor = 2;
    private const int TooFewCalls = 100;
    private const double LinearWithin = 0.25;

    public void Write(TextWriter output)
    {
        var table = new TextTable(
            "arm", "calls", "connections", "median ms", "us/call", "ratio to reused", "95 % CI", "published ms",
            "published ratio");
        foreach (var count in calls)
        {
            foreach (var (arm, kept) in ArmNames.Bases)
            {
                var median = Median.Of(Milliseconds(arm, count));
                var ratio = kept is null ? null : Ratio(kept, arm, count);
                var published = PublishedChannels.Find(arm, count);
                var publishedKept = kept is null ? null : PublishedChannels.Find(kept, count);
                table.Add(
                    arm, Text(count, "0"), Text(Results(arm, count).Max(r => r.Figures[FigureNames.Connections]), "0"),
                    Text(median, "0.00"), Text(median * 1000 / count, "0.0"),
                    Text(ratio?.Ratio, "0.00"), ratio is null ? "-" : Expectation.Interval(ratio), Text(published, "0"),
                    Text((double?)published / publishedKept, "0.00"));
            }
        }

        table.Write(output);
        if (Slopes() is { Count: > 0 } slopes)
        {
            output.WriteLine(" us for each further call (least squares): " + string.Join(", ", slopes.Select(s =>
                string.Create(CultureInfo.InvariantCulture, $"{s.Key} {s.Value:0.0}"))));
        }
    }

    /// <summary>The microseconds that each further call costs, by arm: a line through all blocks by least squares.
    /// Empty when all blocks have one size.</summary>
    public IReadOnlyDictionary<string, double> Slopes() => calls.Count > 1
        ? ArmNames.Bases.Keys.ToDictionary(arm => arm, arm => Slope(arm) * 1000) : new Dictionary<string, double>();

    /// <summary>
    /// Returns what the published result leads one to expect. Fewer than 100 calls are too few to judge.
    /// </summary>
    public IEnumerable<Expectation> Judge()
    {
        foreach (var count in calls.Where(c => c >= TooFewCalls))
        {
            yield return Expectation.AtLeast(
                $"a factory per call costs at least {PublishedFactor} x one reused channel, {count} calls",
                Ratio(ArmNames.Reused, ArmNames.FactoryPerCall, count), PublishedFactor);
            yield return Expectation.AtLeast(
                $"a channel per call costs no less than one reused channel, {count} calls",
                Ratio(ArmNames.Reused, ArmNames.ChannelPerCall, count), 1);
            yield return Expectation.AtLeast(
                $"a factory per call costs no less than a channel per call, {count} calls",
                Ratio(ArmNames.ChannelPerCall, ArmNames.FactoryPerCall, count), 1);
        }

        int[] large = [.. calls.Where(c => c >= TooFewCalls).Order()];
        if (large.Length > 1)
        {
            yield return Expectation.Within(
                $"a factory per call costs as much a call with {large[^1]} calls as with {large[0]}, within 25 %",
                GeometricMean.Paired(
                    [.. Milliseconds(ArmNames.FactoryPerCall, large[0]).Select(m => m / large[0])],
                    [.. Milliseconds(ArmNames.FactoryPerCall, large[^1]).Select(m => m / large[^1])]),
                1 - LinearWithin, 1 / (1 - LinearWithin));
        }
    }

    private double Slope(string arm)
    {
        (double X, double Y)[] points =
            [.. calls.SelectMany(c => Milliseconds(arm, c).Select(m => ((double)c, m)))];
        var (x, y) = (points.Average(p => p.X), points.Average(p => p.Y));
        return points.Sum(p => (p.X - x) * (p.Y - y)) / points.Sum(p => (p.X - x) * (p.X - x));
    }

    private RatioEstimate Ratio(string first, string second, int count) =>
        GeometricMean.Paired(Milliseconds(first, count), Milliseconds(second, count));

    private double[] Milliseconds(string arm, int count) => [.. Results(arm, count).Select(r => r.Seconds * 1000)];

    private IEnumerable<ArmResult> Results(string arm, int count) =>
        rounds.Select(r => r.Single(p => p.Name == ChannelScenario.PhaseName(arm, count)));

    private static string Text(double? value, string format) =>
        value?.ToString(format, CultureInfo.InvariantCulture) ?? "-";
}
