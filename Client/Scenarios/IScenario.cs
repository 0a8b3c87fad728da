using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Client.Scenarios;

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
