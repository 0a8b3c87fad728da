using System.Collections.Generic;
using System.Threading;

namespace SfPerf.ServiceModel.Threading;

/// <summary>Threads for operations that block: one more whenever none is free, so that blocking operations overlap
/// at once; the thread pool grows by a thread or two a second only. The throttle bounds them.</summary>
internal static class OperationThreads
{
    private static readonly TimeSpan IdleTime = TimeSpan.FromSeconds(10);
    private static readonly object Gate = new();
    private static readonly Queue<Action> Work = [];
    private static int _free;

    internal static void Queue(Action work)
    {
        lock (Gate)
        {
            Work.Enqueue(work);
            if (_free >= Work.Count)
            {
                Monitor.Pulse(Gate);
                return;
            }
        }

        new Thread(Run, 512 * 1024) { IsBackground = true, Name = "wcf operation" }.Start();
    }

    private static void Run()
    {
        while (TryRunOne())
        {
        }
    }

    // A frame of its own for each: a thread that waits for more names no call that is done, nor its arguments.
    private static bool TryRunOne()
    {
        if (Take() is not { } work)
            return false;
        work();
        return true;
    }

    private static Action? Take()
    {
        lock (Gate)
        {
            if (Work.TryDequeue(out var work))
                return work;
            _free++;
            try
            {
                while (true)
                {
                    var woken = Monitor.Wait(Gate, IdleTime);
                    if (Work.TryDequeue(out work))
                        return work;
                    if (!woken)
                        return null;
                }
            }
            finally
            {
                _free--;
            }
        }
    }
}
