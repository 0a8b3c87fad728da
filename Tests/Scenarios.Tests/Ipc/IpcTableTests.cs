using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Commands.Parameters;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Scenarios.Ipc;
using Xunit;

namespace SfPerf.Scenarios.Tests.Ipc;

public sealed class IpcTableTests
{
    [Theory]
    [InlineData(20, 60, "confirmed")]
    [InlineData(90, 60, "contradicted")]
    [InlineData(60, 60, "inconclusive")]
    public void A_transport_is_on_the_published_side_of_Tcp_on_the_other_or_on_neither(
        int pipe, int tcp, string outcome)
    {
        var table = Table(["NamedPipe", "Tcp"], ("NamedPipe 1 B", pipe), ("Tcp 1 B", tcp));
        var one = Assert.Single(table.Judge(isPinned: true), e => e.Claim.Contains("time of Tcp for 1 B"));
        Assert.Equal("NamedPipe takes less than the time of Tcp for 1 B (published 0.42 and 0.40 x)", one.Claim);
        Assert.Equal(outcome, one.OutcomeText);
    }

    [Fact]
    public void Of_Udp_nothing_is_claimed_because_the_published_clients_disagree()
    {
        var claims = Table(["Udp", "Tcp"], ("Udp 1 B", 10), ("Tcp 1 B", 60), ("Udp 1 KB", 10), ("Tcp 1 KB", 60))
            .Judge(isPinned: true).Select(e => e.Claim);
        Assert.DoesNotContain(claims, c => c.StartsWith("Udp", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(70, 200, "confirmed")]
    [InlineData(200, 70, "contradicted")]
    public void A_broker_costs_more_than_a_library(int zero, int rabbit, string outcome) => Assert.Equal(
        outcome,
        Table(["ZeroMq", "RabbitMq"], ("ZeroMq 1 B", zero), ("RabbitMq 1 B", rabbit)).Judge(isPinned: true)
            .Single(e => e.Claim.StartsWith("RabbitMq takes more than the time of ZeroMq", StringComparison.Ordinal))
            .OutcomeText);

    [Fact]
    public void Unpinned_nothing_of_the_order_is_decided()
    {
        var judged = Table(["NamedPipe", "Tcp"], ("NamedPipe 1 B", 20), ("Tcp 1 B", 60)).Judge(isPinned: false);
        Assert.All(judged, e => Assert.Equal(Outcome.Inconclusive, e.Outcome));
        Assert.Contains(judged, e => e.Evidence.EndsWith("; not pinned", StringComparison.Ordinal));
    }

    [Fact]
    public void What_was_not_measured_is_inconclusive_and_says_why()
    {
        var settings = Settings("--transports", "ZeroMq,Tcp");
        var servers = new IpcServers(settings);
        servers.Compared.Single(a => a.Name == "ZeroMq").Fail("The server ended with code 137.");
        var one = new IpcTable(Rounds([("Tcp 1 B", 60)]), settings, servers).Judge(isPinned: true)
            .Single(e => e.Claim.StartsWith("ZeroMq takes", StringComparison.Ordinal));
        Assert.Equal(
            (Outcome.Inconclusive, "ZeroMq failed: The server ended with code 137."), (one.Outcome, one.Evidence));
    }

    [Fact]
    public void A_rate_is_judged_the_other_way_round()
    {
        var one = Table(["RabbitMq", "Tcp"], ("RabbitMq 1 KB", 250), ("Tcp 1 KB", 60)).Judge(isPinned: true)
            .Single(e => e.Claim.Contains("with 1 KB"));
        Assert.Equal("RabbitMq makes less than the calls a second of Tcp with 1 KB (published 0.18 and 0.17 x)",
            one.Claim);
        Assert.Equal(Outcome.Confirmed, one.Outcome);
    }

    [Fact]
    public void The_cells_of_the_cause_are_judged_by_factor_stall_and_absence_of_a_stall()
    {
        Assert.All(Causes(88_000, 44_000, 44_000, 60), e => Assert.Equal(Outcome.Confirmed, e.Outcome));
        // A machine whose acknowledgements are not delayed shows no cause, and the verdict says so.
        Assert.Equal(
            [
                Outcome.Contradicted, Outcome.Contradicted, Outcome.Contradicted, Outcome.Contradicted,
                Outcome.Confirmed, Outcome.Confirmed,
            ],
            Causes(60, 60, 60, 60).Select(e => e.Outcome));
        Assert.Equal(Outcome.Contradicted, Causes(88_000, 44_000, 44_000, 5000).ElementAt(4).Outcome);
    }

    [Fact]
    public void Published_figures_and_what_is_unsupported_stand_in_the_output()
    {
        var settings = Settings("--transports", "Udp,Tcp", "--sizes", "1,102400");
        using var output = new StringWriter { NewLine = "\n" };
        var servers = new IpcServers(settings);
        new IpcTable(Rounds([("Tcp 1 B", 60), ("Udp 1 B", 50)]), settings, servers).Write(output);
        Assert.Matches(@" Tcp +6\d\.\d .* 64, 62 +-\n", output.ToString());
        Assert.Matches(@" Udp +5\d\.\d .* 51, 72 +0\.80, 1\.16\n", output.ToString());
        Assert.Contains(" Udp 100 KB: unsupported: a datagram carries at most 65507 bytes\n", output.ToString());
    }

    [Fact]
    public void The_report_gets_bars_with_intervals_and_the_cells_of_the_cause_beside_the_published_figures()
    {
        var settings = Settings("--transports", "Tcp,RabbitMq");
        var figures = Rounds(
            [("Tcp 1 B", 60), ("RabbitMq 1 B", 240), .. CauseCell.All.Select((c, i) => (c.Name, 1000 * (i + 1)))]);
        var charts = new IpcCharts(figures, settings, new IpcServers(settings));
        Assert.Equal(["us", "ms"], charts.Charts().Select(c => c.Unit));
        var bars = charts.Charts()[0].Bars;
        Assert.Equal([("Tcp", 62.0), ("RabbitMq", 395.0)], bars.Select(b => (b.Name, b.Published!.Value)));
        Assert.All(bars, b => Assert.True(b.Low < b.Value && b.Value < b.High));
        Assert.Equal(5, charts.Charts()[1].Bars.Count);
        var grid = Assert.Single(charts.Grids());
        Assert.Matches(@"^1\.0\d\d \[.*\], published 110$", grid.Rows[0].Cells[0]);
        Assert.Matches(@"^3\.\d* \[.*\]$", grid.Rows[0].Cells[1]);
        Assert.Matches(@"^2\.\d* \[.*\], published 62$", grid.Rows[1].Cells[0]);
        Assert.Matches(@"^4\.\d* \[.*\], published 1$", grid.Rows[1].Cells[1]);
    }

    [Fact]
    public void A_call_shorter_than_the_clock_can_tell_has_a_row_all_the_same()
    {
        var settings = Settings("--transports", "NoIpc,Tcp");
        using var output = new StringWriter { NewLine = "\n" };
        new IpcTable(Rounds([("NoIpc 1 B", 0), ("Tcp 1 B", 60)]), settings, new IpcServers(settings)).Write(output);
        Assert.Matches(@"\n NoIpc +0\.0 +0\.0\.\.0\.0 .* 0\.00 ", output.ToString());
    }

    private static IEnumerable<Expectation> Causes(int neither, int client, int server, int both)
    {
        var settings = Settings("--transports", "Tcp");
        var cells = new[] { neither, client, server, both, 60 };
        return new CauseTable(
            Rounds([.. CauseCell.All.Zip(cells, (cell, us) => (cell.Name, us))]), settings, new IpcServers(settings))
            .Judge();
    }

    private static IpcTable Table(string[] transports, params (string Phase, int Us)[] medians)
    {
        var settings = Settings("--transports", string.Join(",", transports));
        return new IpcTable(Rounds(medians), settings, new IpcServers(settings));
    }

    // Three rounds that differ by 2 % each.
    private static IpcRounds Rounds((string Phase, int Us)[] medians) => new(
        [.. Enumerable.Range(0, 3).Select(round => (IReadOnlyList<ArmResult>)[.. medians.Select(
            (m, i) => Result(m.Phase, m.Us * (1 + (0.02 * ((round + i) % 3)))))])]);

    private static ArmResult Result(string phase, double us)
    {
        var latency = new LatencyHistogram();
        latency.Record((long)(us * 1000));
        return new ArmResult(
            new PhaseResult
            {
                Name = phase, Kind = OperationKind.Read, Operations = 1, Seconds = Math.Max(us, 0.001) / 1e6,
                Outstanding = 1,
                Latency = latency,
            },
            new Dictionary<string, double>());
    }

    private static IpcSettings Settings(params string[] options)
    {
        var parameters = new ParameterSet(IpcCatalogue.Instance);
        foreach (var definition in IpcCatalogue.Instance.All)
        {
            var at = Array.IndexOf(options, definition.Option);
            parameters.Put(new ParameterValue(
                definition.Name, at < 0 ? definition.Default! : options[at + 1], ParameterOrigin.Default));
        }

        return new IpcSettings(parameters);
    }
}
