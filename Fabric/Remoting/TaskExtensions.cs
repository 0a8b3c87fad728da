using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Remoting;

internal static class TaskExtensions
{
    /// <summary>Says that nobody awaits the task because it ends its call itself and never throws.</summary>
    internal static void Forget(this Task task) => _ = task;

    /// <summary>Takes note of the end of a task that is known to have succeeded.</summary>
    [SuppressMessage("Usage", "VSTHRD002", Justification = "The task is complete: nothing is waited for.")]
    internal static void Completed(this ValueTask task) => task.GetAwaiter().GetResult();

    /// <summary>Gets the result of a task that is known to have succeeded.</summary>
    [SuppressMessage("Usage", "VSTHRD002", Justification = "The task is complete: nothing is waited for.")]
    internal static T Completed<T>(this Task<T> task) => task.GetAwaiter().GetResult();
}
