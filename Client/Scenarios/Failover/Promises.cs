using System;
using System.Globalization;
using System.Linq;
using SfPerf.Reports.Runs;
using SfPerf.Scenarios;

namespace SfPerf.Client.Scenarios.Failover;

/// <summary>Defines what the store promises of each kind of event, and whether it kept it.</summary>
internal static class Promises
{
    /// <summary>How long a process that was stopped may give no sign before it is killed.</summary>
    public static readonly TimeSpan Detection = TimeSpan.FromSeconds(OperatingSystem.IsLinux() ? 0.5 : 3);

    /// <summary>The fewest events of a kind that decide.</summary>
    public const int CountMin = 3;

    private const double MedianMsMax = 150;
    private const double LongestMsMax = 1000;

    /// <summary>Returns whether the promise is about time, so that a busy machine may break it.</summary>
    public static bool IsTimed(string kind) => kind != FaultKinds.KillManager;

    /// <summary>Judges a kind by its median and its longest outage: with few events the longest stands for the 99th
    /// percentile.</summary>
    public static Expectation Of(FailoverKindRecord kind, TimeSpan stop)
    {
        var back = $"all replicas back after {Ms(kind.BackMedianMs)} (median)";
        var evidence = $"no success for {Ms(kind.OutageMedianMs)} (median) and {Ms(kind.OutageMaxMs)} (longest of "
            + $"{kind.Count}); {back}";
        var (median, longest, claim) = kind.Kind switch
        {
            FaultKinds.KillManager => (double.PositiveInfinity, double.PositiveInfinity,
                "after a kill of the manager, a full restart by design, the store serves again without help"),
            FaultKinds.StopPrimary => Stopped(stop),
            _ => (MedianMsMax, LongestMsMax,
                $"{Noun(kind.Kind)} stops the store for less than {MedianMsMax:0} ms (median) and never for "
                    + $"{LongestMsMax / 1000:0} s"),
        };
        var kept = kind.OutageMedianMs < median && kind.OutageMaxMs < longest;
        var decided = kind.Count >= CountMin || !IsTimed(kind.Kind);
        return new Expectation(claim, !decided ? Outcome.Inconclusive : kept ? Outcome.Confirmed : Outcome.Contradicted,
            decided ? evidence : $"{evidence}; fewer than {CountMin} events decide nothing");
    }

    /// <summary>Judges what was read during the run and once more at its end.</summary>
    public static Expectation NothingLost(FailoverRecord record)
    {
        const string Claim = "no acknowledged write was lost or overtaken by an older one";
        if (record.Contradictions.Count > 0)
        {
            return new Expectation(Claim, Outcome.Contradicted, string.Join(", ",
                record.Contradictions.Select(c => $"{c.Key} {c.Value}")));
        }

        return record.Verified is { } verified
            ? new Expectation(Claim, Outcome.Confirmed, $"every read was checked, and {verified} keys at the end")
            : new Expectation(Claim, Outcome.Inconclusive, "the run ended before the last check of all keys");
    }

    private static (double Median, double Longest, string Claim) Stopped(TimeSpan stop)
    {
        var expected = (stop < Detection ? stop : Detection).TotalMilliseconds;
        return (expected + LongestMsMax, expected + LongestMsMax, string.Create(CultureInfo.InvariantCulture,
            $"a stopped primary's host stops the store for less than {expected / 1000:0.#} s ")
            + (stop < Detection ? "(the stop)" : "(detection)") + $" + {LongestMsMax / 1000:0} s");
    }

    private static string Noun(string kind) => kind switch
    {
        FaultKinds.KillPrimary => "a kill of the primary's host",
        FaultKinds.KillSecondary => "a kill of a secondary's host",
        FaultKinds.KillNode => "a kill of the primary's node",
        _ => "a swap of the primary",
    };

    private static string Ms(double value) =>
        value.ToString(value < 100 ? "0.0" : "0", CultureInfo.InvariantCulture) + " ms";
}
