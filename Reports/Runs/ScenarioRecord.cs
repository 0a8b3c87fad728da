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

/// <summary>What a scenario expected and what it measured.</summary>
/// <param name="Claim">A sentence without its full stop.</param>
/// <param name="Outcome"><c>confirmed</c>, <c>contradicted</c> or <c>inconclusive</c>.</param>
/// <param name="Evidence">The ratio with its interval, and what else decided.</param>
public sealed record ExpectationRecord(string Claim, string Outcome, string Evidence);
