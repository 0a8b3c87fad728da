using System.Collections.Generic;

namespace SfPerf.Metrics.Machine;

/// <summary>What <see cref="NoiseGuard"/> found.</summary>
/// <param name="Verdict"><c>clean</c>, <c>noisy</c>, <c>driver-bound</c> or <c>no-steady-state</c>.</param>
/// <param name="Reasons">A sentence each.</param>
/// <param name="CpuPressure">Share of time in which some task waited for a processor.</param>
/// <param name="BackgroundCpu">Share of the processors that programs used which take no part.</param>
/// <param name="Steal">Share of processor time the host took.</param>
/// <param name="DriverCpu">The driver's share of its processors.</param>
/// <param name="CollectorPause">Share of time in which the driver's collector had stopped it.</param>
public sealed record NoiseFinding(
    string Verdict, IReadOnlyList<string> Reasons, double? CpuPressure, double? BackgroundCpu,
    double? Steal, double DriverCpu, double CollectorPause);
