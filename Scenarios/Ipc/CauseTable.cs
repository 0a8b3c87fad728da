using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Text;

namespace SfPerf.Scenarios.Ipc;

/// <summary>
/// Tells what Nagle's algorithm and delayed acknowledgements do to a message that leaves in two writes: the second
/// write waits until the first is acknowledged, and that is put off by some 40 ms, on either side.
/// </summary>
internal sealed class CauseTable(IpcRounds rounds, IpcSettings settings, IpcServers servers)
{
    private const double BothFactor = 1.8;
    private const double StallMs = 35;
    private const double NoStallMs = 1;

    public void Write(TextWriter output)
    {
        if (servers.Causes.Count == 0)
            return;
        var table = new TextTable("cause, 1 B", "p50 ms", "95 % CI", "mean ms", "published ms");
        foreach (var cell in CauseCell.All)
        {
            if (Median(cell) is not { } median)
                continue;
            table.Add(cell.Name, Text(median.Ratio), Expectation.Interval(median),
                Text(Metrics.Statistics.Median.Of(rounds.Of(cell.Name).Select(r => r.Phase.Latency.Mean / 1e6))),
                cell.PublishedMilliseconds?.ToString("0", CultureInfo.InvariantCulture) ?? "-");
        }

        table.Write(output);
    }

    /// <summary>Each cell against what delayed acknowledgements explain.</summary>
    public IEnumerable<Expectation> Judge()
    {
        if (servers.Causes.Count == 0)
            yield break;
        foreach (var cell in new[] { CauseCell.ClientOnly, CauseCell.ServerOnly })
        {
            yield return Judge(
                $"{CauseCell.Neither.Name}, takes at least {Text(BothFactor)} x {cell.Name}",
                rounds.Ratio(CauseCell.Neither.Name, cell.Name, IpcRounds.MedianMs),
                (claim, ratio) => Expectation.AtLeast(claim, ratio, BothFactor));
        }

        foreach (var cell in new[] { CauseCell.ClientOnly, CauseCell.ServerOnly })
        {
            yield return Judge($"{cell.Name}, takes at least {Text(StallMs)} ms", Median(cell),
                (claim, ms) => Expectation.AtLeast(claim, ms, StallMs));
        }

        // What is waited for on the way is no stall.
        var bound = NoStallMs + (4 * (settings.IsDelayed ? settings.OneWayDelay.TotalMilliseconds : 0));
        foreach (var cell in new[] { CauseCell.Both, CauseCell.OneWrite })
        {
            yield return Judge($"{cell.Name}, takes less than {Text(bound)} ms", Median(cell),
                (claim, ms) => Expectation.Within(claim, ms, 0, bound));
        }
    }

    private Expectation Judge(
        string claim, RatioEstimate? estimate, Func<string, RatioEstimate, Expectation> judge) =>
        servers.Causes.FirstOrDefault(c => c.Absence is not null) is { } absent
            ? new Expectation(claim, Outcome.Inconclusive, $"{absent.Name} {absent.Absence}")
            : estimate is null ? new Expectation(claim, Outcome.Inconclusive, "nothing answered")
            : judge(claim, estimate);

    private RatioEstimate? Median(CauseCell cell) => rounds.Mean(cell.Name, IpcRounds.MedianMs);

    private static string Text(double value) => value.ToString("0.0##", CultureInfo.InvariantCulture);
}
