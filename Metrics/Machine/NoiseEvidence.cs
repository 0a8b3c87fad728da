namespace SfPerf.Metrics.Machine;

/// <summary>What is known of the time in which figures were measured.</summary>
/// <param name="Before">Taken when the measured phase began.</param>
/// <param name="After">Taken when it ended.</param>
/// <param name="Cores">The processors the driver may use.</param>
/// <param name="StoreOnThisMachine">Whether the store shares the machine: then tasks always wait for processors while
/// it is under load, and pressure says nothing about others; what others used does.</param>
public sealed record NoiseEvidence(MachineReading Before, MachineReading After, int Cores, bool StoreOnThisMachine)
{
    /// <summary>Gets the 99th percentile of pacing lateness in nanoseconds; null in a closed loop.</summary>
    public long? LatenessP99 { get; init; }

    /// <summary>Gets the median response in nanoseconds; null in a closed loop.</summary>
    public long? ResponseP50 { get; init; }

    /// <summary>Gets (throughput x mean latency - outstanding) / outstanding; null where it says nothing.</summary>
    public double? LittleResidual { get; init; }

    /// <summary>Gets the process of the store that its collector stopped longest, and the share of time it did; null
    /// where it is not known.</summary>
    public (string Process, double Share)? StorePause { get; init; }

    /// <summary>Gets whether a steady state was found; null when it was not looked for.</summary>
    public bool? Steady { get; init; }
}
