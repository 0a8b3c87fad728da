using System;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.LoadGenerator.Running;

/// <summary>Offers the operations of an open loop at their intended start, on a thread of its own: timers of the thread
/// pool fall behind by milliseconds exactly when the machine is busy.</summary>
internal sealed partial class PacingThread(PhaseExecution phase)
{
    private const long NanosecondsPerSecond = 1_000_000_000;
    private static readonly TimeSpan LongestSleep = TimeSpan.FromMilliseconds(50);

    internal Task RunAsync()
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var thread = new Thread(() => Run(done))
        {
            IsBackground = true,
            Name = "SfPerf pacing",
            Priority = ThreadPriority.Highest,
        };
        thread.Start();
        return done.Task;
    }

    private void Run(TaskCompletionSource done)
    {
        try
        {
            var schedule = phase.Schedule(phase.Clock.Now);
            for (var intended = schedule.Next(); ; intended = schedule.Next())
            {
                WaitUntil(intended);
                if (!phase.Offer(intended))
                    break;
            }
            done.SetResult();
        }
        catch (Exception e)
        {
            done.SetException(e);
        }
    }

    private void WaitUntil(long intended)
    {
        while (!phase.IsStopped)
        {
            var left = phase.Clock.Nanoseconds(intended - phase.Clock.Now);
            if (left <= 0)
                return;
            if (OperatingSystem.IsWindows() || left < 20_000)
                Thread.SpinWait(20);
            else
                Sleep(Math.Min(left, (long)LongestSleep.TotalNanoseconds));
        }
    }

    // The runtime's own sleeps are whole milliseconds; the kernel's are good to about 50 us and leave the processor
    // free.
    private static void Sleep(long nanoseconds)
    {
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
