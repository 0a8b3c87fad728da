namespace SfPerf.Reports.Runs;

/// <summary>What a scenario expected and what it measured.</summary>
/// <param name="Claim">A sentence without its full stop.</param>
/// <param name="Outcome"><c>confirmed</c>, <c>contradicted</c> or <c>inconclusive</c>.</param>
/// <param name="Evidence">The ratio with its interval, and what else decided.</param>
public sealed record ExpectationRecord(string Claim, string Outcome, string Evidence);
