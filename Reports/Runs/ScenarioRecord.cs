using System.Collections.Generic;

namespace SfPerf.Reports.Runs;

/// <summary>What all rounds of a scenario together say; it is in the run of the last one.</summary>
public sealed record ScenarioRecord
{
    /// <summary>Gets how many rounds there were.</summary>
    public required int Rounds { get; init; }

    /// <summary>Gets figures over all rounds, by name.</summary>
    public IReadOnlyDictionary<string, double> Figures { get; init; } = new Dictionary<string, double>();

    /// <summary>Gets the expectations and what became of them.</summary>
    public IReadOnlyList<ExpectationRecord> Expectations { get; init; } = [];
}
