using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace SfPerf.LoadGenerator.Running;

/// <summary>Offers the operations of an open loop at their intended start, on a thread of its own: timers of the thread
/// pool fall behind by milliseconds exactly when the machine is busy, and other threads' sleeps end 50 us
/// late.</summary>
internal sealed class PacingThread(PhaseExecution phase)
{
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
            FineSleep.MakePunctual();
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
            FineSleep.For(left);
        }
    }
}
