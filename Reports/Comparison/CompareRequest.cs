using System.Collections.Generic;
using SfPerf.Metrics.Statistics;

namespace SfPerf.Reports.Comparison;

/// <summary>What the <c>compare</c> verb is asked.</summary>
public sealed record CompareRequest
{
    /// <summary>Gets the base runs: run folders, run files, or folders of runs.</summary>
    public required IReadOnlyList<string> Before { get; init; }

    /// <summary>Gets the runs in question.</summary>
    public required IReadOnlyList<string> After { get; init; }

    /// <summary>Gets the figures by name; null for all.</summary>
    public IReadOnlyList<string>? Metrics { get; init; }

    /// <summary>Gets the smallest share that matters; null for each figure's own (5 %; 10 % for p99).</summary>
    public double? Delta { get; init; }

    /// <summary>Gets the level of the test.</summary>
    public double Alpha { get; init; } = 0.05;

    /// <summary>Gets the verdicts that make the exit code 98.</summary>
    public IReadOnlyList<Verdict> FailOn { get; init; } = [Verdict.Regressed];

    /// <summary>Gets whether doubtful runs make the exit code 6, whatever the verdicts.</summary>
    public bool Strict { get; init; }

    /// <summary>Gets whether the result is a Markdown table, for a comment on a change.</summary>
    public bool Markdown { get; init; }
}
