using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace SfPerf.Platform;

/// <summary>
/// Sleeps shorter than the whole milliseconds of the runtime's own waits. The kernel adds about 50 us and leaves the
/// processor free.
/// </summary>
public static partial class FineSleep
{
    private const long NanosecondsPerSecond = 1_000_000_000;
    private const long ShortestNanoseconds = 20_000;
    private const int SetTimerSlack = 29;
    private const int OfThread = 0;
    private const int HighPriority = -15;
    private static readonly long LongestNanoseconds = (long)TimeSpan.FromMilliseconds(50).TotalNanoseconds;

    /// <summary>Gets whether the system offers such sleeps. Where it does not, <see cref="For"/> spins.</summary>
    public static bool IsSupported { get; } = OperatingSystem.IsLinux() || OperatingSystem.IsMacOS();

    /// <summary>
    /// Blocks the calling thread, for at most 50 ms. Spins where a sleep would end too late. May end early.
    /// </summary>
    public static void For(long nanoseconds)
    {
        if (!IsSupported || nanoseconds < ShortestNanoseconds)
        {
            Thread.SpinWait(20);
            return;
        }
        nanoseconds = Math.Min(nanoseconds, LongestNanoseconds);
        var span = new TimeSpec(nanoseconds / NanosecondsPerSecond, nanoseconds % NanosecondsPerSecond);
        _ = NanoSleep(in span, 0);
    }

    /// <summary>
    /// Makes the sleeps of the calling thread end as soon as they are due: the kernel delays those of others by up to
    /// 50 us, to wake several at once. Asks for a processor before other threads, too, which takes a right that not
    /// every user has. On systems other than Linux it does nothing.
    /// </summary>
    public static void MakePunctual()
    {
        if (!OperatingSystem.IsLinux())
            return;
        _ = Control(SetTimerSlack, 1, 0, 0, 0);
        // Without the right the answer is an error, and nothing changes.
        _ = SetPriority(OfThread, 0, HighPriority);
    }

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int Control(int option, nuint a, nuint b, nuint c, nuint d);

    // Who is 0: the calling thread, because Linux gives each thread a priority of its own.
    [LibraryImport("libc", EntryPoint = "setpriority")]
    private static partial int SetPriority(int which, uint who, int priority);

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    private static partial int NanoSleep(in TimeSpec span, nint remaining);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct TimeSpec(long seconds, long nanoseconds)
    {
        private readonly nint _seconds = (nint)seconds;
        private readonly nint _nanoseconds = (nint)nanoseconds;
    }
}
