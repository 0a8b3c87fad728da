using System;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// Lets a thread that belongs to one connection wait for a task: blocking it is the wanted back-pressure.
/// </summary>
internal static class Blocking
{
    // The threads that call this are no pool threads, and hold no lock that the task needs.
#pragma warning disable VSTHRD002
    internal static void Wait(Task task) => task.ConfigureAwait(false).GetAwaiter().GetResult();

    /// <summary>Returns false when the task has not ended within the time.</summary>
    internal static bool Wait(Task task, TimeSpan limit) => task.Wait(limit);

    internal static T Wait<T>(Task<T> task) => task.ConfigureAwait(false).GetAwaiter().GetResult();
#pragma warning restore VSTHRD002
}
