using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace SfPerf.LoadGenerator.Running;

/// <summary>Sleeps that end when they should. The runtime's own sleeps are whole milliseconds; the kernel's are good to
/// about 50 us and leave the processor free.</summary>
internal static partial class FineSleep
{
    private const long NanosecondsPerSecond = 1_000_000_000;
    private static readonly long Longest = (long)TimeSpan.FromMilliseconds(50).TotalNanoseconds;

    /// <summary>Sleeps, at most 50 ms; spins where a sleep would end too late, or the system offers no fine ones.
    /// </summary>
    internal static void For(long nanoseconds)
    {
        if (OperatingSystem.IsWindows() || nanoseconds < 20_000)
        {
            Thread.SpinWait(20);
            return;
        }
        nanoseconds = Math.Min(nanoseconds, Longest);
        var span = new TimeSpec(nanoseconds / NanosecondsPerSecond, nanoseconds % NanosecondsPerSecond);
        _ = NanoSleep(in span, 0);
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    private static partial int NanoSleep(in TimeSpec span, nint remaining);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct TimeSpec(long seconds, long nanoseconds)
    {
        private readonly nint _seconds = (nint)seconds;
        private readonly nint _nanoseconds = (nint)nanoseconds;
    }
}
