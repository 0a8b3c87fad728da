namespace SfPerf.Workload;

/// <summary>Seeded pseudo-random numbers (SplitMix64): small, fast, the same on every machine and runtime
/// version.</summary>
internal struct SplitMix64(ulong state)
{
    private const ulong Step = 0x9E3779B97F4A7C15;
    private ulong _state = state;

    internal static ulong Hash(ulong seed, ulong value) => Finish(Finish(seed + Step) ^ (value * Step));

    internal ulong Next() => Finish(_state += Step);

    /// <summary>Evenly from 0 to less than 1.</summary>
    internal double NextDouble() => (Next() >> 11) * (1.0 / (1ul << 53));

    /// <summary>Evenly from 0 to <paramref name="bound"/> - 1.</summary>
    internal int NextInt(int bound) => (int)(((Next() >> 32) * (ulong)bound) >> 32);

    private static ulong Finish(ulong z)
    {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}
