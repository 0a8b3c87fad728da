using System;
using System.CommandLine;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Client.Measuring;
using SfPerf.Client.Measuring.Series;
using SfPerf.Client.Output;
using SfPerf.Client.Parameters;
using SfPerf.Commands;
using SfPerf.Reports.Thresholds;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf run [FILE]</c>: measures and saves.</summary>
internal static class RunCommand
{
    private const int RepeatsMax = 1000;

    public static Command Build(Terminal terminal, string[] overrides)
    {
        var format = new Option<string>("--format")
        {
            Description = "table, json (run.json's content), or legacy (the two lines of the original sample).",
            DefaultValueFactory = _ => OutputFormats.Table,
        };
        format.AcceptOnlyFromAmong(OutputFormats.All);
        var dryRun = new Option<bool>("--dry-run")
        {
            Description = "Shows every value with its origin and what would be done, and starts nothing.",
        };
        var folder = new Option<string>("--out", "-o")
        {
            Description = "Folder that the run's own folder is made in.", HelpName = "DIR",
            DefaultValueFactory = _ => "runs",
        };
        var quiet = new Option<bool>("--quiet") { Description = "Shows no progress." };
        var thresholds = new Option<string[]>("--threshold")
        {
            Description = "A bound such as \"write:p(99) < 20ms\", beside those of the file; may be repeated; a "
                + "broken one ends with code 99.",
            HelpName = "BOUND", DefaultValueFactory = _ => [],
        };
        var errors = new Option<string?>("--max-error-rate")
        {
            Description = "Most failures in any phase, such as 0.1%; more end with code 99. The same as --threshold "
                + "\"errors <= RATE\".",
            HelpName = "RATE",
        };
        var labels = SeriesOptions.LabelOption();
        var repeat = new Option<int>("--repeat")
        {
            Description = $"Runs, one after the other, into one folder: 1 to {RepeatsMax}.", HelpName = "N",
            DefaultValueFactory = _ => 1,
        };
        var strict = new Option<bool>("--strict")
        {
            Description = "Ends with code 6 when the machine was too noisy or the driver was the bottleneck.",
        };
        var replace = new Option<bool>("--replace")
        {
            Description = "Where the cluster holds applications whose names or fixed ports collide: deletes them with "
                + "their state. Without it the run is refused. Others stay beside.",
        };
        var command = new Command("run", "Measures and saves the result; without FILE: Parameters/local1.json.");
        var arguments = new ParameterArguments(command, overrides, fileRequired: false);
        arguments.AddOptions(command, RunCatalogue.Instance);
        command.Options.Add(format);
        command.Options.Add(dryRun);
        command.Options.Add(folder);
        command.Options.Add(quiet);
        command.Options.Add(thresholds);
        command.Options.Add(errors);
        command.Options.Add(labels);
        command.Options.Add(strict);
        command.Options.Add(replace);
        command.Options.Add(repeat);
        arguments.AddCollector(command);
        command.SetAction(async (parsed, token) =>
        {
            SeriesOptions.Require(parsed, repeat, 1, RepeatsMax);
            if (arguments.Load(parsed, terminal) is not { } plan)
                return (int)ExitCode.BadParameters;
            if (plan.Deployment is { } deployment)
                plan = plan with { Deployment = deployment with { Replaces = parsed.GetValue(replace) } };
            var chosen = parsed.GetRequiredValue(format);
            string[] results = [.. plan.Parameters.Results];
            Threshold[] more =
            [
                .. RunGate.ParseThresholds("--threshold", parsed.GetRequiredValue(thresholds), results),
                .. RunGate.ParseThresholds("--max-error-rate",
                    parsed.GetValue(errors) is { } rate ? [$"errors <= {rate}"] : [], results),
            ];
            if (parsed.GetValue(dryRun))
            {
                DryRun.Write(plan, chosen == OutputFormats.Json, terminal.Out);
                return (int)ExitCode.Ok;
            }

            var gate = new RunGate([.. plan.Parameters.Thresholds, .. more],
                RunGate.ParseLabels(parsed.GetRequiredValue(labels)), parsed.GetValue(strict));
            var isQuiet = parsed.GetValue(quiet);
            if (parsed.GetValue(repeat) is > 1 and var times)
            {
                return (int)await RepeatedRuns.RunAsync(plan, times, gate,
                    new SeriesSettings(parsed.GetRequiredValue(folder), 0, gate.Strict, IsDryRun: false)
                    {
                        IsQuiet = isQuiet, IsJson = chosen == OutputFormats.Json, Labels = gate.Labels,
                    }, terminal, token).ConfigureAwait(false);
            }

            var output = new RunOutput(chosen, parsed.GetRequiredValue(folder), terminal, gate);
            return (int)await RunAsync(plan, output, isQuiet, token).ConfigureAwait(false);
        });
        return command;
    }

    private static async Task<ExitCode> RunAsync(
        RunPlan plan, RunOutput output, bool quiet, CancellationToken token)
    {
        var time = TimeProvider.System;
        using var view = ProgressViews.Create(output.Terminal, quiet, time);
        RunsFolder.Check(output.Root);
        var bench = new MeasurementRunner(output.Terminal.Error, time);
        Measurement measured;
        ClusterFacts cluster;
        var partial = new PartialRun(output.Root, plan, view, output.Terminal.Error, time);
        await using (partial.ConfigureAwait(false))
        {
            await using (bench.ConfigureAwait(false))
                (measured, cluster) = await bench.RunAsync(plan, partial, token).ConfigureAwait(false);
            return output.Finish(plan, measured, cluster, view);
        }
    }
}
