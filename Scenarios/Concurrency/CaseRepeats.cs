using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Statistics;

namespace SfPerf.Scenarios.Concurrency;

/// <summary>Decides how often a case runs within a round, and makes one result of its runs. A short case scatters more
/// than it is judged by, so it runs again until the interval of its own ratios is narrow, or its time is up. The
/// interval over the rounds is narrower still, as it is made of the rounds' means.</summary>
/// <param name="secondsMax">The time that all runs of the case may take in one round; 0 for one run.</param>
internal sealed class CaseRepeats(double secondsMax)
{
    /// <summary>The fewest runs whose interval says anything.</summary>
    private const int RunsMin = 3;

    private readonly List<IReadOnlyDictionary<Arm, ArmResult>> _runs = [];
    private double _seconds;

    /// <summary>Gets the runs so far.</summary>
    public int Count => _runs.Count;

    /// <summary>Gets whether another run is wanted: not when it would take longer than what is left.</summary>
    public bool WantsMore => _runs.Count == 0
        || (_seconds + (_seconds / _runs.Count) <= secondsMax && !IsNarrow);

    private bool IsNarrow
    {
        get
        {
            if (_runs.Count < RunsMin)
                return false;
            var ratio = GeometricMean.Paired(
                [.. _runs.Select(_ => 1.0)], [.. _runs.Select(r => r[Arm.Multiple].Figures[FigureNames.Ratio])]);
            return Math.Log(ratio.High / ratio.Low) <= 2 * Math.Log(1 + ConcurrencyTable.Margin);
        }
    }

    /// <summary>Takes a run of all arms.</summary>
    /// <param name="results">Their results, without ratios.</param>
    /// <param name="seconds">How long all of it took, with what is not timed.</param>
    public void Add(IReadOnlyDictionary<Arm, ArmResult> results, double seconds)
    {
        _runs.Add(results.ToDictionary(r => r.Key, r => r.Key == Arm.Single
            ? r.Value : r.Value.WithRatioTo([.. r.Key.Bases.Select(b => results[b])])));
        _seconds += seconds;
    }

    /// <summary>Makes one result of an arm's runs: calls and times are sums, ratios their geometric mean.</summary>
    public ArmResult Result(Arm arm)
    {
        ArmResult[] runs = [.. _runs.Select(r => r[arm])];
        if (runs.Length == 1)
            return runs[0];
        var first = runs[0].Phase;
        var latency = first.Latency.Copy();
        foreach (var run in runs.Skip(1))
            latency.Add(run.Phase.Latency);
        var figures = new Dictionary<string, double> { [FigureNames.Runs] = runs.Length };
        foreach (var name in runs[0].Figures.Keys)
        {
            var values = runs.Select(r => r.Figures[name]);
            figures[name] = name switch
            {
                FigureNames.Ratio => Math.Exp(values.Average(Math.Log)),
                FigureNames.Peak => values.Max(),
                FigureNames.Ticks => Math.Round(values.Average()),
                _ => values.Sum(),
            };
        }

        return new ArmResult(first with
        {
            Operations = runs.Sum(r => r.Phase.Operations),
            Failed = runs.Sum(r => r.Phase.Failed),
            Errors = runs.SelectMany(r => r.Phase.Errors).GroupBy(e => e.Key)
                .ToDictionary(g => g.Key, g => g.Sum(e => e.Value)),
            Seconds = runs.Sum(r => r.Seconds),
            Latency = latency,
        }, figures);
    }
}
