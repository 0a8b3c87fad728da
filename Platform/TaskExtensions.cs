using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;

namespace SfPerf.Platform;

/// <summary>Says of a task what the reader of the call cannot see.</summary>
public static class TaskExtensions
{
    /// <summary>Says that nobody awaits the task because it handles each of its failures itself.</summary>
    public static void Forget(this Task task) => _ = task;

    /// <summary>Takes note of the end of a task that is known to have ended, and throws what it failed with.</summary>
    [SuppressMessage("Usage", "VSTHRD002", Justification = "The task has ended: nothing is waited for.")]
    public static void Completed(this ValueTask task) => task.GetAwaiter().GetResult();

    /// <summary>Gets the result of a task that is known to have ended, and throws what it failed with.</summary>
    [SuppressMessage("Usage", "VSTHRD002", Justification = "The task has ended: nothing is waited for.")]
    public static T Completed<T>(this Task<T> task)
    {
        ArgumentNullException.ThrowIfNull(task);
        return task.GetAwaiter().GetResult();
    }
}
