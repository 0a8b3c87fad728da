using System;

namespace SfPerf.LoadDriver.Runs;

/// <summary>Represents what this process has used since the meter was made: tells whether the driver itself was the
/// limit.</summary>
internal sealed class UsageMeter
{
    private readonly TimeSpan _processor = Environment.CpuUsage.TotalTime;
    private readonly long _allocated = GC.GetTotalAllocatedBytes();
    private readonly TimeSpan _pause = GC.GetTotalPauseDuration();

    public double ProcessorSeconds => (Environment.CpuUsage.TotalTime - _processor).TotalSeconds;

    public long AllocatedBytes => GC.GetTotalAllocatedBytes() - _allocated;

    public double PauseSeconds => (GC.GetTotalPauseDuration() - _pause).TotalSeconds;
}
