using System.Diagnostics.Tracing;

namespace SfPerf.Fabric.ReliableState.Events;

/// <summary>The events of the reliable state, for dotnet-trace and event listeners.</summary>
[EventSource(Name = "SfPerf-ReliableState")]
internal sealed class ReliableStateEvents : EventSource
{
    internal static readonly ReliableStateEvents Log = new();

    /// <summary>A handler that the service attached to a change event threw; the change stands.</summary>
    [Event(1, Level = EventLevel.Error, Message = "A handler of {0} threw {1}.")]
    public void HandlerFailed(string what, string failure) => WriteEvent(1, what, failure);
}
