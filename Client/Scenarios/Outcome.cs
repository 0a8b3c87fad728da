namespace SfPerf.Client.Scenarios;

/// <summary>What a measurement says about an expectation.</summary>
internal enum Outcome
{
    Inconclusive = 0,
    Confirmed = 1,
    Contradicted = 2,
}
