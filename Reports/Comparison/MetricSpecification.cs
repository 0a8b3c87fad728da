using System;
using System.Collections.Generic;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Comparison;

/// <summary>A figure of a phase that runs are compared by.</summary>
/// <param name="Name">Such as <c>ops/s</c>.</param>
/// <param name="HigherIsBetter">Which way is good.</param>
/// <param name="Delta">The smallest share that matters, unless the user says otherwise.</param>
/// <param name="Value">Takes the figure from a phase; null when the phase does not carry it.</param>
public sealed record MetricSpecification(
    string Name, bool HigherIsBetter, double Delta, Func<PhaseRecord, double?> Value)
{
    /// <summary>Gets the figures that are compared: rate, mean, median and 99th percentile; of the steady window where
    /// there is one.</summary>
    public static IReadOnlyList<MetricSpecification> All { get; } =
    [
        new("ops/s", true, 0.05, p => Steady(p)?.OpsPerSecond ?? p.OpsPerSecond),
        new("mean ms", false, 0.05, p => (Steady(p)?.LatencyMs ?? p.LatencyMs).Mean),
        new("p50 ms", false, 0.05, p => (Steady(p)?.LatencyMs ?? p.LatencyMs).P50),
        new("p99 ms", false, 0.10, p => (Steady(p)?.LatencyMs ?? p.LatencyMs).P99),
    ];

    /// <summary>A value of this figure as people read it.</summary>
    internal string Text(double value) => HigherIsBetter ? Figures.Rate(value) : Figures.Ms(value);

    private static SteadyRecord? Steady(PhaseRecord phase) => phase.Steady is { Found: true } steady ? steady : null;
}
