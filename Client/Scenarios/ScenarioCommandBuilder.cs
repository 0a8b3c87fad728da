using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using SfPerf.Client.Commands;
using SfPerf.Client.Output;
using SfPerf.Client.Parameters;
using SfPerf.Client.Telemetry;
using SfPerf.Commands;
using SfPerf.Commands.Parameters;
using SfPerf.Scenarios;

namespace SfPerf.Client.Scenarios;

/// <summary>The command of one scenario: its parameters from a file and from options, and what all scenarios
/// take.</summary>
internal static class ScenarioCommandBuilder
{
    public static Command Build(ScenarioDefinition scenario, Terminal terminal, string[] overrides)
    {
        var (name, description, catalogue, make) = scenario;
        var folder = new Option<string>("--out", "-o")
        {
            Description = "Folder that a folder of the rounds' runs is made in.", HelpName = "DIR",
            DefaultValueFactory = _ => "runs",
        };
        var quiet = new Option<bool>("--quiet") { Description = "Shows no progress." };
        var dryRun = new Option<bool>("--dry-run")
        {
            Description = "Shows every value with its origin and what would be done, and starts nothing.",
        };
        var failOn = new Option<string[]>("--fail-on")
        {
            Description = "Outcomes of an expectation that end with code 99: contradicted, inconclusive.",
            DefaultValueFactory = _ => [], AllowMultipleArgumentsPerToken = true,
        };
        failOn.AcceptOnlyFromAmong("contradicted", "inconclusive");
        var time = Time(make(Settings(Defaults(catalogue))));
        var command = new Command(name, $"{description} With its defaults it takes about {time} on two cores.");
        var arguments = new ParameterArguments(command, overrides, fileRequired: false);
        arguments.AddOptions(command, catalogue);
        arguments.AddCollector(command);
        foreach (var option in new Option[] { folder, quiet, dryRun, failOn })
            command.Options.Add(option);
        command.SetAction(async (parsed, token) =>
        {
            if (arguments.LoadScenario(parsed, catalogue, terminal) is not { } parameters)
                return (int)ExitCode.BadParameters;
            var settings = Settings(parameters) with
            {
                File = arguments.File(parsed),
                Folder = parsed.GetRequiredValue(folder),
                Quiet = parsed.GetValue(quiet),
                FailOn = [.. parsed.GetRequiredValue(failOn).Select(f => Enum.Parse<Outcome>(f, ignoreCase: true))],
            };
            if (parsed.GetValue(dryRun))
            {
                DryRun.Write(parameters, Steps(make(settings), settings), json: false, terminal.Out);
                return (int)ExitCode.Ok;
            }

            using var export = OtlpExport.Start(name, new Dictionary<string, object> { ["sfperf.run.name"] = name },
                arguments.Collector(parsed), terminal.Error);
            return (int)await make(settings with { RoundEnded = export is null ? null : export.Metrics.RecordRound })
                .RunAsync(token).ConfigureAwait(false);
        });
        return command;

        ScenarioSettings Settings(ParameterSet parameters) =>
            new() { Name = name, Parameters = parameters, Terminal = terminal };
    }

    private static ParameterSet Defaults(ParameterCatalogue catalogue) => ParameterLoader.Load(
        new ParameterSources(null, new Dictionary<string, string>(), [], []), catalogue, out _);

    private static string Time(IScenario scenario) => RemainingTime.Text(
        new RemainingTime(scenario.Blocks, scenario.Rounds).Guess);

    private static string[] Steps(IScenario scenario, ScenarioSettings settings)
    {
        var plural = scenario.Blocks.Count == 1 ? "" : "s";
        return
        [
            $"Measure {settings.Rounds} rounds of {scenario.Blocks.Count} block{plural}, about {Time(scenario)} "
                + "on two cores.",
            $"Save {scenario.Saved} in {settings.Folder}.",
        ];
    }
}
