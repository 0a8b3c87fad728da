using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using SfPerf.Client.Tests.Commands;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Runs;
using SfPerf.Scenarios;
using SfPerf.Scenarios.Concurrency;
using Xunit;

namespace SfPerf.Client.Tests.Scenarios;

public sealed class ConcurrencyScenarioTests
{
    [Fact]
    public async Task Every_case_runs_over_every_binding_and_prints_the_published_lines()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync("scenario", "wcf-concurrency", "--cases", "3x20,1x10", "--warmup", "8",
            "--rounds", "2", "--shared-calls", "0", "--repeat-seconds", "0",
            "--off-by-one", "--out", folder.Path);
        Assert.True(run.Code == 0, run.Error);
        var lines = run.Out.Split('\n');
        Assert.Matches(@"^Starting SingleService on net\.pipe://localhost/\S+\.\.\.$", lines[0]);
        Assert.Equal(" Type=SingleService ThreadCount=3 ThreadCallCount=20", lines[1]);
        Assert.Matches("^ runtime: [0-9]+ ticks [0-9]+ msec$", lines[2]);
        Assert.Equal(36, lines.Count(l => l.StartsWith("Starting ", StringComparison.Ordinal)));
        Assert.Equal(36, lines.Count(l => l.StartsWith(" Type=", StringComparison.Ordinal)));
        Assert.Equal(6, Regex.Count(
            run.Out, "Multiple takes as long as Single within [0-9.]+ %, (net.pipe|http|net.tcp)"));
        Assert.DoesNotContain("shared", run.Out);

        var runs = RunFolder.ReadAll(folder.Path).Runs;
        Assert.Equal(2, runs.Count);
        Assert.Equal(24, runs[0].Run.Phases.Count);
        Assert.All(runs, r => Assert.Equal(3 * 4 * ((3 * 19) + 9), r.Run.Phases.Sum(p => p.Operations)));
        Assert.Equal(
            ["Single", "Multiple", "Single again", "bare"],
            runs[0].Run.Phases.Take(4).Select(p => p.Name.Replace("net.pipe 3x20 ", "")));
        Assert.Equal("net.pipe 3x20 bare", runs[1].Run.Phases[0].Name);
        Assert.StartsWith($" runtime: {runs[0].Run.Phases[0].Figures!["runtimeTicks"]} ticks ", lines[2]);
        Assert.All(runs[0].Run.Phases.Where(p => !p.Name.EndsWith(" bare", StringComparison.Ordinal)),
            p => Assert.InRange(p.Figures!["peakConcurrentCalls"], 1, 3));
        var pair = runs[0].Run.Phases;
        Assert.Equal(
            pair[1].Seconds / Math.Sqrt(pair[0].Seconds * pair[2].Seconds), pair[1].Figures!["ratio"], 9);
        Assert.Equal(pair[2].Seconds / pair[0].Seconds, pair[2].Figures!["ratio"], 9);
        Assert.Null(runs[0].Run.Scenario);
        Assert.Equal(6, runs[1].Run.Scenario!.Expectations.Count);
    }

    [Fact]
    public async Task On_a_shared_session_blocking_calls_overlap_with_Multiple_only()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync("scenario", "wcf-concurrency", "--cases", "1x2", "--warmup", "4",
            "--repeat-seconds", "0", "--rounds", "1", "--shared-calls", "24", "--outstanding", "4",
            "--service-ms", "20", "--quiet",
            "--out", folder.Path);
        Assert.Equal((0, ""), (run.Code, run.Error));
        Assert.Equal("1", AtOnce(run.Out, "net.tcp", "blocking", "Single"));
        Assert.Equal("1", AtOnce(run.Out, "net.pipe", "blocking", "Single"));
        Assert.NotEqual("1", AtOnce(run.Out, "net.tcp", "blocking", "Multiple"));
        Assert.NotEqual("1", AtOnce(run.Out, "net.pipe", "blocking", "Multiple"));
        Assert.NotEqual("1", AtOnce(run.Out, "http", "blocking", "Single"));
        Assert.NotEqual("1", AtOnce(run.Out, "net.tcp", "task", "Single"));
        Assert.Contains(" inconclusive Multiple makes at least 2 x the calls of Single, net.tcp, blocking: ", run.Out);
    }

    [Fact]
    public void A_steady_drift_of_a_round_cancels_out() => Assert.Equal(
        1, Lasting(110).WithRatioTo(Lasting(100), Lasting(121)).Figures["ratio"], 12);

    [Theory]
    [InlineData("--cases", "600")]
    [InlineData("--cases", "0x5")]
    [InlineData("--cases", "1x2,5001x5")]
    [InlineData("--bindings", "net.msmq")]
    [InlineData("--outstanding", "0")]
    [InlineData("--service-ms", "0")]
    public async Task What_is_no_size_is_refused(string option, string value)
    {
        var run = await Invocation.RunAsync("scenario", "wcf-concurrency", option, value);
        Assert.Equal(2, run.Code);
        Assert.StartsWith($"{option}: ", run.Error);
        Assert.Contains($" = {value.Split(',')[^1]}: ", run.Error);
    }

    [Fact]
    public void Multiple_stands_between_the_two_of_Single_in_every_round()
    {
        Assert.Equal([Arm.Single, Arm.Multiple, Arm.Again, Arm.Bare], Arm.Order(0));
        Assert.Equal([Arm.Bare, Arm.Again, Arm.Multiple, Arm.Single], Arm.Order(1));
    }

    private static ArmResult Lasting(double seconds) => new(
        new PhaseResult
        {
            Name = "", Kind = OperationKind.Read, Operations = 1, Seconds = seconds, Outstanding = 1,
            Latency = new LatencyHistogram(),
        },
        new Dictionary<string, double>());

    private static string AtOnce(string output, string binding, string operation, string type) =>
        Regex.Match(output, $@"^ {binding} +{operation} +{type}Service +4 +24 +\S+ +\S+ +(\d+) ",
            RegexOptions.Multiline).Groups[1].Value;
}
