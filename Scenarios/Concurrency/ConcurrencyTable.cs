using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Text;

namespace SfPerf.Scenarios.Concurrency;

/// <summary>Represents what the rounds of the published cases say.</summary>
internal sealed class ConcurrencyTable(
    IReadOnlyList<IReadOnlyList<ArmResult>> rounds, ConcurrencySettings settings)
{
    /// <summary>The least margin that a case is judged by.</summary>
    internal const double Margin = 0.05;

    private const double MarginMax = 0.20;

    public void Write(TextWriter output)
    {
        var table = new TextTable("binding", "Type", "ThreadCount", "ThreadCallCount", "runs", "ms", "calls/s",
            "p50 us", "p99 us", "at once", "errors", "ratio to Single", "95 % CI", "published ms");
        foreach (var (scheme, size) in Sizes())
        {
            foreach (var arm in Arm.Order(0))
            {
                var phases = Phases(arm, scheme, size);
                var ratio = arm == Arm.Single ? null : Ratio(arm, scheme, size);
                table.Add(
                    scheme, arm.Title, Text(size.Threads), Text(size.Calls),
                    Text((long)phases.Sum(p => p.Figures.GetValueOrDefault(FigureNames.Runs, 1))),
                    Text(Median.Of(phases.Select(p => p.SecondsOfOneRun * 1000))),
                    Text(Median.Of(phases.Select(p => p.Phase.OperationsPerSecond))),
                    Text(Median.Of(phases.Select(p => p.Phase.Latency.ValueAt(50) / 1000.0))),
                    Text(Median.Of(phases.Select(p => p.Phase.Latency.ValueAt(99) / 1000.0))),
                    arm == Arm.Bare ? "-" : Text((long)phases.Max(p => p.Figures[FigureNames.Peak])),
                    Text(phases.Sum(p => p.Phase.Failed)),
                    ratio?.Ratio.ToString("0.000", CultureInfo.InvariantCulture) ?? "-",
                    ratio is null ? "-" : Expectation.Interval(ratio), Published(arm, scheme, size));
            }
        }

        table.Write(output);
    }

    /// <summary>The equivalence test of each case: the interval must lie within 5 %, or within what Single differs from
    /// itself, where that is more; but more than 20 % is no yardstick.</summary>
    public IEnumerable<Expectation> Judge()
    {
        foreach (var (scheme, size) in Sizes())
        {
            var (ratio, again) = (Ratio(Arm.Multiple, scheme, size), Ratio(Arm.Again, scheme, size));
            var spread = Math.Max(again.High, 1 / again.Low) - 1;
            var margin = Math.Clamp(spread, Margin, MarginMax);
            var claim = string.Create(CultureInfo.InvariantCulture,
                $"Multiple takes as long as Single within {margin * 100:0.#} %, {scheme} {size}");
            var judged = Expectation.Within(claim, ratio, 1 / (1 + margin), 1 + margin);
            var failed = rounds.Sum(r => r.Where(p => p.Name.StartsWith($"{scheme} {size} ", StringComparison.Ordinal))
                .Sum(p => p.Phase.Failed));
            judged = judged with { Evidence = $"{judged.Evidence}; Single again {Expectation.Text(again)}" };
            yield return failed == 0 ? judged : judged with
            {
                Outcome = Outcome.Inconclusive,
                Evidence = $"{judged.Evidence}; {failed} threads ended early",
            };
        }
    }

    private IEnumerable<(string Scheme, ThreadCase Size)> Sizes() =>
        settings.Schemes.SelectMany(s => settings.Cases.Select(c => (s, c)));

    private RatioEstimate Ratio(Arm arm, string scheme, ThreadCase size) => GeometricMean.Paired(
        [.. rounds.Select(_ => 1.0)], [.. Phases(arm, scheme, size).Select(p => p.Figures[FigureNames.Ratio])]);

    private ArmResult[] Phases(Arm arm, string scheme, ThreadCase size) =>
        [.. rounds.Select(r => r.Single(p => p.Name == ThreadRun.PhaseName(arm, scheme, size)))];

    private static string Published(Arm arm, string scheme, ThreadCase size) =>
        (scheme, size) != (Uri.UriSchemeNetPipe, new ThreadCase(600, 500)) || arm == Arm.Again || arm == Arm.Bare ? "-"
        : arm == Arm.Single ? "12615, 13605" : "13613, 13574";

    private static string Text(double value) => value.ToString(value < 100 ? "0.0" : "0", CultureInfo.InvariantCulture);

    private static string Text(long value) => value.ToString(CultureInfo.InvariantCulture);
}
