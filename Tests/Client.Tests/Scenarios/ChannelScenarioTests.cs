using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Commands;
using SfPerf.Client.Tests.Commands;
using SfPerf.Commands;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Client.Tests.Scenarios;

public sealed class ChannelScenarioTests
{
    private static readonly string[] Small =
        ["scenario", "wcf-channel", "--calls", "10,100", "--warmup", "5", "--rounds", "2"];

    [Fact]
    public async Task Every_arm_runs_in_every_round_beside_the_published_figures()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync([.. Small, "--out", folder.Path]);
        Assert.True(run.Code == 0, run.Error);
        var progress = Lines(run.Error);
        Assert.Equal(5, progress.Length);
        Assert.Matches("^warming up: 5 calls of each arm; then about [0-9]+ s$", progress[0]);
        Assert.Matches("^round 1 of 2: 10 calls of each arm: [0-9]+ ms; about [0-9]+ s left$", progress[1]);
        Assert.Matches("^round 2 of 2: 100 calls of each arm: [0-9]+ ms; about 0 s left$", progress[4]);
        var rows = Lines(run.Out);
        Assert.Equal(10, rows.Skip(1).TakeWhile(r => !r.StartsWith(" us", System.StringComparison.Ordinal)).Count());
        Assert.Matches(" reused channel +10 .* 16 +-$", rows[1]);
        Assert.Matches(" factory per call +100 .* 481 +3.29$", rows[8]);
        Assert.Contains("a factory per call costs at least 2 x one reused channel, 100 calls: ", run.Out);
        var group = Assert.Single(Directory.GetDirectories(folder.Path, "*_wcf-channel_*"));
        Assert.EndsWith($" 2 rounds, saved in {group}\n as a page: sfperf report {group}\n", run.Out);

        var runs = RunFolder.ReadAll(folder.Path);
        Assert.Empty(runs.Refused);
        Assert.Equal(["1", "2"], runs.Runs.Select(r => r.Run.Labels!["round"]));
        Assert.Equal(
            ["reused channel", "channel per call", "factory per call", "tcp kept", "tcp per call"],
            runs.Runs[0].Run.Phases.Take(5).Select(p => p.Name.Replace(" x10", "")));
        Assert.Equal(
            runs.Runs[0].Run.Phases.Skip(5).Select(p => p.Name).Reverse(),
            runs.Runs[1].Run.Phases.Skip(5).Select(p => p.Name));
        Assert.All(runs.Runs, r => Assert.Equal(550, r.Run.Phases.Sum(p => p.Operations)));
        Assert.Equal([0, 0, 10, 0, 10], runs.Runs[0].Run.Phases.Take(5).Select(p => p.Figures!["connectionsOpened"]));
        Assert.Equal(
            [false, true, true, false, true],
            runs.Runs[0].Run.Phases.Take(5).Select(p => p.Figures!.ContainsKey("ratio")));
        Assert.All(runs.Runs, r => Assert.All(r.Run.Phases, p => Assert.True(p.Figures!["cpuSeconds"] >= 0)));
        Assert.Null(runs.Runs[0].Run.Scenario);
        var scenario = runs.Runs[1].Run.Scenario!;
        Assert.Equal(2, scenario.Rounds);
        Assert.Equal(5, scenario.Figures.Count);
        Assert.Contains(
            string.Create(CultureInfo.InvariantCulture, $": reused channel {scenario.Figures["reused channel"]:0.0}, "),
            rows.Single(r => r.StartsWith(" us for each further call", System.StringComparison.Ordinal)));
        Assert.Equal(
            rows.Where(r => Regex.IsMatch(r, "^ (confirmed|contradicted|inconclusive) ")).Select(r => r.Trim()),
            scenario.Expectations.Select(e => $"{e.Outcome,-12} {e.Claim}: {e.Evidence}"));
    }

    [Fact]
    public async Task A_file_gives_the_sizes_and_the_run_keeps_where_they_came_from()
    {
        using var folder = new TemporaryFolder();
        var file = Path.Combine(folder.Path, "mine.json");
        await File.WriteAllTextAsync(file,
            """{ "CallCounts": [5], "NumWarmUpCalls": 3, "NumRounds": 4 } // no more""");
        var runs = Path.Combine(folder.Path, "runs");
        var run = await Invocation.RunAsync(
            "scenario", "wcf-channel", file, "--rounds", "1", "/NumWarmUpCalls:2", "--quiet", "--out", runs);
        Assert.Equal((0, ""), (run.Code, run.Error));
        var saved = Assert.Single(RunFolder.ReadAll(runs).Runs).Run;
        Assert.Equal(["5", "2", "1"], new[] { "CallCounts", "NumWarmUpCalls", "NumRounds" }
            .Select(n => saved.Parameters[n].ToString()));
        Assert.Equal([file + ":1", "/NumWarmUpCalls", "--rounds"],
            new[] { "CallCounts", "NumWarmUpCalls", "NumRounds" }.Select(n => saved.ParameterOrigins![n]));
        Assert.Equal($"sfperf scenario wcf-channel {file} --set NumWarmUpCalls=2 --set NumRounds=1", saved.Command);
        Assert.Equal(25, saved.Phases.Sum(p => p.Operations));
    }

    [Fact]
    public async Task Without_kept_connections_every_channel_makes_its_own()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync("scenario", "wcf-channel", "--calls", "10", "--warmup", "1", "--rounds",
            "1", "--max-connections", "0", "--quiet", "--out", folder.Path);
        Assert.Equal((0, ""), (run.Code, run.Error));
        var saved = Assert.Single(RunFolder.ReadAll(folder.Path).Runs).Run;
        Assert.Equal([0, 10, 10, 0, 10], saved.Phases.Select(p => p.Figures!["connectionsOpened"]));
    }

    [Fact]
    public async Task Dry_run_shows_values_with_origins_and_starts_nothing()
    {
        var run = await Invocation.RunAsync("scenario", "wcf-channel", Product.File("Parameters/wcf-channel.json"),
            "--calls", "10", "--dry-run");
        Assert.Equal((0, ""), (run.Code, run.Error));
        Assert.Matches(@"CallCounts +10 +--calls\n", run.Out);
        Assert.Matches(@"NumRounds +5 +\S*wcf-channel.json:8\n", run.Out);
        Assert.EndsWith("Measure 5 rounds of 1 block, about 1 s on two cores.\nSave a run for each round in runs.\n",
            run.Out);
    }

    [Fact]
    public async Task One_round_decides_nothing_and_the_user_may_call_that_a_failure()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync(["scenario", "wcf-channel", "--calls", "100", "--warmup", "1",
            "--rounds", "1", "--quiet", "--out", folder.Path, "--fail-on", "inconclusive"]);
        Assert.Equal((99, ""), (run.Code, run.Error));
        Assert.Equal(3, Lines(run.Out).Count(l => l.StartsWith(" inconclusive ", System.StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("--calls", "10,x")]
    [InlineData("--calls", "0")]
    [InlineData("--warmup", "0")]
    [InlineData("--rounds", "0")]
    [InlineData("--fail-on", "confirmed")]
    public async Task What_is_no_size_is_refused(string option, string value)
    {
        var run = await Invocation.RunAsync("scenario", "wcf-channel", option, value);
        Assert.Equal(2, run.Code);
        Assert.Contains(value.Split(',')[^1], run.Error);
    }

    [Fact]
    public async Task Cancelled_it_ends_with_code_5()
    {
        using var folder = new TemporaryFolder();
        using var output = new StringWriter();
        var code = await CommandLine.InvokeAsync([.. Small, "--out", folder.Path],
            new Terminal(output, output, Live: false), new CancellationToken(canceled: true));
        Assert.Equal(5, code);
        Assert.Empty(Directory.GetDirectories(folder.Path));
    }

    private static string[] Lines(string text) => text.TrimEnd().Split('\n');
}
