using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Statistics;

namespace SfPerf.Reports.Comparison;

/// <summary>Specifies which runs are compared, and what the user accepts.</summary>
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

    /// <summary>Gets the verdicts that the user does not accept.</summary>
    public IReadOnlyList<Verdict> FailOn { get; init; } = [Verdict.Regressed];

    /// <summary>Gets whether the user does not accept doubtful runs, whatever the verdicts.</summary>
    public bool Strict { get; init; }

    /// <summary>Gets whether runs are compared that did different work, such as on another target.</summary>
    public bool AllowsDifferentWork { get; init; }

    /// <summary>Gets the command that asked; named in a Markdown summary.</summary>
    public string? Command { get; init; }

    /// <summary>States what a comparison means for whoever made this request.</summary>
    public ComparisonOutcome Judge(RunComparison comparison)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        if (comparison.Metrics.Count == 0)
            return ComparisonOutcome.NothingCompared;
        if (!AllowsDifferentWork && comparison.DifferentWork.Count > 0)
            return ComparisonOutcome.DifferentWork;
        if (Strict && comparison.Doubtful.Count > 0)
            return ComparisonOutcome.Doubtful;
        Verdict[] refused = [.. comparison.Metrics.Select(m => m.Verdict).Where(FailOn.Contains).Distinct()];
        return refused switch
        {
            [] => ComparisonOutcome.Accepted,
            [Verdict.Inconclusive] => ComparisonOutcome.Undecided,
            _ => ComparisonOutcome.Refused,
        };
    }
}

/// <summary>States what a comparison means for whoever asked for it.</summary>
public enum ComparisonOutcome
{
    /// <summary>Every verdict is accepted.</summary>
    Accepted = 0,

    /// <summary>The two groups have no figure in common.</summary>
    NothingCompared = 1,

    /// <summary>A run was noisy or limited by the driver, and the request is strict.</summary>
    Doubtful = 2,

    /// <summary>A verdict is one of <see cref="CompareRequest.FailOn"/>.</summary>
    Refused = 3,

    /// <summary>A figure is inconclusive, which the request does not accept, and no other verdict is refused.</summary>
    Undecided = 4,

    /// <summary>The runs did different work, and the request does not allow that.</summary>
    DifferentWork = 5,
}
