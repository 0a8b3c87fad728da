using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using SfPerf.Machine;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;
using SfPerf.Reports.Thresholds;

namespace SfPerf.Reports.Comparison;

/// <summary>Determines whether a try of a rate kept the promise, and what the tries of a search say together.</summary>
public static class CapacityRule
{
    /// <summary>The label of a try: the rate that was intended, or another word for a run that is no try.</summary>
    public const string Label = "capacity";

    private const double FailuresMax = 0.001;
    private const double DrainMax = 0.1;
    private const double DrainSecondsMax = 0.5;

    /// <summary>Returns why a try did not keep the promise; null when it did.</summary>
    /// <param name="bound">The promise; it names a phase.</param>
    /// <param name="run">The try.</param>
    /// <param name="secondsMax">The time in which its operations were issued.</param>
    public static string? Objection(Threshold bound, RunRecord run, int secondsMax)
    {
        ArgumentNullException.ThrowIfNull(bound);
        ArgumentNullException.ThrowIfNull(run);
        var phase = run.Phases.First(p => p.Name == bound.Phase);
        if (phase.Stopped is { } stopped)
            return stopped;
        // A backlog that takes long to drain after the last start says that the rate was not held.
        if (phase.Seconds > (secondsMax * (1 + DrainMax)) + DrainSecondsMax)
        {
            return string.Create(CultureInfo.InvariantCulture,
                $"the rate was not held: {secondsMax} s of operations took {phase.Seconds:0.0} s");
        }

        if (phase.Failed > FailuresMax * (phase.Operations + phase.Failed))
            return $"{phase.Failed} of {phase.Operations + phase.Failed} failed";
        return bound.Test(run).Passed ? null : Value(bound, run);
    }

    /// <summary>Returns the promised figure of a run with its unit.</summary>
    public static string Value(Threshold bound, RunRecord run)
    {
        ArgumentNullException.ThrowIfNull(bound);
        return bound.Test(run).Value is not { } value ? bound.NoFigure(run)
            : value.ToString("0.###", CultureInfo.InvariantCulture) + (bound.IsTime ? " ms" : "");
    }

    /// <summary>Returns what saved tries say together in a sentence; null where they are of no search.</summary>
    internal static string? Sentence(IReadOnlyList<RunRecord> runs)
    {
        if (Text(runs[0], "Slo") is not { Length: > 0 } slo || Parse(slo) is not { Phase: { } name } bound)
            return null;
        RunRecord[] tries = [.. runs.Where(r => Rate(r) is not null && r.Phases.Any(p => p.Name == name))];
        if (tries.Length == 0)
            return null;
        var found = CapacityInterval.Of(
            tries.Select(r => ((double)Rate(r)!.Value, Objection(bound, r, Seconds(r)) is null)));
        string?[] broken = [.. tries.Where(r => Rate(r) == found.Broken && Objection(bound, r, Seconds(r)) is not null)
            .Select(r => r.Noise?.Verdict)];
        var driven = broken.Contains(NoiseVerdict.DriverBound);
        var noisy = !driven && broken.Length > 0 && broken.Count(v => v == NoiseVerdict.Noisy) * 2 >= broken.Length;
        return $"{slo}: {(found.Kept == 0 ? "broken at every rate that was tried"
            : $"kept at {Figures.Count(found.Kept)} operations a second")}"
            + (double.IsFinite(found.Broken) && found.Kept > 0 ? $", broken at {Figures.Count(found.Broken)}" : "")
            + (found is { Low: > 0, High: < double.PositiveInfinity }
                && (found.Low < found.Kept || found.High > found.Broken)
                ? $" (all tries agree up to {Figures.Count(found.Low)} and from {Figures.Count(found.High)} on)" : "")
            + (driven ? ", where the driver was at its limit: the store may keep more"
                : noisy ? ", where the machine was not quiet: the store may keep more" : "") + ".";
    }

    private static Threshold? Parse(string text)
    {
        try
        {
            return Threshold.Parse(text);
        }
        catch (FormatException)
        {
            // Earlier versions allowed bounds without a unit.
            return null;
        }
    }

    private static long? Rate(RunRecord run) => long.TryParse(run.Labels?.GetValueOrDefault(Label),
        NumberStyles.None, CultureInfo.InvariantCulture, out var rate) ? rate : null;

    private static int Seconds(RunRecord run) =>
        run.Parameters.TryGetValue("PhaseSecondsMax", out var value) && value.ValueKind == JsonValueKind.Number
            ? value.GetInt32() : int.MaxValue;

    private static string? Text(RunRecord run, string name) =>
        run.Parameters.TryGetValue(name, out var value) && value.ValueKind == JsonValueKind.String
            ? value.GetString() : null;
}
