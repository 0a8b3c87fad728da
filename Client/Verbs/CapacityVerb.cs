using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Commands;
using SfPerf.Client.Parameters;
using SfPerf.Client.Runs;
using SfPerf.Contracts;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Thresholds;

namespace SfPerf.Client.Verbs;

/// <summary><c>sfperf capacity FILE --slo "write:p(99) &lt; 20ms"</c>: the largest rate that keeps a promise.</summary>
internal static class CapacityVerb
{
    private const double HighestRate = 10_000_000;

    public static Command Build(Terminal terminal, string[] overrides)
    {
        var slo = new Option<string?>("--slo")
        {
            Description = "The promise, with its phase: \"write:p(99) < 20ms\". Without it: the Slo of the file.",
            HelpName = "BOUND",
        };
        var from = new Option<int>("--from")
        {
            Description = "The first rate, operations a second.", DefaultValueFactory = _ => 100,
        };
        var seconds = new Option<int>("--seconds")
        {
            Description = "Length of one try, 1 to 3600.", DefaultValueFactory = _ => 10,
        };
        var tolerance = new Option<double>("--tolerance")
        {
            Description = "Percent within which the rate is told.", DefaultValueFactory = _ => 5,
        };
        var folder = new Option<string>("--out")
        {
            Description = "Folder that the runs are saved in.", HelpName = "DIR", DefaultValueFactory = _ => "runs",
        };
        var command = new Command("capacity", "Searches the largest rate (open loop) that keeps a promise.");
        var arguments = new ParameterArguments(command, overrides, fileRequired: false);
        arguments.AddCollector(command);
        foreach (var option in new Option[] { slo, from, seconds, tolerance, folder })
            command.Options.Add(option);
        command.SetAction(async (parsed, token) =>
        {
            string[] promise = parsed.GetValue(slo) is { } text ? [$"{RunCatalogue.Slo}={text}"] : [];
            if (arguments.Load(parsed, terminal, promise) is not { } whole)
                return (int)ExitCode.BadParameters;
            if (whole.Parameters.Slo is not { Phase: { } promised } bound)
                throw new SfPerfException(ExitCode.BadParameters, $"No promise to keep: {whole.File} has no Slo; give "
                    + "--slo \"write:p(99) < 20ms\".");
            if (parsed.GetValue(seconds) is < 1 or > 3600)
                throw new SfPerfException(ExitCode.BadParameters, "--seconds: allowed is 1 to 3600.");
            if (parsed.GetValue(from) is < 1 || parsed.GetValue(tolerance) is not (> 0 and < 100))
                throw new SfPerfException(ExitCode.BadParameters, "--from at least 1; --tolerance between 0 and 100.");
            var search = new CapacitySearch(parsed.GetValue(from), HighestRate, parsed.GetValue(tolerance) / 100);
            return (int)await RunAsync(search, bound, rate => arguments.Load(parsed, terminal,
                [.. promise, .. Settings(promised, rate, parsed.GetValue(seconds), whole.Parameters.Items)]),
                parsed.GetRequiredValue(folder), terminal, token).ConfigureAwait(false);
        });
        return command;
    }

    private static async Task<ExitCode> RunAsync(CapacitySearch search, Threshold bound, Func<long, RunPlan?> planOf,
        string root, Terminal terminal, CancellationToken token)
    {
        while (!search.Ended)
        {
            var rate = (long)Math.Max(1, Math.Round(search.Rate));
            if (planOf(rate) is not { } plan)
                return ExitCode.BadParameters;
            var labels = new Dictionary<string, string> { ["capacity"] = rate.ToString(CultureInfo.InvariantCulture) };
            var run = await new RunSeries(plan, root, terminal, labels).MeasureAsync(token).ConfigureAwait(false);
            var phase = run.Phases.First(p => p.Name == bound.Phase);
            // A backlog that takes long to drain after the last start says that the rate was not sustained.
            var outcome = bound.Test(run);
            var passed = outcome.Passed && phase.Stopped is null
                && phase.Seconds <= (plan.Parameters.PhaseSecondsMax * 1.1) + 0.5;
            search.Report(passed);
            await terminal.Error.WriteLineAsync($"{rate}/s: {(passed ? "kept" : "broken")} "
                + string.Create(CultureInfo.InvariantCulture, $"({outcome.Value:0.###}); {RunSeries.Brief(run)}")
                + (run.Noise is { Verdict: not "clean" } noise ? $"; {noise.Verdict}" : "")).ConfigureAwait(false);
        }

        await terminal.Out.WriteLineAsync(search.Largest > 0
            ? string.Create(CultureInfo.InvariantCulture,
                $"{bound.Text}: kept at {search.Largest:N0}/s, broken at {search.SmallestFailed:N0}/s")
            : $"{bound.Text}: broken at every rate that was tried").ConfigureAwait(false);
        return search.Largest > 0 ? ExitCode.Ok : ExitCode.ThresholdFailed;
    }

    private static string[] Settings(string phase, long rate, int seconds, int items)
    {
        var name = phase == PhaseNames.Write ? "Write" : phase == PhaseNames.Read ? "Read" : "Mixed";
        List<string> settings =
        [
            $"{name}RatePerSecond={rate}", $"PhaseSecondsMax={seconds}", $"Num{name}OperationsTotal={rate * seconds}",
            $"{RunCatalogue.Thresholds}=",
        ];
        // The other phase and its bounds are not what is asked: none of it, or as little as reads need.
        if (phase == PhaseNames.Write)
            settings.Add("NumReadOperationsTotal=0");
        else if (phase == PhaseNames.Read)
            settings.Add($"NumWriteOperationsTotal={items}");
        return [.. settings];
    }
}
