namespace SfPerf.Reports.Runs;

/// <summary>The steady part of a phase.</summary>
public sealed record SteadyRecord
{
    /// <summary>Gets the first second that counts; those before it are warm-up.</summary>
    public int FromSecond { get; init; }

    /// <summary>Gets the number of seconds that count.</summary>
    public int Seconds { get; init; }

    /// <summary>Gets whether a steady state was found. When not, the whole phase stands here.</summary>
    public bool Found { get; init; }

    /// <summary>Gets successes a second within the window.</summary>
    public double OpsPerSecond { get; init; }

    /// <summary>Gets the lower end of the 95 % confidence interval of that rate; absent with too few seconds.</summary>
    public double? OpsPerSecondLow { get; init; }

    /// <summary>Gets the upper end.</summary>
    public double? OpsPerSecondHigh { get; init; }

    /// <summary>Gets the latency within the window in milliseconds.</summary>
    public LatencyRecord? LatencyMs { get; init; }

    /// <summary>Gets the 95 % confidence interval of the window's 99th percentile: lower end.</summary>
    public double? P99LowMs { get; init; }

    /// <summary>Gets the upper end.</summary>
    public double? P99HighMs { get; init; }
}
