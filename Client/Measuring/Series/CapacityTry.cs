using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Thresholds;
using SfPerf.Workload;

namespace SfPerf.Client.Measuring.Series;

/// <summary>Represents one try of a rate: how it is set, and whether it kept the promise.</summary>
/// <param name="bound">The promise; it names a phase.</param>
/// <param name="whole">The parameters of the run before its rate is set.</param>
/// <param name="seconds">The length of a try; longer where the promised percentile needs more operations.</param>
internal sealed class CapacityTry(Threshold bound, RunParameters whole, int seconds)
{
    private const int SecondsMax = 3600;

    // A search that nothing satisfies goes down to the rate at which a try takes so long, and then says so.
    private const int LowestSeconds = 30;

    private string Phase => bound.Phase!;

    private string Name => Phase == PhaseNames.Write ? "Write" : Phase == PhaseNames.Read ? "Read" : "Mixed";

    // Of the operations of a mixed phase, only those of the promised kind count.
    private double Share => !whole.IsMixed ? 1 : whole.Shares.Kinds
        .Where(k => Phase.EndsWith("-" + k.ToString(), StringComparison.OrdinalIgnoreCase))
        .Select(whole.Shares.Of).DefaultIfEmpty(1).First();

    /// <summary>Gets the least length of a try.</summary>
    public int Seconds => seconds;

    /// <summary>Gets the lowest rate that a search goes down to.</summary>
    public double LowestRate => bound.OperationsMin * 1.1 / (Math.Max(seconds, LowestSeconds) * Share);

    /// <summary>Returns the length of a try in seconds.</summary>
    public int SecondsAt(long rate) => (int)Math.Min(SecondsMax,
        Math.Max(seconds, Math.Ceiling(bound.OperationsMin * 1.1 / (rate * Share))));

    /// <summary>Returns the settings of a try.</summary>
    public string[] At(long rate) =>
    [
        $"{Name}RatePerSecond={rate}", $"PhaseSecondsMax={SecondsAt(rate)}",
        $"Num{Name}OperationsTotal={rate * SecondsAt(rate)}", .. Alone,
    ];

    /// <summary>Returns the settings of a closed loop: it makes the highest rate there is.</summary>
    public string[] Closed => [$"{Name}RatePerSecond=0", $"PhaseSecondsMax={seconds}", .. Alone];

    // The other phase and other bounds do not matter for the promise: the phase is left out, or made as short as reads
    // allow.
    private IEnumerable<string> Alone => Phase switch
    {
        PhaseNames.Write => [NoBounds, "NumReadOperationsTotal=0"],
        PhaseNames.Read => [NoBounds, $"NumWriteOperationsTotal={whole.Items}"],
        _ => [NoBounds],
    };

    private static string NoBounds => $"{RunCatalogue.Thresholds}=";

    /// <summary>Returns the rate that a run of a closed loop made.</summary>
    public double RateOf(RunRecord run) => Result(run).OpsPerSecond / Share;

    /// <summary>Judges a try.</summary>
    public bool Keeps(RunRecord run, RunPlan plan) => Objection(run, plan) is null;

    /// <summary>Says what came out of a try.</summary>
    public string Text(RunRecord run, RunPlan plan) => Objection(run, plan) is { } objection
        ? $"broken ({objection})" : $"kept ({CapacityRule.Value(bound, run)})";

    /// <summary>Returns why a try did not keep the promise; null when it did.</summary>
    public string? Objection(RunRecord run, RunPlan plan) =>
        CapacityRule.Objection(bound, run, plan.Parameters.PhaseSecondsMax);

    private PhaseRecord Result(RunRecord run) => run.Phases.First(p => p.Name == Phase);
}
