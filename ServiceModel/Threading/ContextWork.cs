using System.Threading;

namespace SfPerf.ServiceModel.Threading;

/// <summary>Work for the synchronization contexts that services and callbacks run on.</summary>
internal static class ContextWork
{
    /// <summary>Has the context run the work when its turn comes.</summary>
    internal static void Queue(this SynchronizationContext context, Action work)
    {
#pragma warning disable VSTHRD001 // To run on the host's or client's context is what was asked for.
        context.Post(static work => ((Action)work!)(), work);
#pragma warning restore VSTHRD001
    }
}
