using System;
using System.CommandLine;
using System.Globalization;
using System.Threading.Tasks;
using SfPerf.Client.Measuring;
using SfPerf.Client.Measuring.Series;
using SfPerf.Client.Output;
using SfPerf.Client.Parameters;
using SfPerf.Commands;
using SfPerf.Scenarios;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf capacity FILE --slo "write:p(99) &lt; 20ms"</c>: the largest rate that keeps a promise.</summary>
internal static class CapacityCommand
{
    private const int UsualRuns = 15;

    public static Command Build(Terminal terminal, string[] overrides)
    {
        var slo = new Option<string?>("--slo")
        {
            Description = "The promise, with its phase: \"write:p(99) < 20ms\". Without it: the Slo of the file.",
            HelpName = "BOUND",
        };
        var from = new Option<int?>("--from")
        {
            Description = "The first rate, operations a second; without it: half of what the warm-up made in a "
                + "closed loop.",
            HelpName = "RATE",
        };
        var tolerance = new Option<double>("--tolerance")
        {
            Description = "How near the largest rate that keeps the promise and the smallest that breaks it must "
                + "come, in percent of the rate.",
            HelpName = Percent.HelpName, DefaultValueFactory = _ => 5, CustomParser = Percent.Parse,
        };
        var command = new Command("capacity", "Searches the largest rate (open loop) that keeps a promise.");
        var arguments = new ParameterArguments(command, overrides, fileRequired: false);
        arguments.AddCollector(command);
        foreach (var option in new Option[] { slo, from, tolerance })
            command.Options.Add(option);
        var options = new SeriesOptions(command, seconds: 5, secondsMin: 1);
        command.SetAction(async (parsed, token) =>
        {
            var settings = options.Read(parsed);
            if (parsed.GetValue(from) is < 1 || parsed.GetValue(tolerance) is not (> 0 and < 100))
            {
                throw new SfPerfException(ExitCode.BadParameters, $"--from {parsed.GetValue(from)}, --tolerance "
                    + $"{parsed.GetValue(tolerance)}: allowed is at least 1, and more than 0 and less than 100.");
            }

            string[] promise = parsed.GetValue(slo) is { } text ? [$"{RunCatalogue.Slo}={text}"] : [];
            if (arguments.LoadGiven(parsed, terminal, slo.Name, promise) is not { } whole)
                return (int)ExitCode.BadParameters;
            if (whole.Parameters.Slo is not { Phase: not null } bound)
            {
                throw new SfPerfException(ExitCode.BadParameters, $"No promise to keep: {whole.File} has no Slo; give "
                    + "--slo \"write:p(99) < 20ms\".");
            }

            var trial = new CapacityTry(bound, whole.Parameters, options.Seconds(parsed));
            // Whatever may be wrong with the settings of a try is wrong with the first one.
            if (PlanOf(parsed.GetValue(from)) is not { } first)
                return (int)ExitCode.BadParameters;
            var length = Length(options.Seconds(parsed));
            if (settings.IsDryRun)
            {
                DryRun.Write(first, [length], terminal.Out);
                return (int)ExitCode.Ok;
            }

            await settings.Notes(terminal).WriteLineAsync(length).ConfigureAwait(false);
            var series = new RunSeries($"{first.Parameters.Name}-capacity", settings, terminal);
            await using (series.ConfigureAwait(false))
            {
                var search = new CapacitySearchRun(
                    bound, trial, rate => PlanOf(rate)!, series, parsed.GetValue(tolerance) / 100, settings, terminal);
                return (int)series.Code(
                    await search.RunAsync(parsed.GetValue(from), token).ConfigureAwait(false));
            }

            RunPlan? PlanOf(long? rate) => arguments.Load(
                parsed, terminal, [.. promise, .. rate is { } given ? trial.At(given) : trial.Closed]);
        });
        return command;
    }

    private static string Length(int seconds) => string.Create(CultureInfo.InvariantCulture,
        $"Warm up, then try rates for {seconds} s each, or longer where a percentile needs more operations: ")
        + $"usually some {UsualRuns} runs, "
        + $"about {RemainingTime.Text(TimeSpan.FromSeconds(UsualRuns * (seconds + 0.5)))}.";
}
