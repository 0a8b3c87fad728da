#nullable disable

namespace Microsoft.ServiceFabric.Data.Notifications;

public class NotifyStateManagerRebuildEventArgs : NotifyStateManagerChangedEventArgs
{
    public IAsyncEnumerable<IReliableState> ReliableStates { get; }

    public NotifyStateManagerRebuildEventArgs(IAsyncEnumerable<IReliableState> reliableStates)
        : base(NotifyStateManagerChangedAction.Rebuild)
    {
        ReliableStates = reliableStates;
    }
}
