using System.Collections.Generic;
using System.CommandLine;
using SfPerf.Client.Scenarios;
using SfPerf.Client.Scenarios.Failover;
using SfPerf.Client.Scenarios.Reminders;
using SfPerf.Commands;
using SfPerf.Scenarios;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf scenario NAME</c>: measurements that others published, made again on this machine, and what
/// faults do to the store.</summary>
internal static class ScenarioCommand
{
    /// <summary>Gets every scenario, in the order in which help shows them.</summary>
    public static IReadOnlyList<ScenarioDefinition> All { get; } =
        [.. LocalScenarios.All, FailoverCommand.Definition, ReminderCommand.Definition];

    public static Command Build(Terminal terminal, string[] overrides)
    {
        var command = new Command("scenario", "Makes a published measurement again and sets its figures beside the "
            + "published ones, or injects faults and tells how long the store was away.");
        foreach (var scenario in All)
            command.Subcommands.Add(ScenarioCommandBuilder.Build(scenario, terminal, overrides));
        return command;
    }
}
