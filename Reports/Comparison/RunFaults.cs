using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Comparison;

/// <summary>
/// Counts how often a primary moved while a run went on, and how long the store was away at the longest.
/// </summary>
/// <param name="Run">The run.</param>
/// <param name="FailOvers">How often a primary moved to another node.</param>
/// <param name="LongestOutageMs">The longest outage; null for none.</param>
/// <param name="SeenBy">Whose clock says so: that of the scenario's <c>clients</c>, exact to an operation, or that of
/// the <c>manager</c>, from the loss of a primary until it or another served; empty for no outage.</param>
public sealed record RunFaults(RunRecord Run, int FailOvers, double? LongestOutageMs, string SeenBy)
{
    private const string Out = "no primary of ";
    private const string In = "primary of ";
    private const string Moved = " moved from ";

    /// <summary>Gets the loss of the primary that the longest outage began with; null where clients tell, or for none.
    /// </summary>
    public EventRecord? LongestFrom { get; init; }

    /// <summary>Gets whether anything happened.</summary>
    public bool Any => FailOvers > 0 || LongestOutageMs is not null;

    /// <summary>Gets the outage as tables show it.</summary>
    public string OutageText => Figures.Ms(LongestOutageMs);

    /// <summary>Takes them from a run's events.</summary>
    public static RunFaults Of(RunRecord run)
    {
        ArgumentNullException.ThrowIfNull(run);
        EventRecord[] primaries = [.. (run.Events ?? []).Where(e => e.Kind == "primary").OrderBy(e => e.Utc)];
        var failOvers = primaries.Count(IsMove);
        if (run.Failover is { Events: { Count: > 0 } injected })
            return new RunFaults(run, failOvers, injected.Max(e => e.OutageMs), "clients");
        var longest = primaries.Where(e => e.Text.StartsWith(Out, StringComparison.Ordinal))
            .Select(lost => (Lost: lost, Ms: OutageMs(lost, primaries, run))).Where(o => o.Ms is not null)
            .OrderByDescending(o => o.Ms).FirstOrDefault();
        return new RunFaults(run, failOvers, longest.Ms, longest.Ms is null ? "" : "manager")
        {
            LongestFrom = longest.Lost,
        };
    }

    /// <summary>Returns whether an event is that of a primary that moved to another node.</summary>
    internal static bool IsMove(EventRecord primary) => primary.Text.Contains(Moved, StringComparison.Ordinal);

    /// <summary>One line for a group of runs: fail-overs of all, and the longest outage of any.</summary>
    internal static string TextOf(IEnumerable<RunRecord> runs)
    {
        RunFaults[] all = [.. runs.Select(Of)];
        var longest = all.MaxBy(f => f.LongestOutageMs ?? -1);
        return $"{Figures.Count(all.Sum(f => f.FailOvers))} fail-overs, " + (longest?.LongestOutageMs is null
            ? "no outage" : $"longest outage {longest.OutageText} ms (seen by {longest.SeenBy})");
    }

    // An outage that has not ended ends with the run.
    private static double? OutageMs(EventRecord lost, EventRecord[] primaries, RunRecord run)
    {
        var name = lost.Text[Out.Length..].Split(':')[0];
        var end = primaries.FirstOrDefault(e => e.Utc >= lost.Utc
                && e.Text.StartsWith($"{In}{name} ", StringComparison.Ordinal))?.Utc
            ?? run.Phases.Max(p => p.StartedUtc?.AddSeconds(p.Seconds));
        return (end - lost.Utc)?.TotalMilliseconds is > 0 and var outage ? outage : null;
    }
}
