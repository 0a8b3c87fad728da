using System;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Benchmarks;

/// <summary>Describes what one process did in the measured time, as one line between processes.</summary>
/// <param name="Operations">How many operations ended.</param>
/// <param name="Seconds">In how long.</param>
/// <param name="P50">Median latency, microseconds.</param>
/// <param name="P99">The 99th percentile, microseconds.</param>
/// <param name="CpuMicroseconds">Processor time of this process.</param>
/// <param name="AllocatedBytes">Allocated by this process.</param>
internal readonly record struct Measurement(
    double Operations, double Seconds, double P50, double P99, double CpuMicroseconds, double AllocatedBytes)
{
    internal double PerSecond => Operations / Seconds;

    internal static Measurement Parse(string line)
    {
        var v = line.Split(' ').Select(t => double.Parse(t, CultureInfo.InvariantCulture)).ToArray();
        return new Measurement(v[0], v[1], v[2], v[3], v[4], v[5]);
    }

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Operations:F0} {Seconds:F4} {P50:F1} {P99:F1} {CpuMicroseconds:F0} {AllocatedBytes:F0}");

    /// <summary>Counters of this process at one moment.</summary>
    internal readonly struct Start
    {
        private readonly long _timestamp = Stopwatch.GetTimestamp();
        private readonly TimeSpan _cpu = Process.GetCurrentProcess().TotalProcessorTime;
        private readonly long _allocated = GC.GetTotalAllocatedBytes();

        public Start()
        {
        }

        internal Measurement End(long operations, LatencyHistogram? latency) => new(
            operations,
            Stopwatch.GetElapsedTime(_timestamp).TotalSeconds,
            latency is null ? 0 : latency.ValueAt(50) / 1e3,
            latency is null ? 0 : latency.ValueAt(99) / 1e3,
            (Process.GetCurrentProcess().TotalProcessorTime - _cpu).TotalMicroseconds,
            GC.GetTotalAllocatedBytes() - _allocated);
    }
}
