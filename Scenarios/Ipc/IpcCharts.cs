using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc;

/// <summary>
/// Represents what the report draws of the rounds: a bar with its interval for each transport and cell, the published
/// figure beside it, and the cells of the cause by who sends at once.
/// </summary>
internal sealed class IpcCharts(IpcRounds rounds, IpcSettings settings, IpcServers servers)
{
    private const int LatencyBytes = 1;
    private const int RateBytes = 1024;

    /// <summary>Returns the charts of which something was measured.</summary>
    public IReadOnlyList<ScenarioChart> Charts() =>
    [
        .. new[]
        {
            Transports($"Latency of {IpcNames.Size(LatencyBytes)}, median", "us", LatencyBytes, IpcRounds.MedianUs,
                p => p.CoreUs),
            Transports($"Sequential requests of {IpcNames.Size(RateBytes)}", "requests/s", RateBytes, IpcRounds.Rate,
                p => p.CoreRate),
            new ScenarioChart("Causes: 1 B over Tcp, median", "ms", [.. CauseCell.All.Select(
                c => Bar(c.Name, rounds.Mean(c.Name, IpcRounds.MedianMs), c.PublishedMilliseconds))
                .OfType<ScenarioBar>()]),
        }.Where(c => c.Bars.Count > 0),
    ];

    /// <summary>Returns the cells of two writes by NoDelay of client and server; none when they were not measured.
    /// </summary>
    public IReadOnlyList<ScenarioGrid> Grids() => servers.Causes.Count == 0 ? [] :
    [
        new ScenarioGrid("two writes of 1 B over Tcp, median ms", ["server: Nagle", "server: NoDelay"],
        [
            new ScenarioGridRow("client: Nagle", [Cell(false, false), Cell(false, true)]),
            new ScenarioGridRow("client: NoDelay", [Cell(true, false), Cell(true, true)]),
        ]),
    ];

    private ScenarioChart Transports(string title, string unit, int size, Func<ArmResult, double> figure,
        Func<PublishedFigures, double> published) => new(title, unit, [.. servers.Compared.Select(a => Bar(
            a.Name, rounds.Mean(IpcNames.Phase(a.Name, size), figure),
            PublishedIpc.Find(a.Name, settings.IsDelayed) is { } found ? published(found) : null))
            .OfType<ScenarioBar>()]);

    private string Cell(bool client, bool server)
    {
        var cell = CauseCell.All.Single(
            c => c.Framing == Framing.TwoWrites && c.Client == client && c.Server == server);
        return rounds.Mean(cell.Name, IpcRounds.MedianMs) is not { } mean ? "-"
            : string.Create(CultureInfo.InvariantCulture, $"{mean.Ratio:0.000}{Interval(mean)}")
                + (cell.PublishedMilliseconds is { } published
                    ? string.Create(CultureInfo.InvariantCulture, $", published {published:0}") : "");
    }

    private static ScenarioBar? Bar(string name, RatioEstimate? mean, double? published) => mean is null ? null
        : double.IsInfinity(mean.High) ? new ScenarioBar(name, mean.Ratio, null, null, published)
        : new ScenarioBar(name, mean.Ratio, mean.Low, mean.High, published);

    private static string Interval(RatioEstimate mean) => double.IsInfinity(mean.High) ? ""
        : string.Create(CultureInfo.InvariantCulture, $" [{mean.Low:0.000}..{mean.High:0.000}]");
}
