using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Results;

namespace SfPerf.Scenarios;

/// <summary>Describes what one arm did in one round.</summary>
/// <param name="Phase">Calls and times.</param>
/// <param name="Figures">What else was counted, by its name in runs (<see cref="FigureNames"/>).</param>
internal sealed record ArmResult(PhaseResult Phase, IReadOnlyDictionary<string, double> Figures)
{
    public string Name => Phase.Name;

    public double Seconds => Phase.Seconds;

    /// <summary>Gets the time of one run, if the result is made of several.</summary>
    public double SecondsOfOneRun => Seconds / Figures.GetValueOrDefault(FigureNames.Runs, 1);

    /// <summary>Makes it know how its time compares with the geometric mean of those of others in the same round.
    /// </summary>
    public ArmResult WithRatioTo(params IReadOnlyCollection<ArmResult> others) => this with
    {
        Figures = new Dictionary<string, double>(Figures)
        {
            [FigureNames.Ratio] = Seconds / Math.Exp(others.Average(o => Math.Log(o.Seconds))),
        },
    };
}
