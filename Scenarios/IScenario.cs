using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Commands.Parameters;
using SfPerf.Scenarios.Channels;
using SfPerf.Scenarios.Concurrency;
using SfPerf.Scenarios.Ipc;
using SfPerf.Scenarios.TableInsert;

namespace SfPerf.Scenarios;

/// <summary>A scenario with its settings, ready to run.</summary>
internal interface IScenario
{
    /// <summary>Gets how often every part is measured.</summary>
    int Rounds { get; }

    /// <summary>Gets the parts of a round, each measured by itself.</summary>
    IReadOnlyList<ScenarioBlock> Blocks { get; }

    /// <summary>Gets what is saved, as a phrase.</summary>
    string Saved => "a run for each round";

    /// <summary>Measures all rounds, saves each and prints what they say.</summary>
    Task<ExitCode> RunAsync(CancellationToken token);
}

/// <summary>A part of a round that is measured by itself.</summary>
/// <param name="Name">The name of its phase in runs.</param>
/// <param name="Seconds">How long it takes on a machine of two cores, roughly: the first guess of the time
/// left.</param>
internal readonly record struct ScenarioBlock(string Name, double Seconds);

/// <summary>Describes what a scenario is, before anybody sets its parameters.</summary>
/// <param name="Name">What it is called in commands, parameter files and runs.</param>
/// <param name="Description">What it answers, a sentence.</param>
/// <param name="Catalogue">Its parameters.</param>
/// <param name="Make">Makes it ready to run; starts nothing.</param>
internal sealed record ScenarioDefinition(
    string Name, string Description, ParameterCatalogue Catalogue, Func<ScenarioSettings, IScenario> Make);

/// <summary>The scenarios that need no cluster. Those that do stand with what starts clusters, in the client.
/// </summary>
internal static class LocalScenarios
{
    /// <summary>Gets all of them, in the order in which help shows them.</summary>
    public static IReadOnlyList<ScenarioDefinition> All { get; } =
        [
            ConcurrencyCommand.Definition, ChannelCommand.Definition, InsertCommand.Definition, IpcCommand.Definition,
        ];
}
