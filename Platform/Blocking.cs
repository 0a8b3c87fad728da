using System;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Platform;

/// <summary>
/// Lets a thread wait for a task: where a synchronous member of an interface of Service Fabric stands for an
/// asynchronous one, and where a thread belongs to one connection, whose blocking is the wanted back-pressure. The
/// caller must not hold a lock that the task needs.
/// </summary>
public static class Blocking
{
    /// <summary>Waits for the end of a task, and throws what it failed with.</summary>
    public static void Wait(Task task)
    {
        ArgumentNullException.ThrowIfNull(task);
        if (!task.IsCompleted)
        {
            using var done = new ManualResetEventSlim(false, 20);
            task.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(done.Set);
            done.Wait();
        }

        End(task);
    }

    /// <summary>Waits for the result of a task, and throws what it failed with.</summary>
    public static T Wait<T>(Task<T> task)
    {
        Wait((Task)task);
        return End(task);
    }

    /// <summary>Throws what a task failed with that is known to have ended.</summary>
    public static void End(Task task)
    {
        ArgumentNullException.ThrowIfNull(task);
#pragma warning disable VSTHRD002 // The task has ended: nothing is waited for.
        task.GetAwaiter().GetResult();
#pragma warning restore VSTHRD002
    }

    /// <summary>Gets the result of a task that is known to have ended.</summary>
    public static T End<T>(Task<T> task)
    {
        ArgumentNullException.ThrowIfNull(task);
#pragma warning disable VSTHRD002 // The task has ended: nothing is waited for.
        return task.GetAwaiter().GetResult();
#pragma warning restore VSTHRD002
    }
}
