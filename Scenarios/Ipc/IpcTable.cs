using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Text;
using SfPerf.Scenarios.Ipc.Transports;

namespace SfPerf.Scenarios.Ipc;

/// <summary>Represents what the rounds say of the transports.</summary>
internal sealed class IpcTable(IpcRounds rounds, IpcSettings settings, IpcServers servers)
{
    private const int LatencyBytes = 1;
    private const int RateBytes = 1024;

    // How much more a network is than one machine, at least; published are 24 and 27 times.
    private const double NetworkFactor = 10;

    public void Write(TextWriter output)
    {
        if (settings.Sizes.Contains(LatencyBytes))
            WriteLatency(output);
        WriteRates(output);
        foreach (var arm in servers.Compared.Where(a => a.Absence is not null))
            output.WriteLine($" {arm.Name}: {arm.Absence}");
        foreach (var arm in servers.Compared.Where(a => a.Absence is null))
        {
            foreach (var size in settings.Sizes)
            {
                if (arm.Refusal(size, settings) is { } reason)
                    output.WriteLine($" {IpcNames.Phase(arm.Name, size)}: unsupported: {reason}");
            }
        }
    }

    /// <summary>What was published of each transport beside TCP, where both published clients agree.</summary>
    /// <param name="isPinned">Whether client and servers had a processor each; else of the order nothing is
    /// decided.</param>
    public IEnumerable<Expectation> Judge(bool isPinned)
    {
        var judged = Order().ToList();
        if (!isPinned)
        {
            judged = [.. judged.Select(e => e with
            {
                Outcome = Outcome.Inconclusive, Evidence = $"{e.Evidence}; not pinned",
            })];
        }

        return settings.IsDelayed ? judged.Append(Distance()) : judged;
    }

    private IEnumerable<Expectation> Order()
    {
        foreach (var arm in servers.Compared.Where(a => a.Name != TransportCatalogue.Tcp))
        {
            if (Published(arm.Name) is not { } here || Published(TransportCatalogue.Tcp) is not { } tcp)
                continue;
            var (framework, core) = (here.FrameworkUs / tcp.FrameworkUs, here.CoreUs / tcp.CoreUs);
            if (settings.Sizes.Contains(LatencyBytes) && framework < 1 == core < 1)
            {
                yield return Judge(arm.Name, TransportCatalogue.Tcp, LatencyBytes, core > 1, framework, core,
                    IpcRounds.MedianUs, "takes");
            }

            (framework, core) = (here.FrameworkRate / tcp.FrameworkRate, here.CoreRate / tcp.CoreRate);
            if (settings.Sizes.Contains(RateBytes) && framework < 1 == core < 1)
            {
                yield return Judge(arm.Name, TransportCatalogue.Tcp, RateBytes, core > 1, framework, core,
                    IpcRounds.Rate, "makes");
            }
        }

        if (settings.Sizes.Contains(LatencyBytes) && Published(TransportCatalogue.ZeroMq) is { } zero
            && Published(TransportCatalogue.RabbitMq) is { } rabbit)
        {
            yield return Judge(TransportCatalogue.RabbitMq, TransportCatalogue.ZeroMq, LatencyBytes, true,
                rabbit.FrameworkUs / zero.FrameworkUs, rabbit.CoreUs / zero.CoreUs, IpcRounds.MedianUs, "takes");
        }
    }

    private Expectation Judge(string name, string to, int size, bool more, double framework, double core,
        Func<ArmResult, double> figure, string verb)
    {
        var what = verb == "takes" ? $"time of {to} for {IpcNames.Size(size)}"
            : $"calls a second of {to} with {IpcNames.Size(size)}";
        var claim = string.Create(CultureInfo.InvariantCulture,
            $"{name} {verb} {(more ? "more" : "less")} than the {what} (published {framework:0.00} and {core:0.00} x)");
        if (rounds.Ratio(IpcNames.Phase(name, size), IpcNames.Phase(to, size), figure) is not { } ratio
            || servers.Compared.FirstOrDefault(a => a.HasFailed && (a.Name == name || a.Name == to)) is not null)
        {
            return new Expectation(claim, Outcome.Inconclusive, Absences(name, to));
        }

        return more ? Expectation.AtLeast(claim, ratio, 1) : Expectation.Within(claim, ratio, 0, 1);
    }

    private Expectation Distance()
    {
        var claim = string.Create(CultureInfo.InvariantCulture,
            $"Tcp over the network takes at least {NetworkFactor:0} x the time on loopback for 1 B "
            + $"(published 24.1 and 27.3 x)");
        return rounds.Ratio(IpcNames.Phase(TransportCatalogue.Tcp, LatencyBytes),
            IpcNames.Phase(IpcServers.LocalTcp, LatencyBytes), IpcRounds.MedianUs) is { } ratio
            ? Expectation.AtLeast(claim, ratio, NetworkFactor)
            : new Expectation(claim, Outcome.Inconclusive, Absences(TransportCatalogue.Tcp, IpcServers.LocalTcp));
    }

    private string Absences(params string[] names) => string.Join("; ", names.Select(n =>
        servers.Compared.FirstOrDefault(a => a.Name == n) is { } arm
            ? $"{n} {arm.Absence ?? "answered nothing"}" : $"{n} not measured").Where(
                t => !t.EndsWith("answered nothing", StringComparison.Ordinal)).DefaultIfEmpty("nothing answered"));

    private void WriteLatency(TextWriter output)
    {
        var table = new TextTable($"latency of {IpcNames.Size(LatencyBytes)}, us", "p50", "95 % CI", "mean", "p99",
            "bytes", "lost", "x Tcp", "95 % CI", "published us", "published x Tcp");
        foreach (var arm in servers.Compared)
        {
            var phase = IpcNames.Phase(arm.Name, LatencyBytes);
            if (rounds.Mean(phase, IpcRounds.MedianUs) is not { } median)
                continue;
            var results = rounds.Of(phase);
            var ratio = arm.Name == TransportCatalogue.Tcp ? null
                : rounds.Ratio(phase, IpcNames.Phase(TransportCatalogue.Tcp, LatencyBytes), IpcRounds.MedianUs);
            var (published, tcp) = (Published(arm.Name), Published(TransportCatalogue.Tcp));
            table.Add(
                arm.Name, Text(median.Ratio), Interval(median),
                Text(Median.Of(results.Select(r => r.Phase.Latency.Mean / 1000))),
                Text(Median.Of(results.Select(r => r.Phase.Latency.ValueAt(99) / 1000.0))),
                Text(results[^1].Figures.TryGetValue(FigureNames.RequestBytes, out var bytes) ? bytes : null, "0"),
                Text(results.Sum(r => r.Phase.Failed), "0"), Text(ratio?.Ratio, "0.00"), Interval(ratio, "0.00"),
                published is null ? "-" : $"{Text(published.FrameworkUs, "0")}, {Text(published.CoreUs, "0")}",
                published is null || ratio is null ? "-" : $"{Text(published.FrameworkUs / tcp!.FrameworkUs, "0.00")}, "
                    + Text(published.CoreUs / tcp.CoreUs, "0.00"));
        }

        table.Write(output);
    }

    private void WriteRates(TextWriter output)
    {
        var table = new TextTable(
            ["sequential requests/s", .. settings.Sizes.SelectMany(s => new[] { IpcNames.Size(s), "95 % CI" }),
                $"published {IpcNames.Size(RateBytes)}"]);
        foreach (var arm in servers.Compared)
        {
            RatioEstimate?[] rates = [.. settings.Sizes.Select(
                s => rounds.Mean(IpcNames.Phase(arm.Name, s), IpcRounds.Rate))];
            if (rates.All(r => r is null))
                continue;
            var published = Published(arm.Name);
            table.Add(
            [
                arm.Name, .. rates.SelectMany(r => new[] { Text(r?.Ratio, "0"), Interval(r, "0") }),
                published is null ? "-" : $"{Text(published.FrameworkRate, "0")}, {Text(published.CoreRate, "0")}",
            ]);
        }

        table.Write(output);
    }

    private PublishedFigures? Published(string transport) => PublishedIpc.Find(transport, settings.IsDelayed);

    private static string Interval(RatioEstimate? value, string format = "0.0") => value is null ? "-"
        : double.IsInfinity(value.High) ? "one round" : $"{Text(value.Low, format)}..{Text(value.High, format)}";

    private static string Text(double? value, string format = "0.0") =>
        value?.ToString(format, CultureInfo.InvariantCulture) ?? "-";
}
