using System.Collections.Generic;

namespace SfPerf.Chaos.Histories;

/// <summary>A fault that was injected.</summary>
/// <param name="Kind">What was done, as <c>kill-primary</c>.</param>
/// <param name="Target">To what, for people.</param>
/// <param name="Begin">When, in nanoseconds of the history's clock.</param>
/// <param name="End">When it was over, as far as the one who injected it is concerned.</param>
/// <param name="Primaries">The partitions whose primary it struck.</param>
public sealed record FaultRecord(string Kind, string Target, long Begin, long End, IReadOnlyList<int> Primaries)
{
    /// <summary>Gets the node whose process or disk it struck; null when it struck none or all of them.</summary>
    public string? Node { get; init; }

    /// <summary>Gets the nodes whose replica was ready just before it, by each partition whose primary it struck; null
    /// in older histories.</summary>
    public IReadOnlyDictionary<int, IReadOnlyList<string>>? Ready { get; init; }

    /// <summary>Gets why it could not be done; null when it was.</summary>
    public string? Skipped { get; init; }
}
