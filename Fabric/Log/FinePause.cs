using System;
using System.Runtime.InteropServices;

namespace SfPerf.Fabric.Log;

/// <summary>
/// Pauses shorter than the whole milliseconds of the runtime's own waits; the kernel adds about 50 us.
/// </summary>
internal static partial class FinePause
{
    internal static bool IsSupported { get; } = OperatingSystem.IsLinux() || OperatingSystem.IsMacOS();

    /// <summary>Blocks the thread. May end early.</summary>
    /// <param name="duration">Less than a second.</param>
    internal static void For(TimeSpan duration)
    {
        var span = new TimeSpec(0, (nint)duration.TotalNanoseconds);
        _ = NanoSleep(in span, 0);
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    private static partial int NanoSleep(in TimeSpec span, nint remaining);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct TimeSpec(nint seconds, nint nanoseconds)
    {
        private readonly nint _seconds = seconds;
        private readonly nint _nanoseconds = nanoseconds;
    }
}
