using System;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Scenarios;

/// <summary>Blocking work on a thread of its own: calls that block would starve the thread pool, which the stack under
/// test needs.</summary>
internal static class DedicatedThread
{
    private const int StackBytes = 256 * 1024;

    /// <summary>Starts the work; the task ends with its result or its exception.</summary>
    public static Task<T> RunAsync<T>(Func<T> work)
    {
        var end = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        Start(() =>
        {
            try
            {
                end.SetResult(work());
            }
            catch (Exception e)
            {
                end.SetException(e);
            }
        });
        return end.Task;
    }

    /// <summary>Starts work that handles its own exceptions.</summary>
    public static Thread Start(Action work)
    {
        var thread = new Thread(() => work(), StackBytes) { IsBackground = true, Name = "scenario" };
        thread.Start();
        return thread;
    }
}
