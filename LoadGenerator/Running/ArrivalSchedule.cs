using System;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.Running;

/// <summary>The intended start times of an open loop, one after the other.</summary>
internal sealed class ArrivalSchedule(
    ArrivalSpecification arrivals, int seed, int generator, long begin, long ticksPerSecond)
{
    // Multiples of the golden ratio, modulo 1, lie far apart however many there are.
    private const double GoldenRatio = 0.6180339887498949;
    private readonly double _shift = generator * GoldenRatio % 1;
    private SplitMix64 _random = new(SplitMix64.Hash((ulong)seed, 0xA44155));
    private double _gaps;
    private long _number;

    /// <summary>Gets the next intended start.</summary>
    internal long Next()
    {
        if (!arrivals.Poisson)
            return begin + (long)((_number++ + _shift) / arrivals.Rate * ticksPerSecond);
        _gaps -= Math.Log(1 - _random.NextDouble());
        return begin + (long)(_gaps / arrivals.Rate * ticksPerSecond);
    }
}
