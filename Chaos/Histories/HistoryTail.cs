namespace SfPerf.Chaos.Histories;

/// <summary>Describes what a history says in its last line.</summary>
/// <param name="Complete">Whether everything was read at the end; without that, what was acknowledged last cannot be
/// checked.</param>
/// <param name="HealedSeconds">How long after the last fault all partitions were whole and took writes again; null when
/// they were not in time.</param>
/// <param name="NotHealed">What was still missing; null when nothing was.</param>
public sealed record HistoryTail(bool Complete, double? HealedSeconds, string? NotHealed);
