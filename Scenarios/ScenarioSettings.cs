using System;
using System.Collections.Generic;
using System.IO;
using SfPerf.Commands;
using SfPerf.Commands.Parameters;
using SfPerf.Metrics.Results;

namespace SfPerf.Scenarios;

/// <summary>The settings of every scenario.</summary>
internal sealed record ScenarioSettings
{
    /// <summary>Gets the scenario's name.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the parameters, checked.</summary>
    public required ParameterSet Parameters { get; init; }

    /// <summary>Gets the parameter file; null for none.</summary>
    public string? File { get; init; }

    /// <summary>Gets the folder of all runs.</summary>
    public string Folder { get; init; } = "runs";

    /// <summary>Gets where results are printed and progress is shown.</summary>
    public required Terminal Terminal { get; init; }

    /// <summary>Gets a value indicating whether no progress is shown.</summary>
    public bool Quiet { get; init; }

    /// <summary>Gets the outcomes that end with code 99.</summary>
    public IReadOnlyCollection<Outcome> FailOn { get; init; } = [];

    /// <summary>Gets what is told the phases of each round as it ends; null for nobody.</summary>
    public Action<IEnumerable<PhaseResult>>? RoundEnded { get; init; }

    /// <summary>Gets how often every arm runs.</summary>
    public int Rounds => (int)Parameters.Integer(
        Parameters.Find(ScenarioCatalogue.Rounds) is null ? ScenarioCatalogue.Repeats : ScenarioCatalogue.Rounds);

    /// <summary>Makes what tells progress, of so many blocks a round.</summary>
    public ScenarioProgress Progress(IReadOnlyList<ScenarioBlock> blocks) => new(
        Quiet ? TextWriter.Null : Terminal.Error, new RemainingTime(blocks, Rounds), Rounds, TimeProvider.System);
}
