using System.Collections.Generic;

namespace SfPerf.Metrics.Machine;

/// <summary>What is said of figures; the first that applies.</summary>
public static class NoiseVerdict
{
    /// <summary>The driver was at its limit: the store may be faster.</summary>
    public const string DriverBound = "driver-bound";

    /// <summary>Others used the machine.</summary>
    public const string Noisy = "noisy";

    /// <summary>The store's own garbage collector stopped it for long.</summary>
    public const string StorePaused = "store-paused";

    /// <summary>The figures had not settled.</summary>
    public const string NoSteadyState = "no-steady-state";

    /// <summary>Nothing speaks against them.</summary>
    public const string Clean = "clean";

    /// <summary>Gets all, the gravest first.</summary>
    public static IReadOnlyList<string> All { get; } = [DriverBound, Noisy, StorePaused, NoSteadyState, Clean];

    /// <summary>Whether a strict run is rejected for it.</summary>
    public static bool IsRejected(string verdict) => verdict is DriverBound or Noisy or StorePaused;
}
