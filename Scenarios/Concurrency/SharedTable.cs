using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Text;

namespace SfPerf.Scenarios.Concurrency;

/// <summary>Represents what the rounds of the shared channel say.</summary>
internal sealed class SharedTable(IReadOnlyList<IReadOnlyList<ArmResult>> rounds, ConcurrencySettings settings)
{
    private const double Alike = 1.25;
    private static readonly bool[] Kinds = [true, false];

    public void Write(TextWriter output)
    {
        var table = new TextTable("shared channel", "operation", "Type", "outstanding", "calls", "ms", "calls/s",
            "at once", "calls/s to Single", "95 % CI");
        foreach (var scheme in settings.Schemes)
        {
            foreach (var blocking in Kinds)
            {
                foreach (var arm in new[] { Arm.Single, Arm.Multiple })
                {
                    var phases = Phases(arm, scheme, blocking);
                    var ratio = arm == Arm.Single ? null : Ratio(scheme, blocking);
                    table.Add(
                        scheme, blocking ? "blocking" : "task", arm.Title,
                        settings.Outstanding.ToString(CultureInfo.InvariantCulture),
                        settings.SharedCalls.ToString(CultureInfo.InvariantCulture),
                        Text(Median.Of(phases.Select(p => p.Seconds * 1000)), "0.0"),
                        Text(Median.Of(phases.Select(p => p.Phase.OperationsPerSecond)), "0"),
                        Text(phases.Max(p => p.Figures[FigureNames.Peak]), "0"),
                        ratio is null ? "-" : Text(ratio.Ratio, "0.00"),
                        ratio is null ? "-" : Expectation.Interval(ratio));
                }
            }
        }

        table.Write(output);
    }

    /// <summary>Blocking operations of one session overlap with Multiple only; elsewhere the modes are alike.</summary>
    public IEnumerable<Expectation> Judge()
    {
        var bound = settings.Outstanding / 2.0;
        foreach (var scheme in settings.Schemes)
        {
            foreach (var blocking in Kinds)
            {
                var ratio = Ratio(scheme, blocking);
                yield return blocking && scheme != Uri.UriSchemeHttp
                    ? Expectation.AtLeast(string.Create(CultureInfo.InvariantCulture,
                        $"Multiple makes at least {bound:0.#} x the calls of Single, {scheme}, blocking"), ratio, bound)
                    : Expectation.Within(
                        $"Multiple makes about as many calls as Single, {scheme}, {(blocking ? "blocking" : "task")}",
                        ratio, 1 / Alike, Alike);
            }
        }
    }

    private RatioEstimate Ratio(string scheme, bool blocking) => GeometricMean.Paired(
        [.. Phases(Arm.Single, scheme, blocking).Select(p => p.Phase.OperationsPerSecond)],
        [.. Phases(Arm.Multiple, scheme, blocking).Select(p => p.Phase.OperationsPerSecond)]);

    private ArmResult[] Phases(Arm arm, string scheme, bool blocking) =>
        [.. rounds.Select(r => r.Single(p => p.Name == SharedRun.PhaseName(arm, scheme, blocking)))];

    private static string Text(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
