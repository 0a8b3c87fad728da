using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Threading;

/// <summary>The one place where a synchronous member of the genuine interface waits for an asynchronous one.</summary>
internal static class Blocking
{
    internal static void Wait(Task task)
    {
        if (!task.IsCompleted)
        {
            using var done = new ManualResetEventSlim(false, 20);
            task.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(done.Set);
            done.Wait();
        }

        End(task);
    }

    /// <summary>Throws what a finished task failed with.</summary>
    internal static void End(Task task)
    {
#pragma warning disable VSTHRD002 // The task has ended: nothing is waited for.
        task.GetAwaiter().GetResult();
#pragma warning restore VSTHRD002
    }

    /// <summary>Gets the result of a finished task.</summary>
    internal static T End<T>(Task<T> task)
    {
#pragma warning disable VSTHRD002 // The task has ended: nothing is waited for.
        return task.GetAwaiter().GetResult();
#pragma warning restore VSTHRD002
    }
}
