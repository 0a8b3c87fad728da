using System;
using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace SfPerf.Platform;

/// <summary>
/// A semaphore within memory that several processes have mapped. It has no name, so it is gone with the memory. Linux
/// with glibc 2.34 or later. Any thread of any of the processes may call it.
/// </summary>
public readonly partial struct SharedSemaphore
{
    /// <summary>The room it takes, in bytes.</summary>
    public const int Bytes = 32;

    private const int Interrupted = 4;
    private const int TimedOut = 110;
    private const int MonotonicClock = 1;
    private const long NanosecondsPerSecond = 1_000_000_000;

    private readonly nint _address;

    /// <summary>Takes one that <see cref="Create"/> made, in this or another process.</summary>
    /// <param name="address">Where it is mapped, a multiple of 8; the caller keeps it mapped.</param>
    public SharedSemaphore(nint address) => _address = address;

    /// <summary>Makes one with the count 0.</summary>
    /// <param name="address">Where it is to be, a multiple of 8.</param>
    /// <exception cref="Win32Exception">The system refused.</exception>
    public static SharedSemaphore Create(nint address)
    {
        Check(Initialize(address, shared: 1, value: 0));
        return new SharedSemaphore(address);
    }

    /// <summary>Adds one to the count, and so lets one waiting thread go on.</summary>
    public void Post() => Check(PostOne(_address));

    /// <summary>Blocks until the count is more than 0, and takes one from it.</summary>
    /// <returns>False when it was 0 for the whole time.</returns>
    public bool Wait(TimeSpan limit)
    {
        var until = Stopwatch.GetTimestamp() + (long)limit.TotalNanoseconds;
        var time = new TimeSpec(until / NanosecondsPerSecond, until % NanosecondsPerSecond);
        while (WaitUntil(_address, MonotonicClock, in time) != 0)
        {
            var error = Marshal.GetLastPInvokeError();
            if (error == TimedOut)
                return false;
            if (error != Interrupted)
                throw new Win32Exception(error);
        }

        return true;
    }

    private static void Check(int result)
    {
        if (result != 0)
            throw new Win32Exception(Marshal.GetLastPInvokeError());
    }

    [LibraryImport("libc", EntryPoint = "sem_init", SetLastError = true)]
    private static partial int Initialize(nint address, int shared, uint value);

    [LibraryImport("libc", EntryPoint = "sem_post", SetLastError = true)]
    private static partial int PostOne(nint address);

    // The runtime's time stamps are nanoseconds of this very clock on Linux.
    [LibraryImport("libc", EntryPoint = "sem_clockwait", SetLastError = true)]
    private static partial int WaitUntil(nint address, int clock, in TimeSpec until);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct TimeSpec(long seconds, long nanoseconds)
    {
        private readonly nint _seconds = (nint)seconds;
        private readonly nint _nanoseconds = (nint)nanoseconds;
    }
}
