using System;

namespace SfPerf.LoadGenerator.Recording;

/// <summary>Time stamps of one provider, in its own ticks, and their length in nanoseconds.</summary>
internal sealed class RunClock
{
    private readonly long _wholeNanoseconds;
    private readonly double _nanoseconds;

    internal RunClock(TimeProvider provider)
    {
        Provider = provider;
        var frequency = provider.TimestampFrequency;
        _nanoseconds = 1e9 / frequency;
        _wholeNanoseconds = 1_000_000_000 % frequency == 0 ? 1_000_000_000 / frequency : 0;
    }

    internal TimeProvider Provider { get; }

    internal long Now => Provider.GetTimestamp();

    internal long Nanoseconds(long ticks) =>
        _wholeNanoseconds != 0 ? ticks * _wholeNanoseconds : (long)(ticks * _nanoseconds);

    internal double Seconds(long ticks) => ticks * _nanoseconds / 1e9;

    internal long Ticks(TimeSpan span) => (long)(span.TotalSeconds * Provider.TimestampFrequency);
}
