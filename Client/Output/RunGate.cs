using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Commands;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Thresholds;

namespace SfPerf.Client.Output;

/// <summary>Describes what a run must satisfy, and what it is labelled with.</summary>
/// <param name="Thresholds">Bounds on its figures.</param>
/// <param name="Labels">Its labels.</param>
/// <param name="Strict">Whether a noisy machine or a driver at its limit rejects it.</param>
internal sealed record RunGate(
    IReadOnlyList<Threshold> Thresholds, IReadOnlyDictionary<string, string> Labels, bool Strict)
{
    /// <summary>Adds labels and the outcome of each threshold to a record.</summary>
    public RunRecord Apply(RunRecord record) => record with
    {
        Labels = Labels.Count > 0 ? Labels : record.Labels,
        Thresholds = Thresholds.Count > 0 ? [.. Thresholds.Select(t => t.Test(record))] : record.Thresholds,
    };

    /// <summary>Returns the code that a complete run ends with.</summary>
    public ExitCode Code(RunRecord record)
    {
        if (Rejects(record))
            return ExitCode.Rejected;
        return record.Thresholds?.Any(t => !t.Passed) == true ? ExitCode.ThresholdFailed : ExitCode.Ok;
    }

    /// <summary>Returns why the code is not 0, a sentence each.</summary>
    public IEnumerable<string> Reasons(RunRecord record)
    {
        if (Rejects(record))
            yield return $"rejected, {record.Noise!.Verdict}: {string.Join("; ", record.Noise.Reasons)}.";
        foreach (var broken in record.Thresholds?.Where(t => !t.Passed) ?? [])
        {
            yield return broken.Value is { } value
                ? string.Create(CultureInfo.InvariantCulture, $"threshold broken: {broken.Expression} ({value:0.###}).")
                : $"threshold not shown to hold: {broken.Expression} ({Threshold.NoFigure(broken, record)}).";
        }
    }

    /// <summary>Reads the bounds of an option for a run with these results.</summary>
    /// <param name="option">The option that gave them.</param>
    /// <param name="texts">The bounds.</param>
    /// <param name="results">The phases and kinds of operations that the run has.</param>
    /// <exception cref="SfPerfException">One is not of the form, or on a phase that the run does not have.</exception>
    public static IReadOnlyList<Threshold> ParseThresholds(
        string option, IEnumerable<string> texts, IReadOnlyCollection<string> results)
    {
        try
        {
            Threshold[] bounds = [.. texts.Select(Threshold.Parse)];
            // Such a bound could never hold.
            if (bounds.FirstOrDefault(b => b.Phase is { } phase && !results.Contains(phase)) is { } bound)
            {
                throw new FormatException($"{bound.Text}: the run has no phase {bound.Phase}; allowed: "
                    + $"{string.Join(", ", results)}.");
            }

            return bounds;
        }
        catch (FormatException e)
        {
            throw new SfPerfException(ExitCode.BadParameters, $"{option}: {e.Message}", e);
        }
    }

    public static IReadOnlyDictionary<string, string> ParseLabels(IEnumerable<string> texts)
    {
        var labels = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var text in texts)
        {
            labels[text.Split('=', 2) is [{ Length: > 0 } name, _]
                ? name : throw new SfPerfException(ExitCode.BadParameters, $"--label {text}: write NAME=VALUE.")] =
                text.Split('=', 2)[1];
        }

        return labels;
    }

    private bool Rejects(RunRecord record) => Strict && record.Noise is { IsDoubtful: true };
}
