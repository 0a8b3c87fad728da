using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Machine;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Text;

/// <summary>Presents what a run says, in sentences for a reader who knows none of its terms.</summary>
internal static class RunSentences
{
    private const string PrimaryKind = "primary";

    /// <summary>The figures of a phase.</summary>
    internal static string Result(PhaseRecord phase) =>
        $"{phase.Name}: {Figures.Rate(phase.OpsPerSecond)} operations a second, {Figures.Ms(phase.LatencyMs.Mean)} ms "
        + "each on average"
        + (phase.LatencyMs.P99 is { } p99 ? $", 99 of 100 within {Figures.Ms(p99)} ms" : "")
        + (phase.Failed > 0 ? $"; {Figures.Count(phase.Failed)} failed" : "; none failed");

    /// <summary>Little's law: the time of all operations together is the time in which they were outstanding.</summary>
    internal static string Little(int outstanding, double residual, bool isDoubtful) =>
        string.Create(CultureInfo.InvariantCulture,
            $"closed loop: {outstanding} outstanding at all times, {(1 + residual) * 100:0.0} % of that time within ")
        + "operations (Little's law)"
        + (isDoubtful ? ": more than 5 % was lost outside them, so the driver took part in the figures" : "");

    /// <summary>What the noise of the machine means for the figures.</summary>
    internal static string Noise(string verdict) => verdict switch
    {
        NoiseVerdict.Clean => "The machine was quiet and the driver had time to spare: the figures may be believed.",
        NoiseVerdict.Noisy => "The machine was not quiet: the figures are doubtful.",
        NoiseVerdict.DriverBound => "The driver was at its limit: the store is at least as fast as the figures say.",
        NoiseVerdict.StorePaused => "The store's own garbage collector stopped it for long.",
        NoiseVerdict.NoSteadyState => "The rate did not settle: the figures are a mean of different states.",
        _ => "Nobody watched the machine while this was measured.",
    };

    /// <summary>Where primaries moved while the run went on, and how long there was none.</summary>
    internal static IEnumerable<string> FailOvers(RunRecord run)
    {
        // The scenario of fail-overs has a table of its own.
        if (run.Failover is not null || RunFaults.Of(run) is not { Any: true } faults)
            yield break;
        foreach (var moved in (run.Events ?? []).Where(e => e.Kind == PrimaryKind && RunFaults.IsMove(e)))
            yield return $"{moved.Text} {When(moved)}{Longest(run, moved)}";
        if (faults.LongestOutageMs is { } outage)
        {
            yield return $"longest time without a primary: {Figures.Ms(outage)} ms"
                + (faults.LongestFrom is { } lost ? $", from {Moment(lost)}" : "") + " (seen by the manager)";
        }
    }

    private static string When(EventRecord moment) => $"at {Moment(moment)}";

    private static string Moment(EventRecord moment) => string.Create(CultureInfo.InvariantCulture,
        $"second {moment.Second:0.0} of {(moment.Phase.Length > 0 ? moment.Phase : "the run, between two phases")}");

    // What was under way when the primary was lost waited for the next one: the client's view of the same time.
    private static string Longest(RunRecord run, EventRecord moved)
    {
        var around = run.Phases.Where(p => p.TimeName == moved.Phase).SelectMany(p => p.PerSecond)
            .Where(s => Math.Abs(s.Second - Math.Floor(moved.Second)) <= 1).ToList();
        if (around.Count == 0)
            return "";
        var silent = around.Count(s => s.Operations == 0);
        return $"; the longest operation of these seconds took {Figures.Ms(around.Max(s => s.MaxMs))} ms"
            + (silent > 0 ? $", and {silent} of them {(silent == 1 ? "has" : "have")} no success" : "")
            + (around.Sum(s => s.Failed) is > 0 and var failed ? $", {Figures.Count(failed)} failed" : "");
    }
}
