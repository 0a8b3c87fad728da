using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Client.Measuring;
using SfPerf.Client.Measuring.Series;
using SfPerf.Client.Parameters;
using SfPerf.Commands;
using SfPerf.Commands.Parameters;
using SfPerf.Machine;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

public sealed class RunSeriesTests
{
    [Fact]
    public async Task Noisy_runs_are_measured_again_once_within_the_budget_and_kept_apart()
    {
        using var folder = new TemporaryFolder();
        using var output = new StringWriter { NewLine = "\n" };
        using var error = new StringWriter { NewLine = "\n" };
        var noise = new NoiseRecord { Verdict = NoiseVerdict.Noisy, Reasons = ["others used 50 %"] };
        var series = new RunSeries("x", new SeriesSettings(folder.Path, Reruns: 2, IsStrict: true, IsDryRun: false),
            new Terminal(output, error, Live: false))
        {
            Review = run => run with { Noise = noise },
        };
        await using (series)
        {
            for (var i = 0; i < 3; i++)
                Assert.Equal(noise, (await MeasureAsync(series)).Noise);
            series.WriteSummary();
            Assert.Equal(ExitCode.Rejected, series.Code(ExitCode.Ok));
        }

        Assert.Equal(
            ["noisy: others used 50 %; measured again, 1 of at most 2",
                "noisy: others used 50 %; measured again, 2 of at most 2"],
            error.ToString().Split('\n').Where(l => l.StartsWith("noisy", StringComparison.Ordinal)));
        Assert.Contains(" 3 runs, 2 more measured again for noise, 3 noisy; saved in ", output.ToString(),
            StringComparison.Ordinal);
        Assert.Equal(["a 3", "noisy 2"], Directory.GetDirectories(series.Folder).Order().Select(
            f => $"{Path.GetFileName(f)} {Directory.GetDirectories(f).Length}"));
        Assert.All(Directory.GetFiles(Path.Combine(series.Folder, "noisy"), "events.jsonl",
            SearchOption.AllDirectories), f => Assert.Contains(
            "\"text\":\"noisy: measured again\",\"kind\":\"rerun\"", File.ReadAllText(f), StringComparison.Ordinal));
        Assert.Equal(2, Directory.GetFiles(series.Folder, "events.jsonl", SearchOption.AllDirectories)
            .Count(f => f.Contains("noisy", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_run_that_the_driver_limited_is_not_measured_again()
    {
        using var folder = new TemporaryFolder();
        using var error = new StringWriter();
        var series = new RunSeries("x", new SeriesSettings(folder.Path, Reruns: 2, IsStrict: true, IsDryRun: false),
            new Terminal(TextWriter.Null, error, Live: false))
        {
            Review = run => run with { Noise = new() { Verdict = NoiseVerdict.DriverBound } },
        };
        await using (series)
            Assert.Equal(NoiseVerdict.DriverBound, (await MeasureAsync(series)).Noise!.Verdict);
        Assert.DoesNotContain("measured again", error.ToString(), StringComparison.Ordinal);
    }

    private static Task<RunRecord> MeasureAsync(RunSeries series)
    {
        var file = SmallRuns.Arguments[0];
        string[] settings = [.. SmallRuns.Arguments[1..].Where(a => a != "--set").Select(
            a => a.TrimStart('/').Replace(':', '='))];
        var set = ParameterLoader.Load(
            new ParameterSources(file, new Hashtable(), settings, []), RunCatalogue.Instance, out var problems);
        Assert.Empty(problems);
        var plan = RunPlan.Make(new RunParameters(set, "simulated"), file, out var missing);
        Assert.Empty(missing);
        return series.MeasureAsync(
            plan!, "a", new Dictionary<string, string>(), TestContext.Current.CancellationToken);
    }
}
